import { numberOf, pick } from './chance.js';
import { FAULTS } from './network.js';
import { advanceStrays, listCharges, loseCharge, operateStray } from './strays.js';
import type { Faulty } from './tasks.js';
import type { FlipProcess } from './flip-process.js';
import type { People } from './people.js';
import type { World } from './world.js';

/** One step of a run. `a` and `b` choose among the options available when it is taken. */
export interface Step {
  readonly kind: Kind;
  readonly a: number;
  readonly b: number;
  /** Time that passes before the step. */
  readonly ms: number;
}

interface Stage {
  readonly world: World;
  readonly people: People;
}
type Kind = keyof typeof STEPS;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JUMPS = [
  31 * SECOND,
  61 * SECOND,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  DAY,
  DAY,
  5 * DAY,
  10 * DAY,
  31 * DAY,
];
const STEP_MS = 2_000;

const STEPS = {
  run: ({ world }: Stage, { a, b }: Step) => world.resume(a, faultOf(b)),
  react: ({ world }: Stage, { a, b }: Step) => world.react(world.process(a), b),
  work: ({ world }: Stage, { a, b }: Step) => world.work(world.process(a), b),
  async calm({ world }: Stage, { b }: Step) {
    for (let round = 0; round <= b % 4; round += 1) await calmRound(world);
  },
  async rough({ world }: Stage, { b }: Step) {
    await calmRound(world, (turn) => faultOf(numberOf(`${b}:${turn}`)));
  },
  /** One process hangs in the middle of its work; the other one continues. */
  async slow({ world, people }: Stage, { a, b }: Step) {
    const [slow, other] = [world.process(a), world.process(a + 1)];
    await world.work(slow, b);
    await world.tasks.resumeNext('none', other);
    await calmRound(world, () => 'none', slow);
    await people.payAgain(other);
    await world.finish(() => 'none', slow);
  },
  async duel({ world }: Stage, { a }: Step) {
    await world.work(world.process(0), a);
    await world.work(world.process(1), a);
  },
  async webhook({ world }: Stage, { a, b }: Step) {
    if (world.network.webhooks.length === 0) return;
    const webhook = pick(world.network.webhooks, a);
    if (b % 8 === 0) world.lose(webhook);
    else await world.deliver(world.process(b), webhook, b % 5 === 0);
  },
  daily: ({ world }: Stage, { a }: Step) => world.daily(world.process(a)),
  late({ world }: Stage, { a }: Step) {
    world.network.arriveLate(a);
  },
  provider({ world }: Stage, { a, b }: Step) {
    moveOne(world, a, b);
  },
  send: ({ world, people }: Stage, { a, b }: Step) => people.send(world.process(a), a, b),
  repeat: ({ world, people }: Stage, { a }: Step) => people.repeat(world.process(a), a),
  pay: ({ world, people }: Stage, { a, b }: Step) => people.pay(world.process(a >>> 3), a, b),
  abandon: ({ world, people }: Stage, { a }: Step) => people.abandon(world.process(a >>> 3), a),
  cancel: ({ world, people }: Stage, { a }: Step) => people.cancel(world.process(a >>> 3), a),
  recall: ({ world, people }: Stage, { a }: Step) => people.recall(world.process(a >>> 3), a),
  review: ({ world, people }: Stage, { a, b }: Step) => people.review(world.process(a >>> 3), a, b),
  operate: ({ world, people }: Stage, { a, b }: Step) => people.operate(world.process(a >>> 3), a, b),
  lose({ world }: Stage, { a, b }: Step) {
    loseCharge(world, a, b);
  },
  list: ({ world }: Stage, { a }: Step) => listCharges(world, world.process(a)),
  stray: ({ world }: Stage, { a, b }: Step) =>
    operateStray(world, world.process(a), { number: a >>> 3, operator: pick(['olga', 'omar'], b) }),
  strays: ({ world }: Stage, { a }: Step) => advanceStrays(world, world.process(a)),
  crash({ world }: Stage, { a, b }: Step) {
    world.crash(a, b % 4);
  },
  jump({ world }: Stage, { a }: Step) {
    world.wait(pick(JUMPS, a));
  },
} as const;

/** How often those occur that are about charges that the log has lost. */
const STRAY_SHARES = { lose: 6, list: 3, stray: 8, strays: 6 } as const;

/** How often each other kind occurs. */
const SHARES: Readonly<Record<Exclude<Kind, keyof typeof STRAY_SHARES>, number>> = {
  run: 40,
  react: 10,
  work: 6,
  duel: 5,
  slow: 3,
  calm: 4,
  rough: 4,
  webhook: 6,
  late: 2,
  provider: 7,
  send: 2,
  repeat: 1,
  pay: 5,
  abandon: 3,
  cancel: 2,
  recall: 3,
  review: 2,
  operate: 3,
  crash: 2,
  daily: 2,
  jump: 3,
};
const kindsOf = (shares: Readonly<Partial<Record<Kind, number>>>): readonly Kind[] =>
  Object.entries(shares).flatMap(([kind, share]) => Array<Kind>(share).fill(kind as Kind));
const KINDS = kindsOf(SHARES);
const KINDS_WITH_STRAYS = [...KINDS, ...kindsOf(STRAY_SHARES)];
const FEWEST_STEPS = 40;
const MORE_STEPS = 100;

/** The steps of a seed. */
export function stepsOf(seed: number, withStrays = false): readonly Step[] {
  const next = numbersFrom(seed);
  const length = FEWEST_STEPS + (next() % MORE_STEPS);
  return Array.from({ length }, (_, place) => {
    const kind = place === 0 ? 'send' : pick(withStrays ? KINDS_WITH_STRAYS : KINDS, next());
    return { kind, a: next(), b: next(), ms: next() % STEP_MS };
  });
}

export async function take(step: Step, stage: Stage): Promise<void> {
  stage.world.wait(step.ms);
  await STEPS[step.kind](stage, step);
}

/** Resumes everything that waits, once: with faults only where given, and without a slow process. */
export async function calmRound(
  world: World,
  faults: (turn: number) => Faulty = () => 'none',
  slow?: FlipProcess,
): Promise<void> {
  let turn = 0;
  const finish = () => world.finish(() => faults((turn += 1)), slow);
  const process = world.process(slow === world.process(0) ? 1 : 0);
  await finish();
  for (const place of process.sagas.keys()) {
    for (let event = 0; event < 4; event += 1) {
      await world.react(process, place);
      await finish();
    }
  }
  for (const place of world.due(process).keys()) await world.work(process, place);
  await finish();
}

/** One provider changes something on its own. */
function moveOne({ cards, payouts }: World, a: number, b: number): void {
  const moves = [
    ...cards.charges.map((charge) => () => cards.moveCharge(charge)),
    ...cards.refunds.map((refund) => () => cards.moveRefund(refund)),
    ...payouts.sent.map((sent) => () => payouts.move(sent)),
    ...payouts.sent.map((sent) => () => payouts.move(sent)),
    ...(b % 3 === 0 ? cards.charges.map((charge) => () => cards.openDispute(charge)) : []),
    ...cards.disputes.map((dispute) => () => cards.closeDispute(dispute)),
  ];
  if (moves.length > 0) pick(moves, a)();
}

const faultOf = (number: number): Faulty => (number % 4 === 0 ? pick(FAULTS, number >>> 4) : 'none');

/** 32-bit random numbers (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
