import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money/money';
import { feesOf, type FeeScheduleName } from '@kernel/money/fees';
import { Box, Text } from '@mantine/core';
import { formatMoney } from '../../lib/format';
import { FeeLines } from '../../ui/parts/fee-lines';
import { Icon } from '../../ui/parts/icon';

/** Typing is over this long after the last key: only then is the total read out. */
const SETTLED_AFTER_MS = 700;

interface LiveFeesProps {
  /** "20.00", or null while nothing that can be sent is typed. */
  readonly amount: string | null;
  readonly schedule: FeeScheduleName;
}

/** Both fees and the total while the amount is typed, in one line until it is opened; assistive technology hears the total. */
export function LiveFees({ amount, schedule }: LiveFeesProps) {
  const { t, i18n } = useTranslation();
  const fees = amount === null ? null : feesOf(centsOf(amount), schedule);
  const heard = useSettled(fees?.totalCents ?? 0);
  const money = (cents: number) => formatMoney(cents, i18n.language);
  return (
    <>
      {fees && (
        <details className="quick-fees">
          <Box component="summary" className="fold" fz="sm">
            <Text span className="quick-fees-brief" c="dimmed">
              {t('fees.brief', { fees: money(fees.totalFeeCents) })}
              <Icon name="chevronDown" size={16} />
            </Text>
            <span>
              <Text span c="dimmed">
                {t('fees.charge')}
              </Text>{' '}
              <b>{money(fees.totalCents)}</b>
            </span>
          </Box>
          <div className="well">
            <FeeLines fees={fees} schedule={schedule} />
          </div>
        </details>
      )}
      <p className="visually-hidden" role="status">
        {heard > 0 && t('quick.total', { total: money(heard) })}
      </p>
    </>
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
