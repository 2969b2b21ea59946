import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack } from '@mantine/core';
import { useFeeSchedule } from '../../lib/use-fee-schedule';
import { useSend, type Send } from '../../lib/api/use-send';
import { CardPicker } from '../../payments/card-picker';
import { CardRefusal } from '../../payments/card-entry/card-refusal';
import { useCardChoice } from '../../payments/use-card-choice';
import { isCardRefusal, useCardProblem } from '../../payments/card-entry/use-card-problem';
import { DuplicateWarning } from '../quick-send/duplicate-warning';
import { PayBar } from './pay-bar';
import { PaymentNotice } from './payment-notice';
import { PaymentSummary } from './payment-summary';
import type { PendingPayment } from './pending-payment';
import { ScamWarning } from '../quick-send/scam-warning';
import { transferIdOf } from '../page/transfer-id';
import { useFirstSend } from '../quick-send/use-first-send';
import type { PaymentPhase } from './use-payment';
import { usePaymentReview, type PaymentReview as PaymentReviewActions } from './use-payment-review';
import { useRecentTransfers } from '../use-transfers';

/** While a payment may have been accepted, another one could be a second transfer. */
const EDITABLE: ReadonlySet<PaymentPhase['kind']> = new Set(['ready', 'refused', 'notSent', 'stopped']);

/** Only the button changes when it is pressed: what is below must not move under the finger. */
const UNANSWERED: ReadonlySet<PaymentPhase['kind']> = new Set(['ready', 'sending']);

/** While an earlier press may have paid already, the button only asks. */
const ASKS: ReadonlySet<PaymentPhase['kind']> = new Set(['unknown', 'checking']);

function waitsFor({ kind }: PaymentPhase, isPressed: boolean) {
  if (kind === 'unavailable') return null;
  if (kind === 'confirming' || kind === 'checking') return kind;
  return kind === 'sending' || isPressed ? 'paying' : null;
}

/** Recipient, cost, card, and one button with the amount to be charged. */
export function PaymentReview({ payment }: { readonly payment: PendingPayment }) {
  const { data: overview } = useFeeSchedule();
  const choice = useCardChoice();
  const review = usePaymentReview(payment, { overview, onCardRefused: choice.clear });
  const firstSend = useFirstSend(payment);
  const press = useSend(async () => {
    if (firstSend.allows()) await review.pay(await choice.pick());
  });
  const { phase } = review;
  const instead = useInstead(review, press);
  return (
    <div className="payment">
      <PaymentSummary
        payment={payment}
        thirdParty={overview?.thirdParty ?? []}
        onEdit={review.edit}
        editable={EDITABLE.has(phase.kind) && !press.isMutating}
      />
      <Stack className="payment-method" gap="var(--pad)">
        {firstSend.isFirst && UNANSWERED.has(phase.kind) && (
          <ScamWarning recipient={payment.recipient} firstSend={firstSend} />
        )}
        <CardPicker choice={choice} />
      </Stack>
      <PayBar
        total={payment.fees.total}
        card={choice.card}
        isLoading={!firstSend.isKnown}
        waitsFor={waitsFor(phase, press.isMutating)}
        onPay={() => void press.trigger()}
        instead={instead}
      >
        <Trouble error={press.error} phase={phase}>
          <PaymentNotice
            phase={phase}
            total={payment.fees.total}
            wanted={payment.amount}
            minimum={overview?.minimum}
            onInstead={review.reviewInstead}
          />
        </Trouble>
        {phase.kind === 'ready' && <SentBefore payment={payment} />}
      </PayBar>
    </div>
  );
}

/** What the button does while it does not pay: it asks, or repeats a press that recorded nothing. */
function useInstead({ phase, check, retry }: PaymentReviewActions, press: Send<void, unknown>) {
  const { t } = useTranslation();
  if (ASKS.has(phase.kind)) return { label: t('payment.check'), press: check };
  if (phase.kind === 'unavailable') return { label: t('payment.tryAgain'), press: retry };
  return phase.kind === 'stopped'
    ? { label: t('payment.tryAgain'), press: () => void press.trigger() }
    : undefined;
}

interface TroubleProps {
  /** Why the last press sent nothing. */
  readonly error: unknown;
  readonly phase: PaymentPhase;
  readonly children: ReactNode;
}

/** What is wrong with the card, otherwise the notice about the payment. */
function Trouble({ error, phase, children }: TroubleProps) {
  const problemOf = useCardProblem();
  const refused = phase.kind === 'refused' && isCardRefusal(phase.error) ? phase.error : error;
  return refused === undefined ? children : <CardRefusal problem={problemOf(refused)} />;
}

/** Warns when the same amount went to the same recipient a moment ago. */
function SentBefore({ payment }: { readonly payment: PendingPayment }) {
  const { data: recent } = useRecentTransfers();
  const id = transferIdOf(payment);
  const others = (recent?.items ?? []).filter((transfer) => transfer.id !== id);
  return <DuplicateWarning draft={payment} recent={others} />;
}
