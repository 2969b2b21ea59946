import type { RecordedEvent } from '../../../event-sourcing/event.js';
import type { LifecycleEvent } from './lifecycle-events.rules.js';

type Type = LifecycleEvent['type'];
type CallName = 'authorize' | 'capture' | 'void' | 'submit_payout' | 'recall_payout' | 'refund';

/** A provider call as recorded in the log: from its intention to the first recorded outcome. */
export interface RecordedCall {
  readonly call: CallName;
  readonly askedAt: string;
  /** The event of the first outcome; null while there is none. */
  readonly outcome: Type | null;
  readonly answeredAt: string | null;
  /** From intention to recorded outcome, repeats included. */
  readonly tookMs: number | null;
}

const INTENTIONS: Partial<Record<Type, CallName>> = {
  PaymentRequested: 'authorize',
  CaptureRequested: 'capture',
  VoidRequested: 'void',
  PayoutSubmitted: 'submit_payout',
  PayoutRecallRequested: 'recall_payout',
  RefundInitiated: 'refund',
};

const ENDED: readonly Type[] = ['PayoutConfirmed', 'PayoutFailed', 'PayoutReturned'];
const OUTCOMES: Readonly<Record<CallName, readonly Type[]>> = {
  authorize: ['PaymentActionRequired', 'PaymentAuthorized', 'PaymentDeclined', 'PaymentVoided'],
  capture: ['PaymentCaptured', 'PaymentVoided'],
  void: ['PaymentVoided', 'PaymentCaptured', 'PaymentDeclined'],
  submit_payout: ['PayoutAccepted', ...ENDED],
  recall_payout: ENDED,
  refund: ['RefundAccepted', 'RefundCompleted', 'RefundFailed', 'TransferRefunded'],
};

/** The outcome of a void that came too late: the bank had authorized the payment already, so the card is kept. */
const KEPT_CARD: Type = 'PaymentAuthorized';

/** Every provider call of a transfer, oldest first (docs/operations.md, "One transfer"). */
export function callsOf(events: readonly RecordedEvent<LifecycleEvent>[]): readonly RecordedCall[] {
  const calls: RecordedCall[] = [];
  let isCancelled = false;
  for (const { type, metadata } of events) {
    isCancelled ||= type === 'CancelRequested';
    const isOutcome = (call: CallName): boolean =>
      OUTCOMES[call].includes(type) || (call === 'void' && !isCancelled && type === KEPT_CARD);
    const answered = calls.findIndex(({ call, outcome }) => outcome === null && isOutcome(call));
    const waiting = calls[answered];
    if (waiting) calls[answered] = { ...waiting, ...outcomeAt(waiting.askedAt, type, metadata.at) };
    const call = INTENTIONS[type];
    if (call) calls.push({ call, askedAt: metadata.at, outcome: null, answeredAt: null, tookMs: null });
  }
  return calls;
}

const outcomeAt = (askedAt: string, outcome: Type, answeredAt: string) => ({
  outcome,
  answeredAt,
  tookMs: Date.parse(answeredAt) - Date.parse(askedAt),
});
