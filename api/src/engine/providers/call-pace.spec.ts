import { CallPace } from './call-pace.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00.000Z');
const clock = { now: () => NOON_MS };
/** The time that passed, by no clock. */
let elapsedMs: number;

beforeEach(() => {
  elapsedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => elapsedMs);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Lets all continue that waits for promises alone: no timer can end meanwhile, however slow the machine is. */
async function withoutTimers(): Promise<void> {
  for (let left = 20; left > 0; left -= 1) await Promise.resolve();
}

const paceOf = (callsPerSecond: number) => new CallPace('stripe', { callsPerSecond }, clock);

it('spreads calls over the second, and lets all begin at once without a limit', async () => {
  const began: string[] = [];
  const call = (pace: CallPace, name: string) => pace.turn().then(() => began.push(name));
  const limited = paceOf(100);
  const calls = ['first', 'second', 'third'].map((name) => call(limited, name));
  await withoutTimers();
  expect(began).toEqual(['first']);
  await Promise.all(calls);
  expect(began).toEqual(['first', 'second', 'third']);
  for (const name of ['fourth', 'fifth']) void call(paceOf(Infinity), name);
  await withoutTimers();
  expect(began.slice(3)).toEqual(['fourth', 'fifth']);
});

it('makes a share of the calls that all processes may make together', async () => {
  const pace = new CallPace('stripe', { callsPerSecond: 1, sharing: { processes: () => 4 } }, clock);
  await pace.turn();
  elapsedMs = 3_999;
  let hasBegun = false;
  const turn = pace.turn().then(() => (hasBegun = true));
  await withoutTimers();
  expect(hasBegun).toBe(false);
  await turn;
});

it('allows no call for as long as the provider has asked, also none that waited for its turn', async () => {
  const pace = paceOf(100);
  await pace.turn();
  const waiting = pace.turn();
  pace.heard(429, '7');
  pace.heard(429, '2');
  await expect(waiting).rejects.toMatchObject({ name: 'ProviderUnknown', seconds: 7 });
  elapsedMs = 6_999;
  await expect(pace.turn()).rejects.toMatchObject({ seconds: 1 });
  elapsedMs = 7_000;
  await pace.turn();
});

it.each([
  [429, '7', 7],
  [503, '7', 7],
  [200, '7', null],
  [429, '86400', 300],
  [429, 'Sat, 21 Nov 2026 12:00:30 GMT', 30],
  [429, 'Sat, 21 Nov 2026 11:00:00 GMT', null],
  [429, 'soon', null],
  [429, '0', null],
  [429, '-5', null],
  [429, null, null],
])('after %s with Retry-After %s it rests for %s seconds', async (status, header, seconds) => {
  const pace = paceOf(100);
  pace.heard(status, header);
  if (seconds === null) await pace.turn();
  else await expect(pace.turn()).rejects.toMatchObject({ seconds });
});
