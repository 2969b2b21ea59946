import type { Charge } from './card-network.js';
import type { People } from './people.js';
import { calmRound } from './steps.js';
import { advanceStrays, listCharges, operateStray } from './strays.js';
import { checkLate } from './timers.js';
import type { World } from './world.js';

export const HEALING = 'From here the network is whole, providers and people do what they have to';
const POLL_MS = 31_000;
const HOUR_MS = 60 * 60_000;
const ROUNDS_LIMIT = 120;
/** Disputes that a bank leaves open, and cases that release a transfer. */
const LEFT_OPEN_PERCENT = 10;
const LET_GO_PERCENT = 60;
const LOST_PERCENT = 30;
const LATE_DISPUTE_PERCENT = 20;
/** Most disputes of a charge that can be followed by a late one. */
const LATE_DISPUTES_LIMIT = 2;

/** Completes everything that can complete: no more losses, and time passes. */
export async function heal(world: World, people: People): Promise<void> {
  world.healingSinceMs = world.clock.nowMs;
  world.crash(0, 2);
  world.crash(1, 2);
  loseSome(world);
  let quiet = 0;
  for (let round = 0; quiet < 3; round += 1) {
    if (round > ROUNDS_LIMIT) world.violated('it never comes to rest');
    if (world.violations.length > 0) return;
    const before = world.records.events.length + world.network.webhooks.length;
    await calmRound(world);
    await deliverAll(world);
    await calmRound(world);
    if (world.violations.length > 0) return;
    world.network.forgetLate();
    moveAll(world);
    await workAll(world, people);
    if (world.records.events.length + world.network.webhooks.length === before) await passDay(world);
    const isSame = world.records.events.length + world.network.webhooks.length === before;
    quiet = isSame && timeOfNext(world) === null ? quiet + 1 : 0;
    world.wait(isSame ? (timeOfNext(world) ?? HOUR_MS) : POLL_MS);
  }
}

/** Some webhooks never arrive, of every kind. */
function loseSome(world: World): void {
  for (const webhook of [...world.network.webhooks])
    if (world.luck.has(LOST_PERCENT, `${webhook.eventId} is lost`)) world.lose(webhook);
}

/** The daily run finds what no webhook has reported. */
async function passDay(world: World): Promise<void> {
  await world.daily(world.process(0));
  if (world.withStrays) await listCharges(world, world.process(0));
  await calmRound(world);
  checkLate(world);
}

async function deliverAll(world: World): Promise<void> {
  for (const webhook of [...world.network.webhooks]) {
    await world.deliver(world.process(0), webhook, false);
    await world.finish();
  }
}

function moveAll(world: World): void {
  const { cards, payouts, luck } = world;
  for (const charge of cards.charges) cards.moveCharge(charge);
  for (const refund of cards.refunds) cards.moveRefund(refund);
  for (const sent of payouts.sent) payouts.move(sent);
  for (const dispute of cards.disputes)
    if (!luck.has(LEFT_OPEN_PERCENT, `${dispute.ref} stays`)) cards.closeDispute(dispute);
  for (const charge of cards.charges) disputeLate(world, charge);
}

/** A cardholder may dispute a charge long after it was delivered, refunded, or paid back another way. */
function disputeLate(world: World, charge: Charge): void {
  const { cards, luck } = world;
  const earlier = cards.disputes.filter((dispute) => dispute.charge === charge).length;
  const hasEnded = charge.isLost || world.stateOf(charge.transferId).endedAt !== null;
  if (!hasEnded || earlier >= LATE_DISPUTES_LIMIT) return;
  if (luck.has(LATE_DISPUTE_PERCENT, `${charge.ref} is disputed late, ${earlier}`)) cards.openDispute(charge);
}

async function workStrays(world: World): Promise<void> {
  for (const number of world.openStrays.keys())
    for (const operator of ['olga', 'omar']) {
      await operateStray(world, world.process(0), { number, operator });
      await world.finish();
    }
  await advanceStrays(world, world.process(0));
  await world.finish();
}

async function workAll(world: World, people: People): Promise<void> {
  if (world.withStrays) await workStrays(world);
  for (const transferId of world.transferIds) {
    if (world.luck.has(LET_GO_PERCENT, `${transferId} is let go`))
      await people.letGo(world.process(0), transferId);
    for (const operator of ['olga', 'omar']) {
      await people.work(world.process(0), transferId, operator);
      await world.finish();
    }
  }
}

/** Milliseconds until the next scheduled change; null when there is none. */
function timeOfNext(world: World): number | null {
  const open = [...world.open.values()];
  if (open.some(({ waitsFor }) => waitsFor !== 'nothing')) return 2 * POLL_MS;
  const timers = open.filter(({ timer }) => timer === 'set').map(({ timerAt }) => Date.parse(timerAt));
  return timers.length === 0 ? null : Math.max(1, Math.min(...timers) - world.clock.nowMs);
}
