import { useTranslation } from 'react-i18next';
import { formatNumber } from '../lib/format';

/** Higher numbers are not counted. */
const COUNT_LIMIT = 1_000;

/** "12", "1,000+": a number that is counted up to a thousand. */
export function useCount(): (count: number) => string {
  const { i18n } = useTranslation();
  return (count) => {
    const counted = formatNumber(Math.min(count, COUNT_LIMIT), i18n.language);
    return count > COUNT_LIMIT ? `${counted}+` : counted;
  };
}
