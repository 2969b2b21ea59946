import { useTranslation } from 'react-i18next';
import { formatUtcDay } from '../../lib/format';
import type { Bounds } from '../../rules/backtests/backtest-period';

/** "Oct 25 to Nov 23": a period by its first and last day, in UTC. */
export function usePeriodText(): (bounds: Bounds) => string {
  const { t, i18n } = useTranslation();
  const day = (ms: number) => formatUtcDay(new Date(ms).toISOString().slice(0, 10), i18n.language);
  return ({ from, to }) => {
    // The end is the first instant after the period.
    const [first, last] = [day(Date.parse(from)), day(Date.parse(to) - 1)];
    return first === last ? first : t('backtest.span', { first, last });
  };
}
