import { useTranslation } from 'react-i18next';
import { formatMonth } from '../lib/format';
import { useDownload } from '../transfers/use-download';
import { Button } from '../ui/button';
import { inMonth } from './in-month';

/** Downloads the statement of a month as a file. */
export function StatementFiles({
  month,
  size = 'sm',
}: {
  readonly month: string;
  readonly size?: 'sm' | 'xs';
}) {
  const { t, i18n } = useTranslation();
  const download = useDownload();
  const name = formatMonth(inMonth(month), i18n.language);
  return (['pdf', 'csv'] as const).map((kind) => (
    <Button
      key={kind}
      size={size}
      icon="download"
      aria-label={t(`statements.${kind}`, { month: name })}
      onClick={() => void download(`/api/statements/${month}.${kind}?lang=${i18n.language}`)}
    >
      {kind.toUpperCase()}
    </Button>
  ));
}
