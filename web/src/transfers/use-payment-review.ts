import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { Amount, FeeScheduleOverview, Transaction } from '@kernel/transfers';
import { useConfig } from '../accounts/use-config';
import type { ApiError } from '../lib/api-error';
import { keys } from '../lib/keys';
import { showSuccess } from '../ui/toasts';
import { removeOptimisticTransfer } from './optimistic-transfers';
import { paymentPath, storePayment } from './payment-storage';
import { draftState, newPayment, pickDraft, type PendingPayment } from './pending-payment';
import { forgetQuickSend } from './quick-send-draft';
import { usePayment, type PaymentPhase } from './use-payment';
import { useShowRefusal } from './use-refusal';

export interface PaymentReview {
  readonly phase: PaymentPhase;
  readonly pay: () => Promise<void>;
  /** Asks what became of a payment that was sent before. */
  readonly check: () => void;
  /** Reviews a smaller amount in place of this one; nothing is sent yet. */
  readonly paySmaller: (amount: Amount) => void;
  /** Back to Quick Send with these values; the next send has another key. */
  readonly edit: () => void;
}

/** The actions of the review: paying, and what follows from the response. */
export function usePaymentReview(
  payment: PendingPayment,
  overview: FeeScheduleOverview | undefined,
): PaymentReview {
  const navigate = useNavigate();
  const replaceBy = useReplaceBy();
  const { phase, pay, check, clear } = usePayment(payment, {
    onPaid: useFinish(payment),
    onRefused: useRefused(payment),
  });
  return {
    phase,
    pay,
    check,
    paySmaller: (amount) => {
      if (!overview) return;
      clear();
      void replaceBy(newPayment(payment.uid, { ...pickDraft(payment), amount }, overview.schedule));
    },
    edit: () => {
      // One that never reached the server is given up for what is sent next.
      removeOptimisticTransfer(payment);
      void navigate('/dashboard', { state: draftState(payment.uid, pickDraft(payment)) });
    },
  };
}

/** A paid review opens its transfer, also when the user goes back to it; a user who left sees only the toast. */
function useFinish(payment: PendingPayment) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const testMode = useConfig()?.testMode;
  const mounted = useMounted();
  return async (transfer: Transaction) => {
    showSuccess(t(testMode ? 'quick.mockSuccess' : 'quick.submitted'));
    forgetQuickSend();
    storePayment({ ...payment, paidTransferId: transfer.id });
    if (mounted.current) await navigate(`/transactions/${transfer.id}`, { state: { justSent: true } });
  };
}

/** After a refusal the next press is a new payment: a new key, and the current fees. */
function useRefused(payment: PendingPayment) {
  const { mutate } = useSWRConfig();
  const showRefusal = useShowRefusal();
  const replaceBy = useReplaceBy();
  const mounted = useMounted();
  return async (error: ApiError) => {
    if (!mounted.current) return;
    showRefusal(error);
    const changed = error.code === 'total_changed' && (await mutate<FeeScheduleOverview>(keys.feeSchedule));
    await replaceBy(
      changed
        ? newPayment(payment.uid, pickDraft(payment), changed.schedule)
        : { ...payment, key: crypto.randomUUID() },
    );
  };
}

function useReplaceBy() {
  const navigate = useNavigate();
  return async (payment: PendingPayment) => {
    storePayment(payment);
    await navigate(paymentPath(payment), { replace: true });
  };
}

function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
