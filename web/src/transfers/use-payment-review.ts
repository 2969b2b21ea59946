import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { centsOf } from '@kernel/money';
import { feesOf } from '@kernel/fees';
import { feesOnWire } from '@kernel/fees-on-wire';
import type { Amount, FeeScheduleOverview, Transaction } from '@kernel/transfers';
import { useConfig } from '../accounts/use-config';
import type { ApiError } from '../lib/api-error';
import { keys } from '../lib/keys';
import { showSuccess } from '../ui/toasts';
import { draftState, type PaymentState } from './payment-state';
import { usePayment, type PaymentPhase } from './use-payment';
import { useSayRefusal } from './use-say-refusal';

export interface PaymentReview {
  readonly phase: PaymentPhase;
  readonly pay: () => Promise<void>;
  /** Reviews a smaller amount in place of this one; nothing is sent yet. */
  readonly paySmaller: (amount: Amount) => void;
  /** Back to Quick Send with these values; the next send has another key. */
  readonly edit: () => void;
}

/** What the review does: pay, and what follows from the answer. */
export function usePaymentReview(
  payment: PaymentState,
  overview: FeeScheduleOverview | undefined,
): PaymentReview {
  const navigate = useNavigate();
  const { phase, pay, clear } = usePayment(payment.key);
  const finish = useFinish();
  const refused = useRefused(payment);
  const mounted = useMounted();
  return {
    phase,
    pay: async () => {
      const outcome = await pay(payment);
      if (outcome.kind === 'paid') finish(payment, outcome.transfer, mounted.current);
      if (outcome.kind === 'refused' && mounted.current) await refused(outcome.error);
    },
    paySmaller: (amount) => {
      if (!overview) return;
      clear();
      const fees = feesOnWire(feesOf(centsOf(amount), overview.schedule));
      const state: PaymentState = { ...payment, amount, fees, key: crypto.randomUUID() };
      void navigate('/payment', { replace: true, state });
    },
    edit: () => {
      void navigate('/dashboard', { state: draftState(payment.uid, payment) });
    },
  };
}

/** A paid review leads to its transfer, also when one goes back to it; a person who left hears the toast only. */
function useFinish() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const testMode = useConfig()?.testMode;
  return (payment: PaymentState, transfer: Transaction, here: boolean) => {
    showSuccess(t(testMode ? 'quick.mockSuccess' : 'quick.submitted'));
    if (!here) return;
    const paid: PaymentState = { ...payment, paidTransferId: transfer.id };
    void navigate('/payment', { replace: true, state: paid });
    void navigate(`/transactions/${transfer.id}`, { state: { justSent: true } });
  };
}

/** After a refusal the next press is another payment: a new key, and the fees that hold now. */
function useRefused(payment: PaymentState) {
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const sayRefusal = useSayRefusal();
  return async (error: ApiError) => {
    sayRefusal(error);
    const renewed = { ...payment, key: crypto.randomUUID() };
    void navigate('/payment', { replace: true, state: renewed });
    if (error.code !== 'total_changed') return;
    const overview = await mutate<FeeScheduleOverview>(keys.feeSchedule);
    if (!overview) return;
    const fees = feesOnWire(feesOf(centsOf(payment.amount), overview.schedule));
    void navigate('/payment', { replace: true, state: { ...renewed, fees } });
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
