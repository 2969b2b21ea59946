// Row 20: how several processes share the provider calls, simulated.
import { boundGoal, figure, pick, quantile, randomFrom, SEED, sumOf, zipf } from './figures.mjs';
import { CALLS, LEASE_MS, partitionOf, simulate } from './partition-plan.mjs';

const SENDERS = 100_000;
const HOUR_MS = 3_600_000;
/** Assumed shares of the transfers of a week by day, on whose fifth wages are paid, and of a day by hour. */
const DAYS = [0.8, 0.7, 0.7, 0.8, 2.5, 1, 0.7];
const HOURS = [
  ...[0.3, 0.2, 0.1, 0.1, 0.1, 0.2, 0.5, 0.9, 1.2, 1.3, 1.3, 1.4],
  ...[1.6, 1.5, 1.3, 1.3, 1.5, 1.8, 2, 1.9, 1.6, 1.2, 0.8, 0.5],
];
const BUSIEST = Math.max(...HOURS);
/** Of the busiest hour in relation to the mean of the week. */
const PEAK_FACTOR = (Math.max(...DAYS) * 7 * BUSIEST * 24) / (sumOf(DAYS) * sumOf(HOURS));

const CALL_MS = 500;
const PARALLEL = 96;
/** Of the calls that all processes together may make, in the busiest hour. */
const LOAD = 0.7;
/** Until each process has its share. */
const START_MS = 60_000;
/** Stripe's limit less a tenth; and none, so that only the calls at a time are bounded. */
const PLANS = [
  ['16 partitions', { processes: 4, partitions: 16, perSecond: 90 }],
  ['16 partitions, no limit a second', { processes: 4, partitions: 16, perSecond: Infinity }],
  ['64 partitions', { processes: 4, partitions: 64, perSecond: 90 }],
  ['256 partitions', { processes: 4, partitions: 256, perSecond: 90 }],
  ['16 partitions, 8 processes', { processes: 8, partitions: 16, perSecond: 90 }],
];

const FIGURES = [
  ['wait before a call, p50', 'p50', 'ms'],
  ['longest wait after the kill', 'worst', 'ms'],
  ['wait since one more came, p99', 'joined', 'ms'],
  ['most loaded process ÷ mean, if the sender decided', 'bySender', '×'],
];
const GOALS = [
  ['most loaded process ÷ mean', 'imbalance', '×', 1.5],
  ['wait before a call, p99', 'p99', 'ms', 2_000],
  ['wait before a call with one process less, p99', 'fewer', 'ms', 3_000],
  ['from the kill until nothing waits from before its lease ended', 'recovery', 'ms', 15_000],
];

/** Each round has its own seed. */
export function partitionsRow({ rounds, sizes: { simulatedSends } }) {
  const seeds = Array.from({ length: rounds }, (_, round) => SEED + round);
  const measured = PLANS.map(([name, plan]) => [
    name,
    seeds.map((seed) => measure({ ...plan, callMs: CALL_MS, parallel: PARALLEL }, simulatedSends, seed)),
  ]);
  const lost = sumOf(measured.flatMap(([, results]) => pick(results, 'lost')));
  return {
    workload: `computed: ${simulatedSends} transfers of ${SENDERS} Zipf senders around the busiest hour of a payday (${PEAK_FACTOR.toFixed(1)} × the mean of its week), whose calls of ${CALL_MS} ms are ${LOAD} of what 4 processes may make together (${PARALLEL} at a time, 90 a second); one process is killed, then one more comes`,
    figures: measured.flatMap(([name, results]) =>
      FIGURES.map(([text, field, unit]) => figure(`${name}: ${text}`, pick(results, field), unit)),
    ),
    goals: measured.flatMap(([name, results]) =>
      GOALS.map(([text, field, unit, atMost]) =>
        boundGoal(`${name}: ${text}`, atMost, pick(results, field), unit),
      ),
    ),
    problem: lost > 0 ? `${lost} calls were lost` : null,
  };
}

function measure(plan, count, seed) {
  const random = randomFrom(seed);
  const perSecond = (LOAD * Math.min(plan.perSecond, (PARALLEL * 1_000) / CALL_MS)) / CALLS;
  const transfers = transfersOf(random, count, perSecond);
  const placed = transfers.map(({ atMs, id }) => ({ atMs, partition: partitionOf(id, plan.partitions) }));
  const lastMs = transfers.at(-1).atMs;
  const [killAtMs, joinAtMs] = [lastMs / 2, (lastMs * 3) / 4];
  const calls = simulate({ ...plan, killAtMs, joinAtMs }, placed, random);
  const between = (fromMs, toMs) => calls.filter(({ beganMs }) => beganMs >= fromMs && beganMs < toMs);
  const [before, after] = [between(START_MS, killAtMs), between(killAtMs, joinAtMs)];
  const held = after.filter(({ readyMs }) => readyMs < killAtMs + LEASE_MS);
  return {
    imbalance: imbalanceOf(pick(before, 'process')),
    bySender: imbalanceOf(transfers.map(({ uid }) => partitionOf(uid, plan.processes))),
    p50: quantile(before.map(waitOf), 0.5),
    p99: quantile(before.map(waitOf), 0.99),
    worst: quantile(after.map(waitOf), 1),
    recovery: Math.max(...pick(held, 'beganMs')) - killAtMs,
    fewer: quantile(after.map(waitOf), 0.99),
    joined: quantile(between(joinAtMs, Infinity).map(waitOf), 0.99),
    lost: count * CALLS - calls.length,
  };
}

const waitOf = ({ readyMs, beganMs }) => beganMs - readyMs;

/** `perSecond` of them in the busiest hour, which is in the middle. */
function transfersOf(random, count, perSecond) {
  const sender = zipf(random, SENDERS);
  const firstMs = (HOURS.indexOf(BUSIEST) + 0.5) * HOUR_MS - (count / perSecond) * 500;
  const transfers = [];
  for (let atMs = 0; transfers.length < count;) {
    atMs -= (Math.log(1 - random()) * 1_000) / perSecond;
    if (random() * BUSIEST > HOURS[Math.floor((firstMs + atMs) / HOUR_MS) % 24]) continue;
    // In place of a UUID, which is a hash too.
    transfers.push({ atMs, uid: String(sender()), id: String(random()) });
  }
  return transfers;
}

/** Of the one with the most in relation to the mean. */
function imbalanceOf(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (Math.max(...counts.values()) * counts.size) / names.length;
}
