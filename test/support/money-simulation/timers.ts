import type { RecordedEvent } from '../../../api/src/event-sourcing/event.js';
import {
  transferStream,
  type CancelCause,
  type LifecycleEvent,
} from '../../../api/src/features/lifecycle/state/lifecycle-events.rules.js';
import type { World } from './world.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How long a transfer waits for its card, a hold lasts, and a charge waits for its payout (docs/money.md). */
const CARD_MS = 30 * MINUTE;
const HOLD_MS = 5 * DAY;
const PAYOUT_MS = 10 * DAY;
/** A worker may be busy, or a provider away, once the time is up. */
const SLACK_MS = 10 * MINUTE;

type Life = RecordedEvent<LifecycleEvent>;

const atOf = ({ metadata }: Life): number => Date.parse(metadata.at);
const firstOf = (events: readonly Life[], type: Life['type']): number | null => {
  const found = events.find((event) => event.type === type);
  return found ? atOf(found) : null;
};

/** Until when a card can be tried: from the request, or the first decline. */
function cardUntil(events: readonly Life[]): number {
  const awaited = events.find(({ type }) => type === 'PaymentAwaited');
  const requested = awaited?.type === 'PaymentAwaited' ? Date.parse(awaited.data.requestedAt) : 0;
  return (firstOf(events, 'PaymentDeclined') ?? requested) + CARD_MS;
}

/** When the hold that is in force ends; null without one. */
function holdUntil(events: readonly Life[]): number | null {
  let cases = 0;
  let sinceMs = 0;
  for (const event of events) {
    if (event.type === 'HoldPlaced' && cases === 0) sinceMs = atOf(event);
    cases += STEP_OF[event.type] ?? 0;
  }
  return cases > 0 ? sinceMs + HOLD_MS : null;
}

const STEP_OF: { readonly [Type in Life['type']]?: number } = { HoldPlaced: 1, HoldReleased: -1 };

/** Nothing that only time ends is ended before its time. */
export function tooEarly(before: readonly Life[], event: Life): string | null {
  const at = atOf(event);
  if (event.type === 'RefundInitiated' && event.data.cause === 'overdue') {
    const dueMs = (firstOf(before, 'PaymentCaptured') ?? Infinity) + PAYOUT_MS;
    return at < dueMs ? 'ten days have not passed since the charge' : null;
  }
  return event.type === 'CancelRequested' ? cancelledEarly(before, event.data.cause, at) : null;
}

function cancelledEarly(before: readonly Life[], cause: CancelCause, at: number): string | null {
  if (cause === 'not_paid' && at < cardUntil(before)) return 'a card may still be tried';
  const isHeld = cause === 'hold_expired' && at < (holdUntil(before) ?? Infinity);
  return isHeld ? 'the hold has not ended' : null;
}

/** A review that stops an unpaid transfer leaves its end to time. */
const isEnding = ({ type, data }: Life): boolean =>
  type === 'TransferCancelled' ||
  type === 'TransferDeclined' ||
  (type === 'CancelRequested' && data.cause !== 'suspicious');

/** Nothing that time ends outlives its time by more than the slack. */
export function checkLate(world: World): void {
  for (const transferId of world.transferIds) {
    const events = world.records.stream(transferStream(transferId)) as readonly Life[];
    const late = lateFor(events, world.clock.nowMs - SLACK_MS);
    if (late !== null) world.violated(`${transferId.slice(0, 4)} is late: ${late}`);
  }
}

function lateFor(events: readonly Life[], nowMs: number): string | null {
  const has = (...types: readonly Life['type'][]) => events.some(({ type }) => types.includes(type));
  if (events.some(isEnding) || has('PayoutSubmitted', 'RefundInitiated')) return null;
  const charged = firstOf(events, 'PaymentCaptured');
  if (charged !== null && nowMs > charged + PAYOUT_MS) return 'its charge is neither paid out nor refunded';
  const isReserved = has('PaymentAuthorized');
  if (!isReserved && nowMs > cardUntil(events)) return 'no card was accepted in time';
  return isReserved && nowMs > (holdUntil(events) ?? Infinity) ? 'its hold has not ended' : null;
}
