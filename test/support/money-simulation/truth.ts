import { streamId, type RecordedEvent } from '../../../api/src/event-sourcing/event.js';
import { WEEK_MS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '../../../api/src/kernel/money/limits.js';
import type { TransferProgress } from '../../../api/src/kernel/money/transfers.js';
import {
  transferStream,
  type LifecycleEvent,
} from '../../../api/src/features/lifecycle/state/lifecycle-events.rules.js';
import { initialProgress, progressAfter } from '../../../api/src/features/lifecycle/state/progress.rules.js';
import type {
  AllowanceReleased,
  SenderEvent,
} from '../../../api/src/features/transfers/sending/transfer.decider.js';
import type { CardNetwork, Charge } from './card-network.js';
import type { Sent } from './payout-network.js';
import { tooEarly } from './timers.js';
import type { World } from './world.js';

type Life = RecordedEvent<LifecycleEvent>;
type Type = LifecycleEvent['type'];

/**
 * What must hold for every event at the moment it is recorded, stated without the rules under test: from the events
 * before it and the providers' records.
 */
export class Truth {
  private readonly progress = new Map<string, TransferProgress>();
  private readonly sends: {
    uid: string;
    transferId: string;
    cents: number;
    atMs: number;
    released: boolean;
  }[] = [];

  constructor(private readonly world: World) {}

  check(event: RecordedEvent): void {
    if (event.stream.startsWith('sender-')) this.checkSend(event as RecordedEvent<SenderEvent>);
    if (!event.stream.startsWith(transferStream.prefix)) return;
    const past = new Past(
      this.world.records.stream(event.stream).slice(0, -1) as readonly Life[],
      event as Life,
    );
    // An append of several events is checked event by event.
    past.cutAt(event);
    const wrong =
      this.wrongOrder(past) ??
      this.wrongFact(past) ??
      tooEarly(past.events, past.event) ??
      this.unscreened(past);
    if (wrong !== null)
      this.world.violated(`${event.type} of ${streamId(event.stream).slice(0, 4)}: ${wrong}`);
    this.checkSeen(event as Life);
  }

  private wrongOrder(past: Past): string | null {
    const { event } = past;
    if (past.has('TransferCancelled', 'TransferDeclined') && !AFTER_THE_END.has(event.type))
      return 'the transfer had ended';
    if (past.isOlder()) return 'an older answer won';
    return ORDER[event.type]?.(past) ?? null;
  }

  /** With the velocity rule holding, the third attempt of an hour is held before it is charged. */
  private unscreened({ event, events }: Past): string | null {
    const { velocityHolds, records } = this.world;
    const [awaited] = events;
    if (event.type !== 'CaptureRequested' || awaited?.type !== 'PaymentAwaited') return null;
    if (!velocityHolds) return null;
    const atMs = Date.parse(awaited.data.requestedAt);
    const attempts = records
      .stream(`sender-${awaited.data.uid}`)
      .map((attempt) => attemptedAt(attempt as RecordedEvent<SenderEvent>))
      .filter((attemptMs) => attemptMs !== null && attemptMs <= atMs && attemptMs >= atMs - HOUR_MS);
    const isHeld = events.some(({ type }) => type === 'HoldPlaced');
    return when(attempts.length >= 3 && !isHeld, 'its rule has not held it');
  }

  /** An event that reports a provider's action matches the provider's records. */
  private wrongFact({ event }: Past): string | null {
    const { cards, payouts } = this.world;
    const transferId = streamId(event.stream);
    const known = { cards, charges: cards.chargesOf(transferId), sent: payouts.sentFor(transferId) };
    return FACTS[event.type]?.(event as never, known) ?? null;
  }

  /** "Delivered" and "refunded" are recorded only when the money has arrived. */
  private checkSeen(event: Life): void {
    const transferId = streamId(event.stream);
    const before = this.progress.get(transferId) ?? initialProgress();
    const progress = progressAfter(before, event);
    this.progress.set(transferId, progress);
    if (progress.status === before.status) return;
    const { cards, payouts } = this.world;
    const charges = cards.chargesOf(transferId);
    const isDelivered = payouts
      .sentFor(transferId)
      .some(({ state }) => state === 'delivered' || state === 'returned');
    const isRefunded =
      this.isSettled(event.stream) ||
      cards.refunds.some(({ charge, state }) => charges.includes(charge) && state !== 'pending') ||
      cards.disputes.some(({ charge, state }) => charges.includes(charge) && state === 'lost');
    if (progress.status === 'delivered' && !isDelivered)
      this.world.violated('the sender sees "delivered" too early');
    if (progress.status === 'refunded' && !isRefunded)
      this.world.violated('the sender sees "refunded" too early');
  }

  /** Two operators have paid a failed refund back another way. */
  private isSettled(stream: string): boolean {
    return this.world.records.stream(stream).some(({ type }) => type === 'RefundSettled');
  }

  private checkRelease({ transferId, amountCents }: AllowanceReleased['data'], atMs: number): void {
    const send = this.sends.find((one) => one.transferId === transferId);
    if (!send || send.released || send.atMs <= atMs - WEEK_MS)
      this.world.violated('an allowance was released that was not counted');
    else send.released = true;
    if (send && send.cents !== amountCents) this.world.violated('another amount was released');
  }

  /** Every seven-day window is within the limit at each decision, and everything that fits is accepted. */
  private checkSend({ stream, type, data, metadata }: RecordedEvent<SenderEvent>): void {
    const uid = streamId(stream);
    if (type === 'AllowanceReleased') this.checkRelease(data, Date.parse(metadata.at));
    if (type === 'StrayCounted')
      this.sends.push({
        uid,
        transferId: data.transferId,
        cents: data.amountCents,
        atMs: Date.parse(data.at),
        released: false,
      });
    if (type === 'StrayReleased') {
      const send = this.sends.find((one) => one.transferId === data.transferId);
      if (send) send.released = true;
    }
    if (type !== 'TransferRequested' && type !== 'TransferRefused') return;
    const atMs = Date.parse(type === 'TransferRequested' ? data.requestedAt : data.refusedAt);
    const counted = this.sends.filter(
      (send) => send.uid === uid && !send.released && send.atMs > atMs - WEEK_MS && send.atMs <= atMs,
    );
    const sum = counted.reduce((total, { cents }) => total + cents, data.amountCents);
    const isWithin = sum <= UNVERIFIED_WEEKLY_LIMIT_CENTS;
    if (isWithin !== (type === 'TransferRequested'))
      this.world.violated(`${type} with ${sum} cents in the week`);
    if (type === 'TransferRequested')
      this.sends.push({ uid, transferId: data.transferId, cents: data.amountCents, atMs, released: false });
  }
}

const HOUR_MS = 60 * 60_000;

function attemptedAt({ type, data }: RecordedEvent<SenderEvent>): number | null {
  if (type === 'TransferRequested') return Date.parse(data.requestedAt);
  return type === 'TransferRefused' ? Date.parse(data.refusedAt) : null;
}

const AFTER_THE_END: ReadonlySet<Type> = new Set([
  'HoldReleased',
  'ProblemReported',
  'ProblemResolved',
  'DifferenceFound',
  'DifferenceGone',
]);

/** One event and those before it on its stream. */
class Past {
  constructor(
    private before: readonly Life[],
    readonly event: Life,
  ) {}

  cutAt({ revision }: RecordedEvent): void {
    this.before = this.before.filter((earlier) => earlier.revision < revision);
  }

  get events(): readonly Life[] {
    return this.before;
  }

  count(type: Type): number {
    return this.before.filter((event) => event.type === type).length;
  }

  has(...types: readonly Type[]): boolean {
    return this.before.some(({ type }) => types.includes(type));
  }

  /** Whether one of `types` occurred after the last `type`. */
  hasSince(type: Type, ...types: readonly Type[]): boolean {
    const from = this.before.findLastIndex((event) => event.type === type);
    return this.before.slice(from + 1).some((event) => types.includes(event.type));
  }

  /** A review that stops an unpaid transfer cancels it only once a card is accepted: until then it may be paid, or end in time. */
  get isCancelled(): boolean {
    return this.before.some(
      ({ type, data }) =>
        type === 'CancelRequested' && (data.cause !== 'suspicious' || this.has('PaymentAuthorized')),
    );
  }

  get last(): Type | undefined {
    return this.before.at(-1)?.type;
  }

  get isHeld(): boolean {
    return this.count('HoldPlaced') > this.count('HoldReleased');
  }

  get isDisputed(): boolean {
    const refs = (type: Type) =>
      this.before.flatMap((event) =>
        event.type === type ? [(event.data as unknown as { disputeRef: string }).disputeRef] : [],
      );
    const closed = refs('DisputeClosed');
    return refs('PaymentDisputed').some((ref) => !closed.includes(ref));
  }

  get isOfRail(): boolean {
    return this.before.some(({ type, data }) => type === 'PayoutSubmitted' && data.route === 'paypal');
  }

  get isLost(): boolean {
    return this.before.some(({ type, data }) => type === 'DisputeClosed' && data.outcome === 'lost');
  }

  /** Whether lost disputes have returned all that is to be refunded. */
  get isChargedBack(): boolean {
    const [awaited] = this.before;
    const total = awaited?.type === 'PaymentAwaited' ? awaited.data.totalCents : 0;
    const refund = this.before.findLast(({ type }) => type === 'RefundInitiated');
    const owed = refund?.type === 'RefundInitiated' ? refund.data.cents : total;
    const lost = this.before.reduce(
      (sum, { type, data }) =>
        sum + (type === 'DisputeClosed' && data.outcome === 'lost' ? (data.cents ?? total) : 0),
      0,
    );
    return lost >= owed;
  }

  /** Whether a newer response about the same subject is already recorded. A return follows its delivery, regardless of the clocks. */
  isOlder(): boolean {
    const { data, type } = this.event as {
      readonly type: Type;
      readonly data: { readonly providerAt?: string };
    };
    const about = SUBJECTS.find(({ types }) => types.includes(type));
    if (!about || data.providerAt === undefined) return false;
    // No rail continues a payout after its end.
    if (type === 'PayoutConfirmed' || type === 'PayoutFailed' || type === 'PayoutReturned') return false;
    const from = this.before.findLastIndex((event) => event.type === about.begins);
    const newest = this.before.slice(from + 1).filter((event) => about.types.includes(event.type));
    const { providerAt } = data;
    return newest.some((event) => ((event.data as { providerAt?: string }).providerAt ?? '') > providerAt);
  }
}

const SUBJECTS: readonly { readonly begins: Type; readonly types: readonly Type[] }[] = [
  {
    begins: 'PaymentRequested',
    types: [
      'PaymentActionRequired',
      'PaymentAuthorized',
      'PaymentDeclined',
      'PaymentCaptured',
      'PaymentVoided',
    ],
  },
  {
    begins: 'PayoutSubmitted',
    types: ['PayoutAccepted', 'PayoutConfirmed', 'PayoutFailed', 'PayoutReturned'],
  },
  { begins: 'RefundInitiated', types: ['RefundAccepted', 'RefundCompleted', 'RefundFailed'] },
];

const when = (isWrong: boolean, what: string): string | null => (isWrong ? what : null);

interface Known {
  readonly cards: CardNetwork;
  readonly charges: readonly Charge[];
  readonly sent: readonly Sent[];
}
type Fact<One extends Type> = (event: Extract<Life, { type: One }>, known: Known) => string | null;
const mayBePaid = ({ sent }: Known): boolean =>
  sent.some(({ state }) => state === 'pending' || state === 'unclaimed' || state === 'delivered');

/** The providers' records about an event. */
const FACTS: { readonly [One in Type]?: Fact<One> } = {
  PaymentRequested: (_, { charges }) =>
    when(
      charges.some(({ state }) => state !== 'declined' && state !== 'cancelled'),
      'another card may still pay',
    ),
  PaymentAuthorized: ({ data }, { charges }) =>
    when(!charges.some(({ ref, state }) => ref === data.paymentRef && state !== 'declined'), 'not accepted'),
  PaymentCaptured: ({ data }, { charges }) =>
    when(
      !charges.some(({ state, cents }) => state === 'captured' && cents === data.totalCents),
      'nothing was charged',
    ),
  PaymentVoided: (_, { charges }) => when(charges.at(-1)?.state !== 'cancelled', 'the reservation stands'),
  PayoutConfirmed: (_, { sent }) =>
    when(
      !sent.some(({ state }) => state === 'delivered' || state === 'returned'),
      'the platform has not delivered it',
    ),
  PayoutFailed: (_, known) => when(mayBePaid(known), 'the platform may have paid'),
  // A returned payout was delivered first: an operator who then reports it as missing is right. A rail's clock ahead of ours
  // may date what it said before the report after it.
  PayoutContradicted: ({ data }, { sent }) =>
    when(
      data.found === 'delivered' && !sent.some(({ state }) => state === 'returned'),
      'whoever reported the payout had told the truth',
    ),
  PayoutReturned: (_, known) => when(mayBePaid(known), 'the platform has not returned it'),
  RefundCompleted: ({ data }, { cards }) =>
    when(cards.refundOf(data.refundRef).state === 'pending', 'the refund is on its way'),
  RefundFailed: ({ data }, { cards }) =>
    when(cards.refundOf(data.refundRef).state !== 'failed', 'the refund has not failed'),
};

const answered = (past: Past) =>
  when(
    !past.has('PaymentRequested') ||
      past.hasSince('PaymentRequested', 'PaymentAuthorized', 'PaymentDeclined', 'PaymentVoided'),
    'no answer was awaited',
  );
const submitted = (past: Past) =>
  when(!past.has('PayoutSubmitted') || past.has('PayoutFailed', 'PayoutReturned'), 'no payout was open');

/** A payout of a rail with a disputed or reverted charge was recalled, before its recipient got it. */
const unrecalled = (past: Past) =>
  when(
    (past.isDisputed || past.isLost) && past.isOfRail && !past.has('PayoutRecallRequested'),
    'it was not recalled',
  );

/** Who wants a payout back, and why. */
function recalled(past: Past): string | null {
  const { data, metadata } = past.event as Extract<Life, { type: 'PayoutRecallRequested' }>;
  const isDue = {
    sender: metadata.actor.kind === 'sender',
    dispute: past.isDisputed || past.isLost,
    review: metadata.actor.kind === 'staff',
  };
  const isRepeated = past.events.some(
    (event) => event.type === 'PayoutRecallRequested' && event.data.by === data.by,
  );
  return (
    submitted(past) ??
    when(isRepeated, 'it was asked for before') ??
    when(!isDue[data.by], 'nobody may ask for it')
  );
}

/** After these, another card may be tried. */
const GIVEN_UP: readonly Type[] = ['PaymentDeclined', 'PaymentVoided'];

/** The events that must precede, and those that must not. */
const ORDER: { readonly [One in Type]?: (past: Past) => string | null } = {
  PaymentAwaited: (past) => when(past.last !== undefined, 'it is the first'),
  PaymentRequested: (past) =>
    when(past.isCancelled, 'it was cancelled') ??
    when(
      past.has('PaymentRequested') && !past.hasSince('PaymentRequested', ...GIVEN_UP),
      'one is under way',
    ) ??
    when(past.count('PaymentRequested') >= 5, 'five cards were tried'),
  PaymentAuthorized: answered,
  PaymentActionRequired: answered,
  PaymentDeclined: answered,
  CaptureRequested: (past) =>
    when(
      !past.has('PaymentAuthorized') ||
        past.isCancelled ||
        past.hasSince('PaymentAuthorized', 'VoidRequested'),
      'not to be charged',
    ) ?? when(past.isHeld || past.isDisputed, 'it is held'),
  PaymentCaptured: (past) =>
    when(!past.has('CaptureRequested') || past.has('PaymentCaptured'), 'not asked for'),
  VoidRequested: (past) => when(past.has('PaymentCaptured'), 'it was charged'),
  PaymentVoided: (past) => when(past.has('PaymentCaptured'), 'it was charged'),
  CancelRequested: (past) =>
    when(past.has('PayoutSubmitted'), 'the payout was submitted') ??
    when(past.has('RefundInitiated') || past.isCancelled, 'the money was on its way back'),
  PayoutRecallRequested: recalled,
  TransferCancelled: (past) => when(past.has('PaymentCaptured'), 'it was charged'),
  TransferDeclined: (past) => when(past.has('PaymentCaptured'), 'it was charged'),
  PayoutSubmitted: (past) =>
    when(!past.has('PaymentCaptured'), 'nothing was charged') ??
    when(past.isCancelled || past.has('PayoutSubmitted', 'RefundInitiated'), 'it must not be paid out') ??
    when(past.isHeld || past.isDisputed, 'it is held') ??
    when(past.isChargedBack, 'the bank has taken the charge back'),
  PayoutAccepted: submitted,
  PayoutConfirmed: (past) => submitted(past) ?? unrecalled(past),
  PayoutFailed: submitted,
  PayoutReturned: submitted,
  TransferDelivered: (past) => when(past.last !== 'PayoutConfirmed', 'nothing was confirmed'),
  RefundInitiated: (past) =>
    when(!past.has('PaymentCaptured'), 'nothing was charged') ??
    when(past.has('PayoutSubmitted') && !past.has('PayoutFailed', 'PayoutReturned'), 'it may be paid out') ??
    when(
      past.has('RefundInitiated') && !past.hasSince('RefundInitiated', 'RefundFailed'),
      'one is under way',
    ),
  RefundSettled: (past) =>
    when(!past.hasSince('RefundInitiated', 'RefundFailed'), 'no refund failed') ??
    when(past.isDisputed, 'the bank decides about the money'),
  TransferRefunded: (past) =>
    when(
      !past.hasSince('RefundInitiated', 'RefundCompleted', 'RefundSettled') && !past.isChargedBack,
      'no refund was completed',
    ),
};
