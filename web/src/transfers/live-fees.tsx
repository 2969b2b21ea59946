import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money';
import { feesOf, type FeeScheduleName } from '@kernel/fees';
import { formatMoney } from '../lib/format';
import { FeeLines, NO_FIGURE } from '../ui/fee-lines';
import { Icon } from '../ui/icon';
import { useNarrow } from '../ui/use-narrow';

/** Typing is over this long after the last key: only then is the total read out. */
const SETTLED_AFTER_MS = 700;

interface LiveFeesProps {
  /** "20.00", or null while nothing that can be sent is typed. */
  readonly amount: string | null;
  readonly schedule: FeeScheduleName;
}

/**
 * Both fees and the total while the amount is typed, on a phone in one line until it is opened; assistive technology hears
 * the total alone.
 */
export function LiveFees({ amount, schedule }: LiveFeesProps) {
  const { t, i18n } = useTranslation();
  const cents = amount === null ? 0 : centsOf(amount);
  const fees = cents === 0 ? null : feesOf(cents, schedule);
  const heard = useSettled(fees?.totalCents ?? 0);
  const narrow = useNarrow();
  const money = (of: number | undefined) => (of === undefined ? NO_FIGURE : formatMoney(of, i18n.language));
  const lines = (
    <div className="well">
      <FeeLines fees={fees} schedule={schedule} />
    </div>
  );
  return (
    <div>
      {narrow ? (
        <details>
          <summary className="fold t14">
            <span className="link muted">
              {t('fees.brief', { fees: money(fees?.totalFeeCents) })}
              <Icon name="chevronDown" size={16} />
            </span>
            <span>
              <span className="muted">{t('fees.charge')}</span> <b>{money(fees?.totalCents)}</b>
            </span>
          </summary>
          {lines}
        </details>
      ) : (
        lines
      )}
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
