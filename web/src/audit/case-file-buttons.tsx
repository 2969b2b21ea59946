import { useTranslation } from 'react-i18next';
import { Group } from '@mantine/core';
import { useMe } from '../accounts/use-session';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { useLanguage } from '../preferences/use-language';
import { Button } from '../ui/forms/button';
import { showError } from '../ui/feedback/toasts';
import { exportCase } from './use-audit';

/** Saves everything about a case as a file, for leads and auditors. */
export function CaseFileButtons({ caseId }: { readonly caseId: string }) {
  const { roles } = useMe();
  const mayExport = roles.some((role) => role === 'lead' || role === 'auditor');
  return mayExport ? <Buttons caseId={caseId} /> : null;
}

function Buttons({ caseId }: { readonly caseId: string }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const problemText = useProblemText();
  const { trigger, isMutating } = useSend(
    (format: 'pdf' | 'json') => exportCase(caseId, { format, language }),
    {
      onError: (error) => {
        showError(problemText(error));
      },
    },
  );
  return (
    <Group gap="xs">
      {(['pdf', 'json'] as const).map((format) => (
        <Button
          key={format}
          block
          size="xs"
          icon="download"
          busy={isMutating}
          busyText={t('audit.exporting')}
          onClick={() => void trigger(format)}
        >
          {t(`audit.caseFile.${format}`)}
        </Button>
      ))}
    </Group>
  );
}
