import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money/money';
import type { Allowance } from '@kernel/money/transfers';
import { formatMoney, formatTime } from '../../lib/format';

interface WeekTexts {
  /** "$120.00 sent in the last 7 days" */
  readonly legend: string;
  /** "$130.00 waiting for payment until 7:30 AM"; null while nothing is only reserved. */
  readonly waiting: string | null;
  /** What happens to it without a payment. */
  readonly back: string | null;
}

/** What counts toward a sender's week, apart by whether it is sent or only reserved. */
export function useWeekTexts({ sent, waiting, freeing, unpaid }: Allowance): WeekTexts {
  const { t, i18n } = useTranslation();
  const money = (amount: string) => formatMoney(amount, i18n.language);
  const until = unpaid[0]?.until ?? null;
  const reserved = centsOf(waiting) > 0;
  const texts = [
    reserved &&
      t(until === null ? 'limit.waitingNow' : 'limit.waiting', {
        count: unpaid.length,
        amount: money(waiting),
        time: until === null ? '' : formatTime(until, i18n.language),
      }),
    centsOf(freeing) > 0 && t('limit.freeing', { amount: money(freeing) }),
  ].filter((text) => text !== false);
  return {
    legend: t(texts.length > 0 ? 'limit.sent' : 'limit.used', { used: money(sent) }),
    waiting: texts.length > 0 ? texts.join(' · ') : null,
    back: reserved ? t('limit.back', { count: unpaid.length }) : null,
  };
}
