import type { RecordedEvent, StreamEvent } from '../../event-sourcing/event.js';
import { resultOf, type ByEvent } from '../../event-sourcing/evolve.js';
import { transferStream, type LifecycleEvent } from '../lifecycle/state/lifecycle-events.rules.js';
import type { LifecycleState } from '../lifecycle/state/lifecycle-state.rules.js';

/** An event with its place by the time at which it happened. */
export interface PlacedEvent {
  readonly event: RecordedEvent;
  /** Its place among the recorded ones: which of two of the same instant comes first. */
  readonly index: number;
  readonly atMs: number;
  readonly recordedMs: number;
}

/** States what the provider's event before it means, and was recorded with it: it happened when that did. */
const FOLLOWS: ReadonlySet<string> = new Set<LifecycleEvent['type']>([
  'TransferDelivered',
  'TransferRefunded',
]);

const SECOND_MS = 1_000;

/** The provider's own time of an event (docs/events.md), in ms since 1970; null for an event of ours. */
export function providerMs({ data }: Pick<RecordedEvent, 'data'>): number | null {
  if (!('providerAt' in data) || typeof data.providerAt !== 'string') return null;
  const ms = Date.parse(data.providerAt);
  if (Number.isNaN(ms)) return null;
  // A time to the second means any time within it.
  return ms % SECOND_MS === 0 ? ms + SECOND_MS - 1 : ms;
}

/**
 * Events in the order in which they happened: a provider's at its own time, the others when they were recorded. None happens
 * after it was recorded, and none before the event that created its transfer. Stable.
 */
export function inHappenedOrder(recorded: readonly RecordedEvent[]): PlacedEvent[] {
  const createdMs = creationsOf(recorded);
  const newest = new Map<string, Dating>();
  return recorded
    .map((event, index): PlacedEvent => {
      const recordedMs = Date.parse(event.metadata.at);
      const ownMs = providerMs(event) ?? followedMs(event, newest.get(event.stream));
      if (ownMs !== null) newest.set(event.stream, { commandId: event.metadata.commandId, ms: ownMs });
      const atMs = Math.max(Math.min(ownMs ?? recordedMs, recordedMs), createdMs.get(event.stream) ?? 0);
      return { event, index, atMs, recordedMs };
    })
    .sort(byTime);
}

/** When each transfer was requested, by the stream of its life. */
function creationsOf(recorded: readonly RecordedEvent[]): ReadonlyMap<string, number> {
  const createdMs = new Map<string, number>();
  for (const { type, data, metadata } of recorded)
    if (type === 'TransferRequested' && 'transferId' in data)
      createdMs.set(transferStream(String(data.transferId)), Date.parse(metadata.at));
  return createdMs;
}

/** The newest event of a stream that has a provider's time. */
interface Dating {
  readonly commandId: string;
  readonly ms: number;
}

function followedMs({ type, metadata }: RecordedEvent, dating: Dating | undefined): number | null {
  return FOLLOWS.has(type) && dating?.commandId === metadata.commandId ? dating.ms : null;
}

/** By time, then as recorded. */
export const byTime = (one: PlacedEvent, other: PlacedEvent): number =>
  one.atMs - other.atMs || one.index - other.index;

/** Whether a provider's event can follow what has happened to its transfer: an answer comes after its question. */
export function followsLifecycle(lifecycle: LifecycleState, event: StreamEvent<LifecycleEvent>): boolean {
  return resultOf(follows, lifecycle, event) ?? true;
}

const follows: Partial<ByEvent<LifecycleState, LifecycleEvent, boolean>> = {
  PaymentActionRequired: answersPayment,
  PaymentAuthorized: answersPayment,
  PaymentDeclined: answersPayment,
  PaymentCaptured: ({ payment }) => payment?.state === 'authorized',
  PaymentVoided: ({ payment }, { data }) => payment !== null && payment.providerAt <= data.providerAt,
  PayoutAccepted: answersPayout,
  PayoutConfirmed: answersPayout,
  PayoutFailed: answersPayout,
  PayoutReturned: answersPayout,
  PayoutContradicted: ({ payout }) => payout?.state === 'failed' || payout?.state === 'returned',
  TransferDelivered: ({ payout }) => payout?.state === 'delivered',
  RefundAccepted: answersRefund,
  RefundCompleted: answersRefund,
  RefundFailed: answersRefund,
  TransferRefunded: ({ refund, lostCents }) =>
    refund?.state === 'completed' || refund?.state === 'settled' || lostCents > 0,
  PaymentDisputed: ({ capturedAt }) => capturedAt !== null,
  DisputeDeadlineChanged: isOfOpenDispute,
  DisputeClosed: isOfOpenDispute,
};

function isOfOpenDispute(
  { disputes }: LifecycleState,
  { data }: { readonly data: { readonly disputeRef: string } },
): boolean {
  return disputes.some(({ disputeRef }) => disputeRef === data.disputeRef);
}

interface Dated {
  readonly data: { readonly providerAt: string };
}

function answersPayment(
  { payment }: LifecycleState,
  { data }: Dated & { readonly data: { readonly attempt: number } },
): boolean {
  return payment?.attempt === data.attempt && payment.providerAt <= data.providerAt;
}

function answersPayout({ payout }: LifecycleState, { data }: Dated): boolean {
  return payout !== null && payout.providerAt <= data.providerAt;
}

function answersRefund({ refund }: LifecycleState, { data }: Dated): boolean {
  return refund !== null && refund.providerAt <= data.providerAt;
}
