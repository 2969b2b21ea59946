import { streamId, type RecordedEvent, type StreamEvent } from '../../event-sourcing/event.js';
import { resultOf, type ByEvent } from '../../event-sourcing/evolve.js';
import type { AnyProjection } from '../../event-sourcing/projection.js';
import type { AccountReinstated, AccountSuspended } from '../accounts/account-events.rules.js';
import { accountsProjection } from '../accounts/accounts.projection.js';
import {
  transferStream,
  type HoldPlaced,
  type HoldReleased,
  type LifecycleEvent,
} from '../lifecycle/lifecycle-events.rules.js';
import { cardsProjection } from '../payments/cards/cards.projection.js';
import { userPrefsProjection } from '../preferences/user-prefs.projection.js';
import { recipientsProjection } from '../recipients/recipients.projection.js';
import type { SendingPaused, SendingResumed, TransferRefused } from '../transfers/transfer.decider.js';
import { transactionsProjection } from '../transfers/transactions.projection.js';
import { kycRequestsProjection } from '../verification/kyc-requests.projection.js';
import { FoldedViews } from './folded-views.js';
import { byTime, followsLife, inHappenedOrder, type PlacedEvent } from './happened-order.rules.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';
import { afterTransferEvent, noFacts, type TransferFacts } from './transfer-state.rules.js';

/** The views of which a sender's screens and a case show something. */
const PROJECTIONS: readonly AnyProjection[] = [
  accountsProjection,
  userPrefsProjection,
  kycRequestsProjection,
  transactionsProjection,
  cardsProjection,
  recipientsProjection,
  suspiciousTransactionsProjection,
];

/** What a sender's events have made so far: the documents of the views, and what only the decisions know. */
export class SenderFold {
  readonly views = new FoldedViews(PROJECTIONS);
  /** By transfer. */
  readonly facts = new Map<string, TransferFacts>();
  /** `{transfer} {case}` of every hold in force, with when it was placed. */
  readonly holds = new Map<string, string>();
  readonly pauses = new Set<string>();
  readonly refusals: TransferRefused['data'][] = [];
  isSuspended = false;

  /** @throws what a projection throws at an event that it cannot follow; nothing has changed then */
  apply(event: RecordedEvent): void {
    this.views.apply(event);
    const transferId = transferOf(event);
    if (transferId !== null)
      this.facts.set(
        transferId,
        afterTransferEvent(this.factsOf(transferId), event as RecordedEvent<LifecycleEvent>),
      );
    resultOf<SenderFold, Folded, unknown>(folds, this, event as RecordedEvent<Folded>);
  }

  factsOf(transferId: string): TransferFacts {
    return this.facts.get(transferId) ?? noFacts();
  }

  /** Whether an event of a provider can come next. */
  canFollow(event: RecordedEvent): boolean {
    const transferId = transferOf(event);
    if (transferId !== null)
      return followsLife(this.factsOf(transferId).life, event as RecordedEvent<LifecycleEvent>);
    if (!('requestId' in event.data)) return true;
    const check = this.views.of(kycRequestsProjection).get(String(event.data.requestId));
    // The opening of a check would undo its result.
    return check !== undefined && check.status !== 'submitted';
  }
}

/** The events that were recorded, in that order. */
export function foldRecorded(events: readonly RecordedEvent[]): SenderFold {
  const fold = new SenderFold();
  for (const event of events) fold.apply(event);
  return fold;
}

/** What had happened by an instant, and which of all events have another place than the recorded one. */
export interface Happened {
  readonly fold: SenderFold;
  /** Those whose time is not the recorded one, by when they happened; some after the instant. */
  readonly moved: readonly (PlacedEvent & { readonly isKept: boolean })[];
}

/**
 * Folds a history by the providers' own times, up to and with an instant. An event that cannot follow the others in this
 * order stays where it was recorded.
 */
export function foldHappened(events: readonly RecordedEvent[], untilMs: number): Happened {
  const fold = new SenderFold();
  const order = inHappenedOrder(events);
  const kept: PlacedEvent[] = [];
  const keptIds = new Set<string>();
  let next = 0;
  for (;;) {
    const [waiting] = kept;
    const usual = order[next];
    const isWaiting = waiting !== undefined && (!usual || byTime(waiting, usual) < 0);
    const place = isWaiting ? waiting : usual;
    if (!place || place.atMs > untilMs) break;
    if (isWaiting) kept.shift();
    else next += 1;
    if (accepts(fold, place)) continue;
    keptIds.add(place.event.id);
    if (place.atMs >= place.recordedMs) continue;
    kept.push({ ...place, atMs: place.recordedMs });
    kept.sort(byTime);
  }
  const moved = order
    .filter(({ atMs, recordedMs }) => atMs !== recordedMs)
    .map((place) => ({ ...place, isKept: keptIds.has(place.event.id) }));
  return { fold, moved };
}

/** Applies an event, except a moved one that cannot follow. */
function accepts(fold: SenderFold, { event, atMs, recordedMs }: PlacedEvent): boolean {
  if (atMs < recordedMs && !fold.canFollow(event)) return false;
  try {
    fold.apply(event);
    return true;
  } catch {
    return false;
  }
}

const transferOf = ({ stream }: RecordedEvent): string | null =>
  stream.startsWith(transferStream.prefix) ? streamId(stream) : null;

type Folded =
  | TransferRefused
  | HoldPlaced
  | HoldReleased
  | SendingPaused
  | SendingResumed
  | AccountSuspended
  | AccountReinstated;

const folds: Partial<ByEvent<SenderFold, Folded, unknown>> = {
  TransferRefused: ({ refusals }, { data }) => refusals.push(data),
  HoldPlaced: ({ holds }, event) => holds.set(holdIn(event), event.metadata.at),
  HoldReleased: ({ holds }, event) => holds.delete(holdIn(event)),
  SendingPaused: ({ pauses }, { data }) => pauses.add(data.causeId),
  SendingResumed: ({ pauses }, { data }) => pauses.delete(data.causeId),
  AccountSuspended: (fold) => void (fold.isSuspended = true),
  AccountReinstated: (fold) => void (fold.isSuspended = false),
};

const holdIn = ({ stream, data }: StreamEvent<HoldPlaced | HoldReleased>): string =>
  `${streamId(stream)} ${data.caseId}`;
