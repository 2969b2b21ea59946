import { useCallback, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Page, RequestTransfer, Transaction } from '@kernel/transfers';
import { useUid } from '../accounts/use-session';
import { onSessionEnd, sendJson } from '../lib/api';
import { ApiError } from '../lib/api-error';
import { keys } from '../lib/keys';
import { askUntilAnswered } from './ask-until-answered';
import { addOptimisticTransfer, optimisticTransfers, removeOptimisticTransfer } from './optimistic-transfers';
import { outcomeOf } from './outcome';
import { draftOf, type PaymentState } from './payment-state';
import { useOptimisticTransfers } from './use-optimistic-transfers';

/** Where a payment stands. `unknown`: it was sent once, maybe on an earlier visit, and nobody knows the answer. */
export type PaymentPhase =
  | { readonly kind: 'ready' | 'sending' | 'confirming' | 'unknown' }
  | { readonly kind: 'refused'; readonly error: ApiError };

/** How one press of Pay ended; `ignored` is a second press while the first one is on its way. */
type PayOutcome =
  | { readonly kind: 'paid'; readonly transfer: Transaction }
  | { readonly kind: 'refused'; readonly error: ApiError }
  | { readonly kind: 'unknown' | 'ignored' };

export interface Payment {
  readonly phase: PaymentPhase;
  readonly pay: (payment: PaymentState) => Promise<PayOutcome>;
  /** Takes a refusal away, when something else is about to be tried. */
  readonly clear: () => void;
}

/** Longest wait that a server may ask for between two asks. */
const RETRY_AFTER_MAX_MS = 30_000;

/** Sends a payment and asks again, with the same key, until its outcome is known. */
export function usePayment(key: string): Payment {
  const uid = useUid();
  const accept = useAcceptTransfer(uid);
  const [phase, setPhase] = useState<PaymentPhase>({ kind: 'ready' });
  const paying = useRef(false);
  const askedBefore = useOptimisticTransfers().some((entry) => entry.key === key);

  const pay = useCallback(
    async (payment: PaymentState): Promise<PayOutcome> => {
      if (paying.current || uid === null) return { kind: 'ignored' };
      paying.current = true;
      setPhase({ kind: 'sending' });
      addOptimisticTransfer(uid, payment);
      const asking = startAsking(uid, payment);
      try {
        const transfer = await asking.answer(() => {
          setPhase({ kind: 'confirming' });
        });
        if (!asking.isStillTheirs()) return { kind: 'unknown' };
        removeOptimisticTransfer(uid, payment.key);
        accept(transfer);
        return { kind: 'paid', transfer };
      } catch (error) {
        const outcome = outcomeAfter(error);
        if (outcome.kind === 'refused') removeOptimisticTransfer(uid, payment.key);
        setPhase(outcome);
        return outcome;
      } finally {
        asking.end();
        paying.current = false;
      }
    },
    [uid, accept],
  );
  const clear = useCallback(() => {
    setPhase({ kind: 'ready' });
  }, []);
  return { phase: phase.kind === 'ready' && askedBefore ? { kind: 'unknown' } : phase, pay, clear };
}

/**
 * Asks as long as the person who pressed Pay is the one signed in: a sign-out takes their entry away, an expired
 * session says so. Afterwards somebody else may sit here, and must not pay.
 */
function startAsking(uid: string, payment: PaymentState) {
  const body: RequestTransfer = { ...draftOf(payment), total: payment.fees.total };
  const headers = { 'idempotency-key': payment.key };
  let sessionEnded = false;
  const end = onSessionEnd(() => {
    sessionEnded = true;
  });
  const hasEntry = () => optimisticTransfers(uid).some((entry) => entry.key === payment.key);
  // A full storage took no entry: then only the session tells.
  const hadEntry = hasEntry();
  const isStillTheirs = () => !sessionEnded && (!hadEntry || hasEntry());
  const answer = (onUnknown: () => void) =>
    askUntilAnswered({
      ask: () => sendJson<Transaction>('POST', '/transfers', { body, headers }),
      isUnknown: (error) => outcomeOf(error) === 'unknown',
      onUnknown,
      wait: async (delayMs, error) => {
        await wait(Math.max(delayMs, retryAfterMs(error)));
        if (!isStillTheirs()) throw error;
      },
    });
  return { answer, isStillTheirs, end };
}

function outcomeAfter(
  error: unknown,
): { readonly kind: 'refused'; readonly error: ApiError } | { readonly kind: 'unknown' } {
  return error instanceof ApiError && outcomeOf(error) === 'refused'
    ? { kind: 'refused', error }
    : { kind: 'unknown' };
}

/** Puts an accepted transfer where the lists read it, and has the limit read again. */
function useAcceptTransfer(uid: string | null): (transfer: Transaction) => void {
  const { mutate } = useSWRConfig();
  return useCallback(
    (transfer) => {
      void mutate(keys.transfer(uid, transfer.id), transfer, { revalidate: false });
      void mutate<Page<Transaction>>(keys.recentTransfers(uid), (page) => withFirst(page, transfer));
      void mutate(keys.allowance(uid));
    },
    [mutate, uid],
  );
}

function withFirst(
  page: Page<Transaction> | undefined,
  transfer: Transaction,
): Page<Transaction> | undefined {
  return page && { ...page, items: [transfer, ...page.items.filter(({ id }) => id !== transfer.id)] };
}

function retryAfterMs(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
  return Math.min(seconds * 1_000, RETRY_AFTER_MAX_MS);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
