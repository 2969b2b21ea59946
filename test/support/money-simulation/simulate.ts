import { HEALING, heal } from './healing.js';
import { checkEnds } from './ends.js';
import { REAL, type Parts } from './parts.js';
import { People } from './people.js';
import { stepsOf, take, type Step } from './steps.js';
import { Truth } from './truth.js';
import { Views } from './views.js';
import { checkStrays } from './strays.js';
import { World, type RunOptions } from './world.js';

/** A violation found in a run; `lines` is its history. */
export interface Found {
  readonly violation: string;
  readonly lines: readonly string[];
}

/** Takes the steps, completes everything, and checks all rules. Null when every rule held. */
async function run(
  seed: number,
  steps: readonly Step[],
  { parts, ...options }: RunOptions & { readonly parts: () => Parts },
): Promise<Found | null> {
  const world = new World(seed, parts(), options);
  const people = new People(world);
  const truth = new Truth(world);
  const views = new Views(world.parts);
  world.records.onEvent = (event) => {
    world.note(event);
    views.note(event);
    truth.check(event);
  };
  const found = () =>
    world.violations[0] === undefined ? null : { violation: world.violations[0], lines: world.history.lines };
  await world.activateRules();
  await world.openAccounts();
  for (const step of steps) {
    await take(step, { world, people });
    if (world.violations.length > 0) return found();
  }
  world.history.log('everyone', HEALING);
  await heal(world, people);
  if (world.violations.length === 0) checkEnds(world, people);
  if (world.violations.length === 0) views.check(world);
  if (world.violations.length === 0) checkStrays(world);
  if (world.violations.length === 0) await replay(world);
  return found();
}

/** Reprocesses every event from the first: no provider is called and nothing is recorded. */
async function replay(world: World): Promise<void> {
  const { calls } = world.network;
  const events = world.records.events.length;
  world.crash(0, events);
  for (let event = 0; event < events; event += 1)
    for (const place of world.process(0).sagas.keys()) {
      await world.react(world.process(0), place);
      await world.finish();
    }
  for (const transferId of world.transferIds) {
    await world.start(world.process(0), 'worker', () => world.process(0).advance(transferId));
    await world.finish();
  }
  // A notice of a transfer that the log has lost is always looked up.
  if (world.network.calls !== calls && !world.withStrays) world.violated('a replay called a provider');
  if (world.records.events.length !== events) world.violated('a replay recorded something');
}

/** Runs a seed; `withStrays`: the log loses charges. */
export function simulate(
  seed: number,
  parts: () => Parts = () => REAL,
  withStrays = false,
): Promise<Found | null> {
  return run(seed, stepsOf(seed, withStrays), { parts, isRecorded: false, withStrays });
}

/** The shortest history found that still shows the seed's first violation, line by line. */
export async function shrunk(
  seed: number,
  violation: string,
  parts: () => Parts = () => REAL,
  withStrays = false,
): Promise<Found> {
  const kind = kindOf(violation);
  const fails = async (steps: readonly Step[]) => {
    const found = await run(seed, steps, { parts, isRecorded: false, withStrays });
    return found !== null && kindOf(found.violation) === kind;
  };
  let steps = stepsOf(seed, withStrays);
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < steps.length;) {
      const fewer = [...steps.slice(0, from), ...steps.slice(from + size)];
      if (await fails(fewer)) steps = fewer;
      else from += size;
    }
  }
  const recorded = await run(seed, steps, { parts, isRecorded: true, withStrays });
  if (!recorded) throw new Error(`seed ${seed} is not deterministic: ${violation}`);
  return recorded;
}

/** The text of a violation without its ids and amounts. */
const kindOf = (violation: string): string => violation.replaceAll(/\b[0-9a-f]{4}\b|\d+/g, '#');
