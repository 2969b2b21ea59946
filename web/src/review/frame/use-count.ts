import { useTranslation } from 'react-i18next';
import { COUNT_LIMIT } from '@kernel/counts';
import { formatNumber } from '../../lib/format';

/** "12", "1,000+": a number that is counted up to a thousand. */
export function useCount(): (count: number) => string {
  const { i18n } = useTranslation();
  return (count) => {
    const counted = formatNumber(Math.min(count, COUNT_LIMIT), i18n.language);
    return count > COUNT_LIMIT ? `${counted}+` : counted;
  };
}
