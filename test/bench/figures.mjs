// Numbers of the benchmark: a fixed chance, spreads over rounds, rows with their goals.

/** The seed of every choice, so that two runs ask the same. */
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

/** Draws 0 … count - 1 after Zipf (exponent 1): of 10,000 the first 1 % are drawn in more than half of the cases. */
export function zipf(random, count) {
  const upTo = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) upTo[rank] = sum += 1 / (rank + 1);
  return () => {
    const wanted = random() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (upTo[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Median, least and greatest of the rounds. */
export function spreadOf(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1) };
}

/** The value below which `share` of all lie. */
function quantile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** A figure that is only told. */
export function figure(name, values, unit = '/s') {
  return { name, unit, ...spreadOf(values) };
}

/** A ratio of two contenders of the same rounds, held against its goal. */
export function ratioGoal(name, goal, rounds) {
  const spread = spreadOf(rounds.map(([ours, theirs]) => ours / theirs));
  const isMet = goal.atLeast === undefined ? spread.median <= goal.atMost : spread.median >= goal.atLeast;
  return { name, ...goal, ...spread, isMet };
}

/** A number that must not pass its bound in any round. */
export function boundGoal(name, atMost, values, unit = '') {
  const spread = spreadOf(values);
  return { name, atMost, unit, ...spread, isMet: spread.max <= atMost };
}

/** Asks `count` times with `inFlight` at once; answers the rate and each answer's milliseconds. */
export async function drive(inFlight, count, ask) {
  const latencies = new Float64Array(count);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const place = next;
      next += 1;
      const began = performance.now();
      await ask(place);
      latencies[place] = performance.now() - began;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: count / seconds, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}
