import { useTranslation } from 'react-i18next';
import { formatMonth } from '../lib/format';
import { useDownload } from '../transfers/use-download';
import { Button } from '../ui/forms/button';
import { inMonth } from './in-month';

interface StatementFilesProps {
  readonly month: string;
  /** In a row of a table, where twelve pairs of buttons would outweigh the figures. */
  readonly quiet?: boolean;
}

/** Downloads the statement of a month as a file. */
export function StatementFiles({ month, quiet = false }: StatementFilesProps) {
  const { t, i18n } = useTranslation();
  const download = useDownload();
  const name = formatMonth(inMonth(month), i18n.language);
  return (['pdf', 'csv'] as const).map((kind) => (
    <Button
      key={kind}
      {...(quiet ? { size: 'xs', tone: 'subtle' } : { size: 'sm', icon: 'download' })}
      aria-label={t(`statements.${kind}`, { month: name })}
      onClick={() => void download(`/api/statements/${month}.${kind}?lang=${i18n.language}`)}
    >
      {kind.toUpperCase()}
    </Button>
  ));
}

/** Downloads a whole year as a file. */
export function YearFiles({ year }: { readonly year: string }) {
  const { t, i18n } = useTranslation();
  const download = useDownload();
  return (['pdf', 'csv'] as const).map((kind) => (
    <Button
      key={kind}
      size="xs"
      tone="subtle"
      aria-label={t(`statements.yearFile.${kind}`, { year })}
      onClick={() => void download(`/api/statements/${year}.${kind}?lang=${i18n.language}`)}
    >
      {kind.toUpperCase()}
    </Button>
  ));
}
