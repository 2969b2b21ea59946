import { useSWRConfig } from 'swr';
import type { CardChoice } from '@kernel/money/cards';
import type { Amount, FeeScheduleOverview, Transaction } from '@kernel/money/transfers';
import type { ApiError } from '../../lib/api/api-error';
import { keyOf } from '../../lib/api/reads';
import { useOpenScreen } from '../../lib/navigation';
import { isCardRefusal } from '../../payments/card-entry/use-card-problem';
import { showSuccess } from '../../ui/feedback/toasts';
import type { CancelToSend } from '../limits/cancel-to-send';
import { useCancelledText } from '../limits/use-cancelled-text';
import { paymentPath, removeOptimisticTransfer, storePayment, transferPaymentPath } from './payment-storage';
import { draftState, newPayment, pickDraft, type PendingPayment } from './pending-payment';
import { forgetQuickSend } from '../quick-send/quick-send-draft';
import { isPaid, useFinish } from './use-finish';
import { useMounted } from '../use-mounted';
import { usePayment, type PaymentPhase } from './use-payment';
import { useShowRefusal } from '../quick-send/use-refusal';

export interface PaymentReview {
  readonly phase: PaymentPhase;
  readonly pay: (card: CardChoice) => Promise<void>;
  /** Repeats the request now instead of after the wait. */
  readonly retry: () => void;
  /** Checks the outcome of a payment that was sent before. */
  readonly check: () => void;
  /** Reviews another amount in place of this one, for which other transfers may have been cancelled; nothing is sent yet. */
  readonly reviewInstead: (amount: Amount, cancelled: CancelToSend | null) => void;
  /** Back to Quick Send with these values; the next send has another key. */
  readonly edit: () => void;
}

interface ReviewContext {
  readonly overview: FeeScheduleOverview | undefined;
  /** The card is not accepted; the sender stays and chooses another one. */
  readonly onCardRefused: () => void;
}

/** The actions of the review: paying, and what follows from the response. */
export function usePaymentReview(
  payment: PendingPayment,
  { overview, onCardRefused }: ReviewContext,
): PaymentReview {
  const openScreen = useOpenScreen();
  const replaceBy = useReplaceBy();
  const cancelledText = useCancelledText();
  const { phase, pay, retry, check, clear } = usePayment(payment, {
    onPaid: useAccepted(payment),
    onRefused: useRefused(payment, onCardRefused),
  });
  return {
    phase,
    pay,
    retry,
    check,
    reviewInstead: (amount, cancelled) => {
      if (cancelled) showSuccess(cancelledText(cancelled));
      if (!overview) return;
      clear();
      void replaceBy(newPayment(payment.uid, { ...pickDraft(payment), amount }, overview.schedule));
    },
    edit: () => {
      // A payment that never reached the server is replaced by the next one.
      removeOptimisticTransfer(payment);
      void openScreen('/dashboard', { state: draftState(payment.uid, pickDraft(payment)) });
    },
  };
}

/** What the sender sees next: the transfer, or what its payment still waits for. Who left sees only the toast. */
function useAccepted(payment: PendingPayment) {
  const openScreen = useOpenScreen();
  const finish = useFinish();
  const mounted = useMounted();
  return async (transfer: Transaction) => {
    forgetQuickSend();
    storePayment({ ...payment, paidTransferId: transfer.id });
    if (isPaid(transfer) || !mounted.current) await finish(transfer, mounted.current);
    else await openScreen(transferPaymentPath(transfer.id), { replace: true });
  };
}

/** After a refusal the next press is a new payment: a new key, and the current fees. */
function useRefused(payment: PendingPayment, onCardRefused: () => void) {
  const { mutate } = useSWRConfig();
  const showRefusal = useShowRefusal();
  const replaceBy = useReplaceBy();
  const mounted = useMounted();
  return async (error: ApiError) => {
    if (!mounted.current) return;
    if (isCardRefusal(error)) {
      onCardRefused();
      return;
    }
    showRefusal(error);
    const changed =
      error.code === 'total_changed' && (await mutate<FeeScheduleOverview>(keyOf('/fees/schedule')));
    await replaceBy(
      changed
        ? newPayment(payment.uid, pickDraft(payment), changed.schedule)
        : { ...payment, key: crypto.randomUUID() },
    );
  };
}

function useReplaceBy() {
  const openScreen = useOpenScreen();
  return async (payment: PendingPayment) => {
    storePayment(payment);
    await openScreen(paymentPath(payment), { replace: true });
  };
}
