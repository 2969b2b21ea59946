import type { RecordedEvent } from '../event-sourcing/event.js';
import type { LifecycleEvent } from './lifecycle-events.rules.js';

type Type = LifecycleEvent['type'];
type Asked = 'authorize' | 'capture' | 'void' | 'submit_payout' | 'recall_payout' | 'refund';

/** A provider call as the log tells it: from its intention to the first recorded answer. */
export interface RecordedCall {
  readonly call: Asked;
  readonly askedAt: string;
  /** The event of the first answer; null while there is none. */
  readonly outcome: Type | null;
  readonly answeredAt: string | null;
  /** From intention to recorded answer, repeats included. */
  readonly tookMs: number | null;
}

const INTENTIONS: Partial<Record<Type, Asked>> = {
  PaymentRequested: 'authorize',
  CaptureRequested: 'capture',
  VoidRequested: 'void',
  PayoutSubmitted: 'submit_payout',
  PayoutRecallRequested: 'recall_payout',
  RefundInitiated: 'refund',
};

const ENDED: readonly Type[] = ['PayoutConfirmed', 'PayoutFailed', 'PayoutReturned'];
const ANSWERS: Readonly<Record<Asked, readonly Type[]>> = {
  authorize: ['PaymentActionRequired', 'PaymentAuthorized', 'PaymentDeclined', 'PaymentVoided'],
  capture: ['PaymentCaptured', 'PaymentVoided'],
  void: ['PaymentVoided', 'PaymentCaptured', 'PaymentDeclined'],
  submit_payout: ['PayoutAccepted', ...ENDED],
  recall_payout: ENDED,
  refund: ['RefundAccepted', 'RefundCompleted', 'RefundFailed', 'TransferRefunded'],
};

/** What a card was given up for after all: its bank had confirmed it already. */
const KEPT: Type = 'PaymentAuthorized';

/** Every call that the transfer's intentions asked for, oldest first (docs/operations.md, "One transfer"). */
export function callsOf(events: readonly RecordedEvent<LifecycleEvent>[]): readonly RecordedCall[] {
  const calls: RecordedCall[] = [];
  let isCancelled = false;
  for (const { type, metadata } of events) {
    isCancelled ||= type === 'CancelRequested';
    const isAnswer = (call: Asked): boolean =>
      ANSWERS[call].includes(type) || (call === 'void' && !isCancelled && type === KEPT);
    const answered = calls.findIndex(({ call, outcome }) => outcome === null && isAnswer(call));
    const waiting = calls[answered];
    if (waiting) calls[answered] = { ...waiting, ...answerAt(waiting.askedAt, type, metadata.at) };
    const call = INTENTIONS[type];
    if (call) calls.push({ call, askedAt: metadata.at, outcome: null, answeredAt: null, tookMs: null });
  }
  return calls;
}

const answerAt = (askedAt: string, outcome: Type, answeredAt: string) => ({
  ...{ outcome, answeredAt, tookMs: Date.parse(answeredAt) - Date.parse(askedAt) },
});
