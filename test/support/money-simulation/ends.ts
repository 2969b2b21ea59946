import type { LifecycleState } from '../../../api/src/features/lifecycle/lifecycle-state.rules.js';
import { formatAmount } from '../../../api/src/kernel/money.js';
import { nextCallOf } from '../../../api/src/features/lifecycle/next-call.rules.js';
import { transferStream } from '../../../api/src/features/lifecycle/lifecycle-events.rules.js';
import { senderStream } from '../../../api/src/features/transfers/transfer.decider.js';
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
  const back = refundedCents(world, charges);
  if (stage !== 'refunded') return back > 0 ? `${stage}, and refunded` : null;
  // Without the fees when the policy for returned payouts says so.
  const whole = hasReturned(world, transferId) ? refund?.cents : terms?.totalCents;
  const owed = Math.max(0, (whole ?? 0) - lost);
  return back === owed || (gotBoth(world, transferId) && back === whole)
    ? null
    : `${back} of ${owed} cents were refunded`;
}

const refundedCents = (world: World, charges: readonly Charge[]): number =>
  charges.reduce((sum, charge) => sum + world.cards.refundedCents(charge), 0);

const hasReturned = (world: World, transferId: string): boolean =>
  world.payouts.sentFor(transferId).some(({ state }) => state === 'returned');

/** The week regains an amount once: when nothing was charged, or when an undelivered charge is returned. */
function wrongRelease(world: World, transferId: string, { stage, terms }: LifecycleState): string | null {
  const events = world.records.stream(transferStream(transferId));
  const releases = world.records
    .stream(senderStream(terms?.uid ?? ''))
    .filter(
      ({ type, data }) =>
        type === 'AllowanceReleased' && (data as { transferId: string }).transferId === transferId,
    );
  const refundAt = events.findIndex(({ type }) => type === 'RefundInitiated');
  const isDelivered = events.slice(0, Math.max(0, refundAt)).some(({ type }) => type === 'TransferDelivered');
  const isDue = stage === 'cancelled' || stage === 'declined' || (refundAt >= 0 && !isDelivered);
  return releases.length === (isDue ? 1 : 0) ? null : `its allowance was released ${releases.length} times`;
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

/** The sender got our refund and the bank's: a difference that only people can settle. */
const gotBoth = ({ cards }: World, transferId: string): boolean =>
  cards.disputes.some(
    ({ charge, state, wasRefunded }) => charge.transferId === transferId && state === 'lost' && wasRefunded,
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
