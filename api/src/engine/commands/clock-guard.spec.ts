import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import {
  newContext,
  openTillStores,
  payInto,
  removeTillStores,
  till,
  type TillStores,
} from '../../../../test/support/till.js';
import { ClockGuard, ClockSuspect } from './clock-guard.js';
import { CommandRunner } from './command-runner.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The instant of the events that payInto appends. */
const NEWEST_MS = Date.parse('2026-03-01T12:00:00.000Z');

let stores: TillStores;
let lines: jest.SpyInstance;
beforeEach(async () => {
  lines = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  stores = await openTillStores();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await removeTillStores(stores);
});

/** A server on the stores, with a clock that is set apart from the time that passes. */
function newServer(nowMs = NEWEST_MS) {
  let passedMs = 5_000;
  const time = { nowMs };
  const clock = { now: () => time.nowMs, elapsed: () => passedMs };
  const guard = new ClockGuard(clock, stores.eventStore, stores.vault);
  const runner = new CommandRunner(stores.log, clock, { guard });
  const pay = async (paymentId: string = randomUUID(), stream = 'till-one') => {
    const command = { paymentId, cents: 1 };
    return (await runner.execute({ decider: till, stream, command, context: newContext() })).events.length;
  };
  const sleep = (ms: number) => {
    passedMs += ms;
    time.nowMs += ms;
  };
  return { time, guard, runner, pay, sleep };
}

it.each([
  ['forward', 8 * DAY_MS],
  ['back', -30 * DAY_MS],
])('records nothing after the clock jumped %s, until it is correct again', async (_, jumpMs) => {
  const { time, guard, runner, pay } = newServer();
  await pay('first');
  time.nowMs += jumpMs;
  await expect(pay()).rejects.toBeInstanceOf(ClockSuspect);
  await expect(pay()).rejects.toThrow('the clock jumped');
  expect(guard.problem()).toBe('the clock jumped');
  expect(lines).toHaveBeenCalledTimes(1);
  expect(await pay('first')).toBe(0);
  expect(await runner.query(till, 'till-one', ({ total }) => total)).toBe(1);
  time.nowMs -= jumpMs;
  expect(await pay()).toBe(1);
  expect(guard.problem()).toBeNull();
});

it('accepts a clock corrected in small steps, and a machine that was asleep', async () => {
  const { time, pay, sleep } = newServer();
  for (let step = 0; step < 5; step++) {
    time.nowMs += 50_000;
    expect(await pay()).toBe(1);
  }
  sleep(3 * DAY_MS);
  expect(await pay()).toBe(1);
});

it('records nothing while the clock is behind the newest event at startup', async () => {
  await payInto(stores, 'one', [{ id: 'earlier', cents: 1 }]);
  const { time, pay, sleep, guard } = newServer(NEWEST_MS - 2 * MINUTE_MS);
  await expect(pay(randomUUID(), 'till-other')).rejects.toThrow('behind the newest event');
  expect(guard.problem()).not.toBeNull();
  sleep(MINUTE_MS);
  expect(await pay(randomUUID(), 'till-other')).toBe(1);
  expect(newServer(time.nowMs).guard.problem()).toBeNull();
});

it('records again once a clock that was wrong since startup is corrected', async () => {
  await payInto(stores, 'one', [{ id: 'earlier', cents: 1 }]);
  const { time, pay, guard } = newServer(NEWEST_MS - 400 * DAY_MS);
  await expect(pay()).rejects.toThrow('behind the newest event');
  time.nowMs += 399 * DAY_MS;
  await expect(pay()).rejects.toThrow('behind the newest event');
  time.nowMs += 2 * DAY_MS;
  expect(await pay()).toBe(1);
  time.nowMs += 8 * DAY_MS;
  expect(guard.problem()).toBe('the clock jumped');
});

it('trusts the clock that an operator confirmed, in every process and after a restart', async () => {
  await payInto(stores, 'one', [{ id: 'earlier', cents: 1 }]);
  const early = NEWEST_MS - 30 * DAY_MS;
  const [mine, theirs] = [newServer(early), newServer(early)];
  for (const { pay } of [mine, theirs]) await expect(pay()).rejects.toBeInstanceOf(ClockSuspect);
  await theirs.guard.accept();
  const restarted = newServer(early);
  for (const { pay } of [mine, theirs, restarted]) expect(await pay()).toBe(1);
  mine.time.nowMs += DAY_MS;
  await expect(mine.pay()).rejects.toBeInstanceOf(ClockSuspect);
  await mine.guard.accept();
  expect(await mine.pay()).toBe(1);
});

it('lets tests set a clock freely when no monotonic time is available', async () => {
  await payInto(stores, 'one', [{ id: 'earlier', cents: 1 }]);
  const time = { nowMs: NEWEST_MS - DAY_MS };
  const clock = { now: () => time.nowMs };
  const guard = new ClockGuard(clock, stores.eventStore, stores.vault);
  const runner = new CommandRunner(stores.log, clock, { guard });
  for (const moveMs of [0, 8 * DAY_MS, -20 * DAY_MS]) {
    time.nowMs += moveMs;
    const command = { paymentId: randomUUID(), cents: 1 };
    await runner.execute({ decider: till, stream: 'till-one', command, context: newContext() });
  }
  expect(guard.problem()).toBeNull();
});
