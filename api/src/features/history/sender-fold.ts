import { streamId, type RecordedEvent, type StreamEvent } from '../../event-sourcing/event.js';
import { resultOf, type ByEvent } from '../../event-sourcing/evolve.js';
import type { AnyProjection } from '../../event-sourcing/projection.js';
import type { CountedTransfer } from '../../kernel/money/allowance.js';
import type { PastAccount } from '../../kernel/staff/sender-at.js';
import type { SenderState } from '../../kernel/staff/sender-states.js';
import type {
  AccountClosed,
  AccountErased,
  AccountReinstated,
  AccountSuspended,
  LegalHoldLifted,
  LegalHoldPlaced,
} from '../accounts/account/account-events.rules.js';
import { accountsProjection } from '../accounts/account/accounts.projection.js';
import {
  transferStream,
  type HoldPlaced,
  type HoldReleased,
  type LifecycleEvent,
} from '../lifecycle/state/lifecycle-events.rules.js';
import { cardsProjection } from '../payments/cards/cards.projection.js';
import { userPrefsProjection } from '../preferences/user-prefs.projection.js';
import { recipientsProjection } from '../recipients/recipients.projection.js';
import type { SendingPaused, SendingResumed } from '../transfers/sending/pauses.rules.js';
import type { StrayCounted, StrayReleased } from '../transfers/sending/counted-strays.rules.js';
import type { TransferRefused, TransferRequested } from '../transfers/sending/transfer.decider.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';
import { kycRequestsProjection } from '../verification/kyc-requests.projection.js';
import { FoldedViews } from './folded-views.js';
import { byTime, followsLifecycle, inHappenedOrder, type PlacedEvent } from './happened-order.rules.js';
import { senderStream } from '../access/sender-stream.rules.js';
import { suspiciousTransactionsProjection } from '../review/cases/suspicious-transactions.projection.js';
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
  readonly views: FoldedViews;
  /** By transfer. */
  readonly facts: Map<string, TransferFacts>;
  /** `{transfer} {case}` of every hold in force, with when it was placed. */
  readonly holds: Map<string, string>;
  readonly pauses: Set<string>;
  readonly refusals: TransferRefused['data'][];
  /** Charges that the log has lost and that count toward the week, by transfer. */
  readonly strays: Map<string, CountedTransfer>;
  /** The state of the account, besides paused. */
  readonly states: Set<SenderState>;

  /** With `from`, what that has folded so far. */
  constructor(from?: SenderFold) {
    this.views = new FoldedViews(PROJECTIONS, from?.views);
    this.facts = new Map(from?.facts);
    this.holds = new Map(from?.holds);
    this.pauses = new Set(from?.pauses);
    this.refusals = [...(from?.refusals ?? [])];
    this.strays = new Map(from?.strays);
    this.states = new Set(from?.states);
  }

  /** Forgets a transfer or a check. */
  forget(subject: string): void {
    this.views.remove(transactionsProjection, subject);
    this.views.remove(kycRequestsProjection, subject);
    this.facts.delete(subject);
    this.strays.delete(subject);
    for (const hold of this.holds.keys()) if (hold.startsWith(`${subject} `)) this.holds.delete(hold);
  }

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

  /** The most final state of the account. */
  get account(): PastAccount {
    return (['erased', 'closed', 'suspended'] as const).find((state) => this.states.has(state)) ?? 'active';
  }

  factsOf(transferId: string): TransferFacts {
    return this.facts.get(transferId) ?? noFacts();
  }

  /** Whether an event of a provider can come next. */
  canFollow(event: RecordedEvent): boolean {
    const transferId = transferOf(event);
    if (transferId !== null)
      return followsLifecycle(this.factsOf(transferId).lifecycle, event as RecordedEvent<LifecycleEvent>);
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
  /** Those with a time other than the recorded one, by when they happened; some after the instant. */
  readonly moved: readonly (PlacedEvent & { readonly isKept: boolean })[];
}

/**
 * Folds a history by the providers' own times, up to and with an instant. An event that cannot follow the others in this
 * order stays where it was recorded. Transfers and checks do not depend on each other's order, so only those that have another
 * one than in `recorded`, the fold of the events that `isBefore`, are folded again.
 */
export function foldHappened(
  events: readonly RecordedEvent[],
  untilMs: number,
  {
    recorded,
    isBefore,
  }: { readonly recorded: SenderFold; readonly isBefore: (event: RecordedEvent) => boolean },
): Happened {
  const order = inHappenedOrder(events);
  const affected = affectedBy(order, untilMs, isBefore);
  const fold = new SenderFold(recorded);
  for (const subject of affected) fold.forget(subject);
  const kept = foldInOrder(
    order.filter(({ event }) => affected.has(subjectOf(event) ?? '')),
    untilMs,
    fold,
  );
  const moved = order
    .filter(({ atMs, recordedMs }) => atMs !== recordedMs)
    .map((place) => ({ ...place, isKept: kept.has(place.event.id) }));
  return { fold, moved };
}

/** The transfers and checks with events other than those recorded by the instant, or in another order. */
function affectedBy(
  order: readonly PlacedEvent[],
  untilMs: number,
  isBefore: (event: RecordedEvent) => boolean,
): ReadonlySet<string> {
  const affected = new Set<string>();
  const last = new Map<string, number>();
  for (const { event, index, atMs } of order) {
    const subject = subjectOf(event);
    if (subject === null) continue;
    const isCounted = atMs <= untilMs;
    const isEarlier = isCounted && index < (last.get(subject) ?? -1);
    if (isEarlier || isCounted !== isBefore(event)) affected.add(subject);
    if (isCounted) last.set(subject, index);
  }
  return affected;
}

/** Returns the ids of the events that stay where they were recorded. */
function foldInOrder(order: readonly PlacedEvent[], untilMs: number, fold: SenderFold): ReadonlySet<string> {
  const waiting: PlacedEvent[] = [];
  const kept = new Set<string>();
  let next = 0;
  for (;;) {
    const usual = order[next];
    const [late] = waiting;
    const isLate = late !== undefined && (!usual || byTime(late, usual) < 0);
    const place = isLate ? late : usual;
    if (!place || place.atMs > untilMs) return kept;
    if (isLate) waiting.shift();
    else next += 1;
    if (accepts(fold, place)) continue;
    kept.add(place.event.id);
    if (place.atMs >= place.recordedMs) continue;
    waiting.push({ ...place, atMs: place.recordedMs });
    waiting.sort(byTime);
  }
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

/** The transfer or check that an event is about; null for one of the sender alone. */
function subjectOf(event: RecordedEvent): string | null {
  const { data } = event;
  const transferId = transferOf(event);
  if (transferId !== null) return transferId;
  if (!event.stream.startsWith(SENDER) || event.type === 'TransferRefused') return null;
  if ('transferId' in data && typeof data.transferId === 'string') return data.transferId;
  return 'requestId' in data && typeof data.requestId === 'string' ? data.requestId : null;
}

const SENDER = senderStream('');

const transferOf = ({ stream }: RecordedEvent): string | null =>
  stream.startsWith(transferStream.prefix) ? streamId(stream) : null;

type Folded =
  | TransferRequested
  | TransferRefused
  | StrayCounted
  | StrayReleased
  | HoldPlaced
  | HoldReleased
  | SendingPaused
  | SendingResumed
  | AccountSuspended
  | AccountReinstated
  | AccountClosed
  | AccountErased
  | LegalHoldPlaced
  | LegalHoldLifted;

const folds: Partial<ByEvent<SenderFold, Folded, unknown>> = {
  // From now on the transfer itself counts.
  TransferRequested: ({ strays }, { data }) => strays.delete(data.transferId),
  TransferRefused: ({ refusals }, { data }) => refusals.push(data),
  StrayCounted: ({ strays }, { data: { transferId, amountCents, at } }) =>
    strays.set(transferId, { amountCents, requestedAt: at, part: 'sent' }),
  StrayReleased: ({ strays }, { data }) => strays.delete(data.transferId),
  HoldPlaced: ({ holds }, event) => holds.set(holdIn(event), event.metadata.at),
  HoldReleased: ({ holds }, event) => holds.delete(holdIn(event)),
  SendingPaused: ({ pauses }, { data }) => pauses.add(data.causeId),
  SendingResumed: ({ pauses }, { data }) => pauses.delete(data.causeId),
  AccountSuspended: ({ states }) => states.add('suspended'),
  AccountReinstated: ({ states }) => states.delete('suspended'),
  AccountClosed: ({ states }) => states.add('closed'),
  AccountErased: ({ states }) => states.add('erased'),
  LegalHoldPlaced: ({ states }) => states.add('legal_hold'),
  LegalHoldLifted: ({ states }) => states.delete('legal_hold'),
};

const holdIn = ({ stream, data }: StreamEvent<HoldPlaced | HoldReleased>): string =>
  `${streamId(stream)} ${data.caseId}`;
