import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Group } from '@mantine/core';
import type { Transaction } from '@kernel/money/transfers';
import { formatMoney } from '../../lib/format';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { Muted } from '../../ui/parts/text';
import { useHasWeeklyLimit } from '../limits/use-allowance';
import { useLeavePayment } from './use-leave-payment';

interface WaysOutProps {
  readonly transfer: Transaction;
  /** The way on that comes first. */
  readonly children?: ReactNode;
}

/** An unpaid transfer can be sent with another amount, or not at all; both cancel it first. */
export function WaysOut({ transfer, children }: WaysOutProps) {
  const { t, i18n } = useTranslation();
  const hasLimit = useHasWeeklyLimit();
  const problemText = useProblemText();
  const { leave, leavingFor, failure } = useLeavePayment(transfer);
  const amount = formatMoney(transfer.amount, i18n.language);
  return (
    <div className="ways-out">
      <Group gap="xs">
        {children}
        <Button
          busy={leavingFor === 'amount'}
          busyText={t('payment.leave.busy')}
          onClick={() => void leave('amount')}
        >
          {t('payment.leave.amount')}
        </Button>
        <Button
          tone="subtle"
          c="var(--danger)"
          busy={leavingFor === 'cancel'}
          busyText={t('payment.leave.busy')}
          onClick={() => void leave('cancel')}
        >
          {t('payment.leave.cancel')}
        </Button>
        {hasLimit && <Muted flex="1 1 240px">{t('payment.leave.inLimit', { amount })}</Muted>}
      </Group>
      {failure !== null && (
        <p role="alert">{failure.isUnknown ? t('payment.leave.unknown') : problemText(failure.error)}</p>
      )}
    </div>
  );
}
