import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { centsOf } from '@kernel/money/money';
import { feesOf, type FeesCents, type FeeScheduleName } from '@kernel/money/fees';
import { Box, Group, Text } from '@mantine/core';
import { storageKeys } from '../../lib/api/keys';
import { formatMoney } from '../../lib/format';
import { storage } from '../../lib/storage';
import { FeeLines } from '../../ui/parts/fee-lines';
import { Icon } from '../../ui/parts/icon';
import { useNarrow } from '../../ui/parts/use-narrow';

/** Typing is over this long after the last key: only then is the total read out. */
const SETTLED_AFTER_MS = 700;
/** What the browser keeps of the fold. */
const [OPEN, CLOSED] = ['open', 'closed'];

interface LiveFeesProps {
  /** "20.00", or null while nothing that can be sent is typed. */
  readonly amount: string | null;
  readonly schedule: FeeScheduleName;
}

/** Both fees and the total while the amount is typed; assistive technology hears the total. */
export function LiveFees({ amount, schedule }: LiveFeesProps) {
  const { t, i18n } = useTranslation();
  const fees = amount === null ? null : feesOf(centsOf(amount), schedule);
  const narrow = useNarrow();
  const heard = useSettled(fees?.totalCents ?? 0);
  const money = (cents: number) => formatMoney(cents, i18n.language);
  return (
    <>
      {fees && (
        <Box className="well" w="100%">
          {narrow ? (
            <FoldedFees fees={fees} schedule={schedule} />
          ) : (
            <FeeLines fees={fees} schedule={schedule} />
          )}
        </Box>
      )}
      <p className="visually-hidden" role="status">
        {heard > 0 && t('quick.total', { total: money(heard) })}
      </p>
    </>
  );
}

/** On a phone the lines are open the first time, then as they were left. */
function FoldedFees({ fees, schedule }: { readonly fees: FeesCents; readonly schedule: FeeScheduleName }) {
  const { t, i18n } = useTranslation();
  const [isOpen, setOpen] = useState(() => storage('local').get(storageKeys.quickFees) !== CLOSED);
  const money = (cents: number) => formatMoney(cents, i18n.language);
  return (
    <details open={isOpen}>
      <Box
        component="summary"
        className="fold"
        fz="sm"
        onClick={(event) => {
          event.preventDefault();
          setOpen(!isOpen);
          storage('local').set(storageKeys.quickFees, isOpen ? CLOSED : OPEN);
        }}
      >
        <Group component="span" display="inline-flex" gap={4} c="dimmed">
          {t('fees.brief', { fees: money(fees.totalFeeCents) })}
          <Icon name="chevronDown" size={16} />
        </Group>
        {!isOpen && (
          <span>
            <Text span c="dimmed">
              {t('fees.charge')}
            </Text>{' '}
            <Text component="b" fz="md">
              {money(fees.totalCents)}
            </Text>
          </span>
        )}
      </Box>
      <FeeLines fees={fees} schedule={schedule} />
    </details>
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
