import '@mantine/core/styles/Progress.layer.css';
import { useTranslation } from 'react-i18next';
import type { DataExport } from '@kernel/people/personal-data';
import { Box, Progress, Text } from '@mantine/core';
import { formatSize, formatTime } from '../lib/format';
import { useProblemText } from '../lib/api/use-problem-text';
import { Button } from '../ui/forms/button';
import { useDataExport } from './use-data-export';

/** Requests and downloads everything that Flip shows to the person, and says how far it is. */
export function DownloadRow() {
  const { t } = useTranslation();
  const { data, begin, isBeginning, error, isLost } = useDataExport();
  const name = data?.state === 'ready' ? 'get' : 'request';
  return (
    <li className="row">
      <Box flex={1} miw={0}>
        <b>{t('yourData.download')}</b>
        <State data={data} />
        <Failure error={error} isLost={isLost} />
      </Box>
      {data?.state !== 'making' && (
        <Button size="sm" busy={isBeginning} aria-label={t(`yourData.${name}Named`)} onClick={begin}>
          {t(`yourData.${name}`)}
        </Button>
      )}
    </li>
  );
}

function State({ data }: { readonly data: DataExport | undefined }) {
  const { t } = useTranslation();
  const percent = data?.percent ?? null;
  return (
    <>
      <Text fz="sm" c="dimmed" role="status">
        {useStateText(data)}
      </Text>
      {percent !== null && (
        <Progress
          value={percent}
          size={8}
          radius="xl"
          mt="xs"
          aria-label={t('yourData.progress', { percent })}
        />
      )}
    </>
  );
}

function useStateText(data: DataExport | undefined): string {
  const { t, i18n } = useTranslation();
  if (!data || data.until === null) return t('yourData.what');
  if (data.state === 'making') return t('yourData.making');
  const until = formatTime(data.until, i18n.language);
  if (data.bytes === null) return t('yourData.ready', { until });
  return t('yourData.done', { size: formatSize(data.bytes, i18n.language), until });
}

function Failure({ error, isLost }: { readonly error: unknown; readonly isLost: boolean }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  if (error === undefined && !isLost) return null;
  return (
    <Text fz="sm" c="var(--danger)" role="alert">
      {error === undefined ? t('yourData.lost') : problemText(error)}
    </Text>
  );
}
