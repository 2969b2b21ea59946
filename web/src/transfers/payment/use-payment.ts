import { useEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import type { CardChoice } from '@kernel/money/cards';
import type { Transaction } from '@kernel/money/transfers';
import { onSessionEnd, sendJson } from '../../lib/api/api';
import { ApiError } from '../../lib/api/api-error';
import { keyOf } from '../../lib/api/reads';
import { useSend } from '../../lib/api/use-send';
import { whileBeingSent } from './being-sent';
import { sendUntilResponse } from '../quick-send/send-until-response';
import { addOptimisticTransfer, optimisticTransfers, removeOptimisticTransfer } from './payment-storage';
import { nothingRecorded, outcomeOf, type NothingRecorded } from './outcome';
import { pickDraft, type PendingPayment } from './pending-payment';
import { transferIdOf } from '../page/transfer-id';
import { useAcceptTransfer } from './use-accept-transfer';
import { useOptimisticTransfers } from './use-optimistic-transfers';
import { usePaymentCheck } from './use-payment-check';

/**
 * State of a payment. `unknown`: it was sent, maybe on an earlier visit, and its outcome is not known; `notSent`: the
 * server was checked and never received it. The server could not take it, so nothing was recorded: `unavailable` until
 * the next request or a press, `retrying` during it, `stopped` after the last.
 */
export type PaymentPhase =
  | { readonly kind: 'ready' | 'sending' | 'confirming' | 'unknown' | 'checking' | 'notSent' }
  | { readonly kind: 'unavailable' | 'retrying' | 'stopped'; readonly why: NothingRecorded }
  | { readonly kind: 'refused'; readonly error: ApiError };

export interface Payment {
  readonly phase: PaymentPhase;
  readonly pay: (card: CardChoice) => Promise<void>;
  /** Ends the wait before the next request. */
  readonly retry: () => void;
  /** Checks its outcome without paying. */
  readonly check: () => void;
  /** Clears a refusal before another attempt. */
  readonly clear: () => void;
}

/** What is known between the requests of a payment. */
type Trouble = 'sending' | 'confirming' | NothingRecorded;

interface Outcomes {
  /** Awaited: the button stays busy until the next screen is shown. */
  readonly onPaid: (transfer: Transaction) => Promise<void>;
  readonly onRefused: (error: ApiError) => Promise<void>;
}

/** Longest wait that a server may request between two attempts. */
const RETRY_AFTER_MAX_MS = 30_000;

/** Sends a payment and repeats the request, with the same key, until its outcome is known. */
export function usePayment(payment: PendingPayment, { onPaid, onRefused }: Outcomes): Payment {
  const accept = useAcceptTransfer();
  const { check, checking } = usePaymentCheck();
  const [trouble, setTrouble] = useState<Trouble>('sending');
  const [isWaiting, setWaiting] = useState(false);
  const skipWait = useRef<() => void>(() => undefined);
  const entry = useOptimisticTransfers().find(({ key }) => key === payment.key);
  const { trigger, isMutating, error, reset } = useSend((card: CardChoice) =>
    whileBeingSent(payment, async () => {
      // An earlier visit may have sent it already.
      let isUnknown = entry !== undefined;
      setTrouble('sending');
      const sending = startSending(payment, card);
      try {
        const transfer = await sending.untilResponse(
          (failure) => {
            const why = nothingRecorded(failure);
            isUnknown ||= why === null;
            setTrouble(isUnknown || why === null ? 'confirming' : why);
            setWaiting(true);
          },
          async (delayMs) => {
            await wait(delayMs, skipWait);
            setWaiting(false);
          },
        );
        if (!sending.isStillTheirs()) throw new Error('Somebody else may be here now');
        accept(transfer);
        removeOptimisticTransfer(payment);
        await onPaid(transfer);
      } catch (failure) {
        if (isRefusal(failure)) {
          removeOptimisticTransfer(payment);
          await onRefused(failure);
        }
        if (!isUnknown && nothingRecorded(failure)) removeOptimisticTransfer(payment);
        throw failure;
      } finally {
        sending.end();
      }
    }),
  );
  useFoundByCheck(payment, isMutating, onPaid);
  const retry = () => {
    skipWait.current();
  };
  const unresolved = checking ? 'checking' : 'unknown';
  return { phase: phaseOf(), pay: trigger, retry, check, clear: reset };

  function phaseOf(): PaymentPhase {
    if (isMutating) {
      if (trouble === 'sending' || trouble === 'confirming') return { kind: trouble };
      return { kind: isWaiting ? 'unavailable' : 'retrying', why: trouble };
    }
    if (isRefusal(error)) return { kind: 'refused', error };
    if (entry) return { kind: entry.notSent ? 'notSent' : unresolved };
    if (error === undefined) return { kind: 'ready' };
    const why = nothingRecorded(error);
    return why ? { kind: 'stopped', why } : { kind: unresolved };
  }
}

/** Ends a payment when the check found its transfer, maybe in another tab. */
function useFoundByCheck(payment: PendingPayment, sending: boolean, onPaid: Outcomes['onPaid']): void {
  const { data: transfer } = useSWR<Transaction, unknown>(
    keyOf('/transfers/{id}', { path: { id: transferIdOf(payment) } }),
    null,
  );
  const finished = useRef(false);
  useEffect(() => {
    if (!transfer || sending || finished.current) return;
    finished.current = true;
    void onPaid(transfer);
  }, [transfer, sending, onPaid]);
}

/**
 * Repeats the request only while the sender who pressed Pay is signed in: a sign-out removes their entry, an expired
 * session is reported. Afterwards another user of this browser must not pay.
 */
function startSending(payment: PendingPayment, card: CardChoice) {
  const body = { ...pickDraft(payment), total: payment.fees.total, ...card };
  const header = { 'Idempotency-Key': payment.key };
  let sessionEnded = false;
  const end = onSessionEnd(() => {
    sessionEnded = true;
  });
  addOptimisticTransfer(payment);
  const hasEntry = () => optimisticTransfers(payment.uid).some(({ key }) => key === payment.key);
  // When storage was full there is no entry: then only the session counts.
  const hadEntry = hasEntry();
  const isStillTheirs = () => !sessionEnded && (!hadEntry || hasEntry());
  const untilResponse = (onUnknown: (error: unknown) => void, pause: (delayMs: number) => Promise<void>) =>
    sendUntilResponse({
      send: () => {
        if (hadEntry) addOptimisticTransfer(payment);
        return sendJson('POST', '/transfers', { body, header });
      },
      isUnknown: (error) => outcomeOf(error) === 'unknown',
      onUnknown,
      wait: async (delayMs, error) => {
        await pause(Math.max(delayMs, retryAfterMs(error)));
        if (!isStillTheirs()) throw error;
      },
    });
  return { untilResponse, isStillTheirs, end };
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && outcomeOf(error) === 'refused';
}

function retryAfterMs(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
  return Math.min(seconds * 1_000, RETRY_AFTER_MAX_MS);
}

function wait(ms: number, skip: { current: () => void }): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    skip.current = resolve;
  });
}
