import { useRef } from 'react';
import type { Transaction, TransferStep } from '@kernel/money/transfers';
import { Stack } from '@mantine/core';
import { ApiError } from '../../lib/api/api-error';
import { CardPicker } from '../../payments/card-picker';
import { CardRefusal } from '../../payments/card-entry/card-refusal';
import { useCardChoice } from '../../payments/use-card-choice';
import { isCardRefusal, useCardProblem } from '../../payments/card-entry/use-card-problem';
import { DeclinedPayment } from './declined-payment';
import { PayBar } from './pay-bar';
import { PaymentLayout } from './payment-layout';
import { useFollowedTransfer } from '../page/use-followed-transfer';
import { usePaymentAttempt } from './use-payment-attempt';
import { WaysOut } from './ways-out';

/** A payment that its bank declined, or that has no card yet: another card is another attempt. */
export function CardRetry({ transfer }: { readonly transfer: Transaction }) {
  const method = useRef<HTMLDivElement>(null);
  const tries = transfer.steps.filter(({ step }) => step === 'declined');
  const choice = useCardChoice(tries.filter(isOver).flatMap(({ card }) => card ?? []));
  const { mutate } = useFollowedTransfer(transfer.id);
  const problemOf = useCardProblem();
  const { trigger, isMutating, error } = usePaymentAttempt(transfer.id, choice.pick, (failure) => {
    if (isCardRefusal(failure)) choice.clear();
    // Paid in another tab, or too late: the transfer says which.
    else if (failure instanceof ApiError) void mutate();
  });
  const isDeclined = transfer.payment?.state === 'declined';
  return (
    <>
      {isDeclined && error === undefined && (
        <DeclinedPayment
          transfer={transfer}
          onAnotherCard={() => {
            method.current?.scrollIntoView();
            method.current?.querySelector<HTMLElement>('input:checked, iframe')?.focus();
          }}
        />
      )}
      <PaymentLayout transfer={transfer}>
        <Stack className="payment-method" gap="var(--pad)" ref={method}>
          <CardPicker choice={choice} tries={tries} />
          {!(isDeclined && error === undefined) && <WaysOut transfer={transfer} />}
        </Stack>
        <PayBar
          total={transfer.fees.total}
          card={choice.card}
          waitsFor={isMutating ? 'paying' : null}
          onPay={() => void trigger()}
        >
          <CardRefusal problem={problemOf(error)} />
        </PayBar>
      </PaymentLayout>
    </>
  );
}

/** A bank that did not respond, or whose question had no answer, may say yes now. */
const isOver = ({ reason = '' }: TransferStep): boolean => !['try_again', 'not_confirmed'].includes(reason);
