import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money';
import { feesOf, type FeeScheduleName } from '@kernel/fees';
import { formatMoney } from '../lib/format';
import { FeeLines } from '../ui/fee-lines';

/** Typing is over this long after the last key: only then is the total read out. */
const SETTLED_AFTER_MS = 700;

interface LiveFeesProps {
  /** "20.00", or null while nothing that can be sent is typed. */
  readonly amount: string | null;
  readonly schedule: FeeScheduleName;
}

/** Both fees and the total while the amount is typed; assistive technology hears the total alone. */
export function LiveFees({ amount, schedule }: LiveFeesProps) {
  const { t, i18n } = useTranslation();
  const cents = amount === null ? 0 : centsOf(amount);
  const fees = cents === 0 ? null : feesOf(cents, schedule);
  const heard = useSettled(fees?.totalCents ?? 0);
  return (
    <div className="well">
      <FeeLines fees={fees} schedule={schedule} />
      <p className="visually-hidden" role="status">
        {heard > 0 && t('quick.total', { total: formatMoney(heard, i18n.language) })}
      </p>
    </div>
  );
}

function useSettled(value: number): number {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, SETTLED_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
}
