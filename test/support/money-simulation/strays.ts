import { feesOf } from '../../../api/src/kernel/money/fees.js';
import { WEEK_MS } from '../../../api/src/kernel/money/limits.js';
import type { Platform } from '../../../api/src/kernel/money/platforms.js';
import { WorkStray, type StrayDecision } from '../../../api/src/features/lifecycle/strays/stray-charges.js';
import { strayCentsOf } from '../../../api/src/features/lifecycle/strays/stray-ledger.rules.js';
import {
  isPaid,
  refundableCents,
  strayStream,
  type Stray,
  type StrayEvent,
} from '../../../api/src/features/lifecycle/strays/stray.rules.js';
import type { PayoutNotice } from '../../../api/src/features/lifecycle/worker/notices.rules.js';
import type { RecordedEvent } from '../../../api/src/event-sourcing/event.js';
import { senderStream } from '../../../api/src/features/transfers/sending/transfer.decider.js';
import type { Charge } from './card-network.js';
import { pick } from './chance.js';
import type { FlipProcess } from './flip-process.js';
import type { Sent } from './payout-network.js';
import { SENDERS, type World } from './world.js';

const LOST_LIMIT = 3;
const REFUND_TRIES = 3;
const PLATFORMS: readonly Platform[] = ['PayPal', 'Venmo', 'Zelle'];
const AMOUNTS = [500, 4_000, 9_000];
/** The sender in the metadata of a charge: one of the log, one that the log has lost too, or none. */
const OWNERS = [...SENDERS, ...SENDERS, '00000000-0000-4000-8000-00000000dead', null];
const KEPT_PERCENT = 15;
const BY_HAND_PERCENT = 15;
const NOT_LOOKED_UP_PERCENT = 40;
const REASON = 'No payout under its id.';
/** The release follows the refund within this time. */
const SLACK_MS = 24 * 60 * 60_000;

/** A charge, and maybe a payout, that the log has lost with its transfer, as after a restore. */
export function loseCharge({ cards, payouts, clock, luck }: World, a: number, b: number): void {
  const lost = lostCharges(cards.charges).length;
  if (lost >= LOST_LIMIT) return;
  const transferId = `00000000-0000-4000-9000-${String(lost + 1).padStart(12, '0')}`;
  const platform = pick(PLATFORMS, a);
  const amountCents = pick(AMOUNTS, a >>> 8);
  const { totalCents: cents } = feesOf(amountCents, 'card-3pct-plus-30c');
  const state = luck.has(85, `${transferId} was charged`) ? 'captured' : 'authorized';
  const listed = { uid: pick(OWNERS, b), platform, amountCents, key: `transfer:${transferId}:authorize:1` };
  const ref = `pi_${cards.charges.length + 1}`;
  cards.charges.push({
    ref,
    transferId,
    cents,
    state,
    createdMs: clock.nowMs,
    wasReserved: true,
    listed,
    isLost: true,
  });
  if (state !== 'captured' || platform === 'Zelle' || b % 3 === 0) return;
  payouts.sent.push({
    ref: `po_${payouts.sent.length + 1}`,
    payoutId: transferId,
    transferId,
    cents: amountCents,
    createdMs: clock.nowMs,
    state: 'pending',
  });
}

export const lostCharges = (charges: readonly Charge[]): readonly Charge[] =>
  charges.filter(({ isLost }) => isLost);

/** What the daily run does about them: everything that the processor lists, and each that is open. */
export function listCharges(world: World, process: FlipProcess): Promise<void> {
  const { signal } = new AbortController();
  return world.start(process, 'lists charges', async () => {
    await process.strays.openNow(await process.strays.list('2026', signal), signal);
  });
}

/** Takes each open one a step further, as the worker does. */
export async function advanceStrays(world: World, process: FlipProcess): Promise<void> {
  for (const document of world.openStrays)
    await world.start(process, `advances stray ${document.id}`, () => process.strays.advance(document));
}

/** An operator works an open one; another employee may refund it in the processor's dashboard. */
export async function operateStray(
  world: World,
  process: FlipProcess,
  { number, operator }: { readonly number: number; readonly operator: string },
): Promise<void> {
  const { openStrays: open, luck, cards } = world;
  if (open.length === 0) return;
  const { id, stray } = pick(open, number);
  if (luck.has(BY_HAND_PERCENT, `${id} is refunded by hand`)) cards.refundByHand(cards.charge(id));
  const decision = decisionOn(world, id, stray, operator);
  if (!decision) return;
  await world.start(process, `${operator}: ${decision.type} ${id}`, () =>
    process.strays.execute(new WorkStray(id, operator, decision)),
  );
}

function decisionOn(world: World, id: string, stray: Stray, operator: string): StrayDecision | null {
  const { state, payout, proposedBy, reason } = stray;
  const paid = isPaid(payout) ? paidFor(world, stray) : seenPayouts(world, stray);
  if (isUndecided(stray) || paid.some((sent) => sent.state === 'pending' || sent.state === 'unclaimed'))
    return null;
  if (paid.some((sent) => sent.state === 'delivered') || isGivenUp(world, id, stray))
    return { type: 'Close', reason: REASON };
  if (state === 'open') return { type: 'ProposeRefund', reason: REASON };
  return proposedBy === operator ? null : { type: 'AgreeToRefund', cents: refundableCents(stray), reason };
}

/** A bank decides, or a refund is on its way. */
const isUndecided = ({ state, fate }: Stray): boolean =>
  state === 'refunding' || fate.refundingCents > 0 || fate.disputes.some((one) => one.state === 'open');

/** Nothing is left to refund, it is refused again and again, or operators have a reason to keep it. */
const isGivenUp = ({ luck }: World, id: string, stray: Stray): boolean =>
  refundableCents(stray) === 0 || stray.failures >= REFUND_TRIES || luck.has(KEPT_PERCENT, `${id} is kept`);

const paidFor = ({ payouts }: World, { charge }: Stray): readonly Sent[] =>
  payouts.sentFor(charge?.transferId ?? '');

/** What an operator finds in the platform's console; some do not look. */
const seenPayouts = (world: World, stray: Stray): readonly Sent[] =>
  world.luck.has(NOT_LOOKED_UP_PERCENT, `${stray.charge?.paymentRef ?? ''} is not looked up`)
    ? []
    : paidFor(world, stray);

/** The books close to the cent, every stray is settled, and each counts in its sender's week until it is refunded. */
export function checkStrays(world: World): void {
  for (const charge of lostCharges(world.cards.charges)) {
    const wrong = wrongStray(world, charge) ?? wrongWeek(world, charge);
    if (wrong !== null) world.violated(`the stray charge ${charge.ref}: ${wrong}`);
  }
}

function wrongStray(world: World, charge: Charge): string | null {
  const stray = world.strays.get(charge.ref)?.stray;
  if (!stray) return charge.state === 'cancelled' ? null : 'nobody has found it';
  const { cards } = world;
  const isDisputed = cards.disputes.some((one) => one.charge === charge && one.state === 'open');
  const isSettled = stray.state === 'refunded' || stray.state === 'closed';
  if (!isSettled && !isDisputed) return `it is ${stray.state} for ever`;
  if (charge.state === 'authorized' && stray.state === 'refunded')
    return 'its reservation is left at the bank';
  return charge.state === 'captured' ? wrongBooks(world, charge, stray) : null;
}

function wrongBooks({ cards, payouts, records }: World, charge: Charge, stray: Stray): string | null {
  const [back, lost] = [cards.arrivedCents(charge), cards.lostCents(charge)];
  const booked = strayCentsOf(stray);
  if (booked.charged !== charge.cents)
    return `${charge.cents} cents were charged, ${booked.charged} are booked`;
  if (booked.refunded + booked.closed + booked.open !== booked.charged) return 'the account is not balanced';
  if (booked.lost !== lost) return `the bank took ${lost} cents, ${booked.lost} are booked`;
  const isPaidOut = payouts.sentFor(charge.transferId).some(({ state }) => state === 'delivered');
  const isReported = records.events.some(
    ({ type, data }) => type === 'PayoutNoticeReceived' && isDelivery(data as PayoutNotice['data'], charge),
  );
  if (stray.state !== 'refunded')
    return booked.refunded === back ? null : `${back} cents were refunded, ${booked.refunded} are booked`;
  if (isPaidOut && isReported) return 'it is refunded, and paid out, and nobody is told';
  return back + lost === charge.cents ? null : `${back} of ${charge.cents} cents were refunded`;
}

const isDelivery = ({ payoutId, state }: PayoutNotice['data'], { transferId }: Charge): boolean =>
  payoutId === transferId && state?.state === 'delivered';

function wrongWeek(world: World, charge: Charge): string | null {
  const { ref, listed } = charge;
  const found = world.records.stream(strayStream(ref)) as readonly RecordedEvent<StrayEvent>[];
  if (found.length === 0) return null;
  const isKnown = SENDERS.some((sender) => sender === listed.uid);
  const counted = ofSender(world, charge, 'StrayCounted').map((data) => data.amountCents);
  if (counted.join() !== (isKnown ? String(listed.amountCents) : ''))
    return `it counts ${counted.join(' and ') || 'nothing'} in the week`;
  const refunded = found.find(({ type }) => type === 'StrayRefunded');
  return isKnown ? wrongRelease(world, charge, Date.parse(refunded?.metadata.at ?? '')) : null;
}

/** Once, with its first refund; later the week is over, and nothing is left to release. */
function wrongRelease(world: World, charge: Charge, refundedMs: number): string | null {
  const { length } = ofSender(world, charge, 'StrayReleased');
  if (length > (Number.isNaN(refundedMs) ? 0 : 1)) return 'its amount was released too often';
  const isDue = refundedMs > world.healingSinceMs && refundedMs + SLACK_MS < charge.createdMs + WEEK_MS;
  return isDue && length === 0 ? 'its amount was not released with its refund' : null;
}

/** What was recorded about the charge with its sender. */
function ofSender({ records }: World, { transferId, listed }: Charge, type: string) {
  const events = listed.uid === null ? [] : records.stream(senderStream(listed.uid));
  return events
    .filter((event) => event.type === type)
    .map(({ data }) => data as { readonly transferId: string; readonly amountCents?: number })
    .filter((data) => data.transferId === transferId);
}
