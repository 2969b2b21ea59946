import type { LifecycleState } from '../../../api/src/features/lifecycle/state/lifecycle-state.rules.js';
import { WEEK_MS } from '../../../api/src/kernel/money/limits.js';
import { formatAmount } from '../../../api/src/kernel/money/money.js';
import { nextCallOf } from '../../../api/src/features/lifecycle/state/next-call.rules.js';
import type { RecordedEvent } from '../../../api/src/event-sourcing/event.js';
import { lossOf } from '../../../api/src/features/lifecycle/refund/lost-disputes.rules.js';
import { taskKindOf } from '../../../api/src/features/payouts/desk/desk-tasks.rules.js';
import {
  transferStream,
  type LifecycleEvent,
} from '../../../api/src/features/lifecycle/state/lifecycle-events.rules.js';
import { senderStream } from '../../../api/src/features/transfers/sending/transfer.decider.js';
import type { People, Promised } from './people.js';
import type { Charge } from './card-network.js';
import type { World } from './world.js';

const PAID = ['pending', 'unclaimed', 'delivered'];

/** What must hold once nothing more can happen. */
export function checkEnds(world: World, people: People): void {
  for (const transferId of world.transferIds) {
    const wrong = wrongEnd(world, transferId);
    if (wrong !== null) world.violated(`${transferId.slice(0, 4)} ended wrong: ${wrong}`);
  }
  for (const { key, acknowledged } of people.wishes)
    if (acknowledged.size > 1) world.violated(`${key} was acknowledged as two transfers`);
  for (const promised of people.promises) {
    const wrong = brokenPromise(world, promised);
    if (wrong !== null) world.violated(`a cancel that was acknowledged: ${wrong}`);
  }
  const requested = world.records.events.filter(({ type }) => type === 'TransferRequested').length;
  if (requested !== world.transferIds.length) world.violated('a request has no payment');
}

function wrongEnd(world: World, transferId: string): string | null {
  const state = world.stateOf(transferId);
  if (state.terms && state.terms.totalCents !== state.terms.amountCents + state.terms.totalFeeCents)
    return 'amount and fees are not the total';
  const difference = state.differences.find(({ about }) => about !== 'refund' || !gotBoth(world, transferId));
  if (difference) return `a difference is left: ${difference.about}`;
  if (nextCallOf(state) !== null) return `it still waits to ${nextCallOf(state) ?? ''}`;
  return (
    wrongCharges(world, transferId, state) ??
    wrongPayouts(world, transferId, state) ??
    wrongRefunds(world, transferId, state) ??
    wrongLoss(world, transferId, state) ??
    wrongRelease(world, transferId, state)
  );
}

function wrongCharges(world: World, transferId: string, state: LifecycleState): string | null {
  const charges = world.cards.chargesOf(transferId);
  if (charges.some((charge) => charge.state === 'authorized' || charge.state === 'requires_action'))
    return 'a reservation is left at the bank';
  const captured = charges.filter((charge) => charge.state === 'captured');
  if (captured.length > 1) return 'it was charged twice';
  if (captured.some(({ cents }) => cents !== state.terms?.totalCents)) return 'another total was charged';
  return wrongStage(captured.length > 0, state);
}

/** An undecided dispute is a task for a person, and so is a failed refund. */
function wrongStage(isCharged: boolean, { stage, disputes }: LifecycleState): string | null {
  if (stage === 'cancelled' || stage === 'declined') return isCharged ? 'it was charged' : null;
  const isEnd = ['delivered', 'refunded', 'refund_failed'].includes(stage);
  if (!isEnd && !(stage === 'refund_pending' && disputes.length > 0)) return `it is ${stage} for ever`;
  return isCharged ? null : 'nothing was charged';
}

function wrongPayouts(world: World, transferId: string, { stage, terms }: LifecycleState): string | null {
  const sent = world.payouts.sentFor(transferId);
  if (sent.filter(({ state }) => PAID.includes(state)).length > 1) return 'it was paid out twice';
  if (sent.some(({ cents }) => cents !== terms?.amountCents)) return 'another amount was paid out';
  const isPaid = sent.some(({ state }) => PAID.includes(state));
  if (isPaid !== (stage === 'delivered'))
    return isPaid ? `${stage}, and paid out` : 'delivered, but not paid out';
  return null;
}

function wrongRefunds(world: World, transferId: string, state: LifecycleState): string | null {
  const { stage, refund, terms } = state;
  const charges = world.cards.chargesOf(transferId);
  const lost = charges.reduce((sum, charge) => sum + world.cards.lostCents(charge), 0);
  const back = refundedCents(world, charges) + settledCents(world, transferId);
  if (stage !== 'refunded') return back > 0 ? `${stage}, and refunded` : null;
  // Without the fees when the policy for returned payouts says so.
  const whole = (hasReturned(world, transferId) ? refund?.cents : terms?.totalCents) ?? 0;
  const owed = Math.max(0, whole - lost);
  // What the bank takes back after a refund leaves twice.
  const most = gotBoth(world, transferId) ? whole : owed;
  return back >= owed && back <= most ? null : `${back} of ${owed} cents were refunded`;
}

/** Tasks that come before a loss on the desk. */
const BEFORE_LOSS = ['difference', 'contradiction', 'refund'];

/** What has left beyond the charge, by the records of bank, processor and platform, is booked, or a task of the desk. */
function wrongLoss(world: World, transferId: string, state: LifecycleState): string | null {
  const task = taskKindOf(state);
  if (BEFORE_LOSS.includes(task)) return null;
  const loss = lossAtProviders(world, transferId, state);
  const booked = eventsOf(world, transferId).findLast(({ type }) => type === 'LossResolved');
  const bookedCents = booked?.type === 'LossResolved' ? (booked.data.cents ?? 0) : 0;
  if (loss === bookedCents) return task === 'lost' ? 'a loss is left to book' : null;
  if (task !== 'lost') return `${loss} cents left twice, ${bookedCents} are booked, and nobody is told`;
  return loss === lossOf(state) ? null : `${loss} cents left twice, and ${lossOf(state)} are to be booked`;
}

function lossAtProviders(world: World, transferId: string, { stage, terms }: LifecycleState): number {
  const { cards } = world;
  const captured = cards.chargesOf(transferId).filter(({ state }) => state === 'captured');
  if (captured.length === 0) return 0;
  const sum = (of: (charge: Charge) => number) => captured.reduce((total, charge) => total + of(charge), 0);
  const [amount, total] = [terms?.amountCents ?? 0, terms?.totalCents ?? 0];
  const refund = eventsOf(world, transferId).findLast(({ type }) => type === 'RefundInitiated');
  const refunded = refund?.type === 'RefundInitiated' ? refund.data.cents : null;
  const fees = refunded === null ? total - amount : total - refunded;
  const out =
    stage === 'delivered'
      ? amount
      : sum((charge) => cards.arrivedCents(charge)) + settledCents(world, transferId);
  return Math.max(0, out + fees + sum((charge) => cards.lostCents(charge)) - sum(({ cents }) => cents));
}

/** What operators have paid back another way, of a refund that stayed failed. */
function settledCents(world: World, transferId: string): number {
  const settled = eventsOf(world, transferId).findLast(({ type }) => type === 'RefundSettled');
  return settled?.type === 'RefundSettled' ? settled.data.cents : 0;
}

const eventsOf = (world: World, transferId: string): readonly RecordedEvent<LifecycleEvent>[] =>
  world.records.stream(transferStream(transferId)) as readonly RecordedEvent<LifecycleEvent>[];

const refundedCents = (world: World, charges: readonly Charge[]): number =>
  charges.reduce((sum, charge) => sum + world.cards.refundedCents(charge), 0);

const hasReturned = (world: World, transferId: string): boolean =>
  world.payouts.sentFor(transferId).some(({ state }) => state === 'returned');

/** The week regains an amount once, while it counts: when nothing was charged, or when an undelivered charge is returned. */
function wrongRelease(world: World, transferId: string, state: LifecycleState): string | null {
  const { terms } = state;
  const releases = world.records
    .stream(senderStream(terms?.uid ?? ''))
    .filter(
      ({ type, data }) =>
        type === 'AllowanceReleased' && (data as { transferId: string }).transferId === transferId,
    );
  const isDue = isReleased(world, transferId, state);
  const counts = world.clock.nowMs < Date.parse(terms?.requestedAt ?? '') + WEEK_MS;
  const expected = isDue && !counts && releases.length === 0 ? 0 : Number(isDue);
  return releases.length === expected ? null : `its allowance was released ${releases.length} times`;
}

function isReleased(world: World, transferId: string, { stage }: LifecycleState): boolean {
  const events = world.records.stream(transferStream(transferId));
  const refundAt = events.findIndex(({ type }) => type === 'RefundInitiated');
  const isDelivered = events.slice(0, Math.max(0, refundAt)).some(({ type }) => type === 'TransferDelivered');
  return stage === 'cancelled' || stage === 'declined' || (refundAt >= 0 && !isDelivered);
}

/** A promised "$126.90 comes back" must come back, unless nothing was charged. */
function brokenPromise(world: World, { transferId, returns }: Promised): string | null {
  const { stage, terms, refund } = world.stateOf(transferId);
  if (returns === null) return null;
  if (stage === 'cancelled' || stage === 'declined') return wrongReturns(world, transferId, returns);
  if (!['refunded', 'refund_failed', 'refund_pending'].includes(stage)) return `it is ${stage}`;
  // Without the fees when the policy for returned payouts says so.
  const promised = hasReturned(world, transferId) ? refund?.cents : terms?.totalCents;
  return returns === formatAmount(promised ?? 0) ? null : `${returns} was said to come back`;
}

/** The sender got our refund and the bank's: a loss, and a difference where the log does not know of one. */
const gotBoth = (world: World, transferId: string): boolean =>
  world.cards.disputes.some(
    ({ charge, state, wasRefunded }) =>
      charge.transferId === transferId &&
      state === 'lost' &&
      (wasRefunded || settledCents(world, transferId) > 0),
  );

/** What a bank reserved without our knowing is released as well, but not named. */
function wrongReturns(world: World, transferId: string, returns: string): string | null {
  const { terms } = world.stateOf(transferId);
  const wasReserved = world.cards.chargesOf(transferId).some((charge) => charge.wasReserved);
  const isKnown = world.records
    .stream(transferStream(transferId))
    .some(({ type }) => type === 'PaymentAuthorized');
  const isRight = returns === formatAmount(0) ? !isKnown : wasReserved;
  const total = formatAmount(terms?.totalCents ?? 0);
  return isRight ? null : `${returns} of ${total} was said to come back`;
}
