import { useTranslation } from 'react-i18next';
import type { Transaction } from '@kernel/money/transfers';
import { Stack } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { formatTime } from '../../lib/format';
import { CardPicker } from '../../payments/card-picker';
import { CardRefusal } from '../../payments/card-entry/card-refusal';
import { useCardChoice } from '../../payments/use-card-choice';
import { isCardRefusal, useCardProblem } from '../../payments/card-entry/use-card-problem';
import { Notice } from '../../ui/feedback/notice';
import { attemptsLeft } from '../quick-send/attempts-left';
import { PayBar } from './pay-bar';
import { PaymentLayout } from './payment-layout';
import { useFollowedTransfer } from '../page/use-followed-transfer';
import { usePaymentAttempt } from './use-payment-attempt';

/** A payment that its bank declined, or that has no card yet: another card is another attempt. */
export function CardRetry({ transfer }: { readonly transfer: Transaction }) {
  const declined = transfer.payment?.state === 'declined' ? transfer.card : null;
  // A bank that did not respond may do so now.
  const isOver = transfer.payment?.group !== 'try_again';
  const choice = useCardChoice(isOver ? declined : null);
  const { mutate } = useFollowedTransfer(transfer.id);
  const problemOf = useCardProblem();
  const { trigger, isMutating, error } = usePaymentAttempt(transfer.id, choice.pick, (failure) => {
    if (isCardRefusal(failure)) choice.clear();
    // Paid in another tab, or too late: the transfer says which.
    else if (failure instanceof ApiError) void mutate();
  });
  return (
    <PaymentLayout transfer={transfer}>
      <Stack className="payment-method" gap="var(--pad)">
        {error === undefined && <Declined transfer={transfer} />}
        <CardPicker choice={choice} declined={declined} />
      </Stack>
      <PayBar
        total={transfer.fees.total}
        waitsFor={isMutating ? 'paying' : null}
        onPay={() => void trigger()}
      >
        <CardRefusal problem={problemOf(error)} />
      </PayBar>
    </PaymentLayout>
  );
}

/** Why nothing was charged, and until when another card helps. */
function Declined({ transfer: { payment, steps } }: { readonly transfer: Transaction }) {
  const { t, i18n } = useTranslation();
  if (payment?.state !== 'declined') return null;
  const group = payment.group ?? 'contact_bank';
  return (
    <Notice tone="danger" icon="alert" role="alert" title={t(`payment.declined.${group}.title`)}>
      {t(`payment.declined.${group}.text`)}
      {payment.payBy !== null &&
        ` ${t('payment.declined.until', { time: formatTime(payment.payBy, i18n.language) })}`}{' '}
      {t('payment.declined.left', { count: attemptsLeft(steps) })}
    </Notice>
  );
}
