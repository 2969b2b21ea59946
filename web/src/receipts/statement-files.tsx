import { useTranslation } from 'react-i18next';
import { formatMonth } from '../lib/format';
import { apiAddress } from '../lib/api/api';
import { useLanguage } from '../preferences/use-language';
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
  const addressOf = useAddressOf();
  const download = useDownload();
  const name = formatMonth(inMonth(month), i18n.language);
  return (['pdf', 'csv'] as const).map((kind) => (
    <Button
      key={kind}
      {...(quiet ? { size: 'xs', tone: 'subtle' } : { size: 'sm', icon: 'download' })}
      aria-label={t(`statements.${kind}`, { month: name })}
      onClick={() => void download(addressOf(`${month}.${kind}`))}
    >
      {kind.toUpperCase()}
    </Button>
  ));
}

/** Downloads a whole year as a file. */
export function YearFiles({ year }: { readonly year: string }) {
  const { t } = useTranslation();
  const addressOf = useAddressOf();
  const download = useDownload();
  return (['pdf', 'csv'] as const).map((kind) => (
    <Button
      key={kind}
      size="xs"
      tone="subtle"
      aria-label={t(`statements.yearFile.${kind}`, { year })}
      onClick={() => void download(addressOf(`${year}.${kind}`))}
    >
      {kind.toUpperCase()}
    </Button>
  ));
}

/** The address of a statement, in the reader's language. */
function useAddressOf(): (file: string) => string {
  const { language } = useLanguage();
  return (file) => apiAddress('/statements/{file}', { path: { file }, query: { lang: language } });
}
