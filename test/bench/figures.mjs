// Numbers of the benchmark: seeded random numbers, rounds, spreads and goals.

/** The seed of every choice, so that two runs request the same. */
export const SEED = 20_261_101;

/** mulberry32: the same numbers from 0 to 1 for the same seed. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws 0 … count - 1, each rank as often as its inverse (Zipf): of 10,000, the first 1 % make up half of the draws. */
export function zipf(random, count) {
  return () => Math.floor(count ** random()) - 1;
}

/** Median, least and greatest of the rounds. */
export function spreadOf(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1) };
}

/** The quantile at `share`. */
export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** A figure without a goal. */
export function figure(name, values, unit = '/s') {
  return { name, unit, ...spreadOf(values) };
}

/** One field of every result. */
export function pick(results, field) {
  return results.map((result) => result[field]);
}

export function sumOf(values) {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Rate, CPU time per request and 99th percentile of one contender. */
export function figuresOf(name, results) {
  const figures = [figure(name, pick(results, 'perSecond'))];
  if (results[0].cpuMs !== undefined) figures.push(figure(`${name}, CPU`, pick(results, 'cpuMs'), 'ms'));
  if (results[0].p99 !== undefined) figures.push(figure(`${name}, p99`, pick(results, 'p99'), 'ms'));
  return figures;
}

/** One of several loads as it typically was, and the failures of all. */
export function typicalOf(loads) {
  const median = (field) => spreadOf(pick(loads, field)).median;
  return {
    perSecond: median('perSecond'),
    p99: median('p99'),
    failures: sumOf(pick(loads, 'failures')),
  };
}

/** A number whose median is compared with its bound, `atLeast` or `atMost`; one that is not a number meets none. */
export function goalOf(name, bound, { values, unit }) {
  const spread = spreadOf(values);
  const isMet = bound.atLeast === undefined ? spread.median <= bound.atMost : spread.median >= bound.atLeast;
  return { name, ...bound, unit, ...spread, isMet };
}

export function boundGoal(name, atMost, values, unit = '') {
  return goalOf(name, { atMost }, { values, unit });
}

/** The ratio of one field of two contenders in each round. */
export function ratioGoal(name, bound, { of, to, field }) {
  return goalOf(name, bound, { values: of.map((result, round) => result[field] / to[round][field]) });
}

/** A goal that this run could not measure, with the reason. */
export function unmeasuredGoal(name, reason) {
  return { name, reason, isMet: false };
}

/** Runs every contender once per round, in turn. The first round warms up: only its failures count. */
export async function interleave(rounds, contenders) {
  const measured = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  let failures = 0;
  for (let round = -1; round < rounds; round += 1)
    for (const [name, run] of Object.entries(contenders)) {
      const result = await run(round + 1);
      failures += result.failures ?? 0;
      if (round >= 0) measured[name].push(result);
    }
  return { ...measured, problem: failures > 0 ? `${failures} requests were not answered as expected` : null };
}

/** Time and this process's CPU time until `work` is done. */
export async function costOf(work) {
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(before);
  return { seconds, cpuSeconds: (user + system) / 1e6 };
}

/** Calls `request` `count` times with `inFlight` at once; returns the rate, this process's CPU time and percentiles. */
export async function drive(inFlight, count, request) {
  const latencies = new Float64Array(count);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const place = next;
      next += 1;
      const began = performance.now();
      await request(place);
      latencies[place] = performance.now() - began;
    }
  };
  const { seconds, cpuSeconds } = await costOf(() => Promise.all(Array.from({ length: inFlight }, worker)));
  return {
    perSecond: count / seconds,
    cpuMs: (cpuSeconds / count) * 1_000,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}
