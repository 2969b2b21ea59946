import { useTranslation } from 'react-i18next';
import { intlLocale } from '@kernel/accounts';

/** Higher numbers are not counted. */
const COUNT_LIMIT = 1_000;

/** "12", "1,000+": a number that is counted up to a thousand. */
export function useCount(): (count: number) => string {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(intlLocale(i18n.language));
  return (count) => (count > COUNT_LIMIT ? `${format.format(COUNT_LIMIT)}+` : format.format(count));
}
