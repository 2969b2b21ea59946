// Row 19: a backtest of a rule over the whole log, and reads of others beside it.
import { setTimeout as pause } from 'node:timers/promises';
import { boundGoal, figure, figuresOf, interleave, pick, ratioGoal, spreadOf } from './figures.mjs';
import { LIST } from './read-http.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { CONNECTIONS, dealt, fire, read, startServer } from './servers.mjs';
import { staffCookies } from './staff-work.mjs';

const MILLION = 1_000_000;
const BOUND_SECONDS = 60;
const FEW = 4;
const POLL_MS = 100;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Each attempt is compared with a handful of earlier ones; about one in a thousand alerts. */
const DEFINITION = {
  ...{ name: 'Bench', where: { amount: { from: '5.00' } }, measure: 'attempts' },
  ...{ atLeast: '6', within: 'P7D', action: 'flag' },
};

export async function backtestRow({ histories, rounds, sizes: { events, gets } }) {
  const { folder, senders, rows } = await histories.caughtUp(events);
  const cookies = await cookiesOf(folder, sendersOf(senders));
  const [staff] = await staffCookies(folder);
  const server = await (await startServer(folder)).caughtUp();
  const backtest = backtestOf(server, staff);
  const reads = (connections) => () =>
    fire(
      server.url,
      dealt(gets, (place) => read(cookies[place % cookies.length], LIST), connections),
    );
  const beside = (connections) => () => whileBacktesting(backtest, reads(connections));
  let measured;
  try {
    measured = await interleave(rounds, {
      alone: () => alone(server, backtest),
      idle: reads(CONNECTIONS),
      beside: beside(CONNECTIONS),
      'idle, few': reads(FEW),
      'beside, few': beside(FEW),
    });
  } finally {
    await server.stop();
  }
  const { problem, ...results } = measured;
  const [{ attempts }] = results.alone;
  const cpu = pick(results.alone, 'cpuSecondsOfMillion');
  const p99 = (name, connections, [of, to]) =>
    ratioGoal(`× idle, p99 of reads, ${connections} connections`, { atMost: 2 }, { of, to, field: 'p99' });
  return {
    number: 19,
    name: 'backtest',
    workload: `a definition and the version in force over ${attempts} attempts; lists beside it`,
    figures: [
      figure('a million attempts, CPU', cpu, 's'),
      figure('a backtest', pick(results.alone, 'seconds'), 's'),
      ...figuresOf('idle', results.idle),
      ...figuresOf('beside', results.beside),
      ...figuresOf('idle, few', results['idle, few']),
      ...figuresOf('beside, few', results['beside, few']),
    ],
    goals: [
      boundGoal('s of CPU, a million attempts', BOUND_SECONDS, cpu, 's'),
      p99('beside', CONNECTIONS, [results.beside, results.idle]),
      p99('few', FEW, [results['beside, few'], results['idle, few']]),
    ],
    problem: problem ?? (rows === attempts ? null : `${attempts} of ${rows} attempts were read`),
  };
}

/** Runs one to its end, and returns its result. */
function backtestOf({ url }, cookie) {
  const request = async (method, path, body) => {
    const headers = { cookie, 'x-flip-request': '1', 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, body });
    const text = await response.text();
    if (response.status >= 400) throw new Error(`${response.status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
  return async () => {
    const nowMs = Date.now();
    const [from, to] = [nowMs - 1_829 * DAY_MS, nowMs + DAY_MS].map((ms) => new Date(ms).toISOString());
    const body = JSON.stringify({ definition: DEFINITION, against: 'velocity', from, to });
    const { id } = await request('POST', '/api/compliance/backtests', body);
    for (;;) {
      const { result } = await request('GET', `/api/compliance/backtests/${id}`);
      if (result) return result;
      await pause(POLL_MS);
    }
  };
}

async function alone(server, backtest) {
  const before = await server.quiet();
  const began = performance.now();
  const { attempts } = await backtest();
  const seconds = (performance.now() - began) / 1_000;
  const { cpuMs } = await server.quiet();
  const cpuSecondsOfMillion = ((cpuMs - before.cpuMs) / 1_000 / attempts) * MILLION;
  return { attempts, seconds, cpuSecondsOfMillion, failures: 0 };
}

/** Reads repeatedly until a backtest has ended. */
async function whileBacktesting(backtest, reads) {
  let isRunning = true;
  const ended = backtest().finally(() => (isRunning = false));
  const loads = [];
  do loads.push(await reads());
  while (isRunning);
  await ended;
  return {
    perSecond: spreadOf(pick(loads, 'perSecond')).median,
    p99: spreadOf(pick(loads, 'p99')).median,
    failures: loads.reduce((sum, { failures }) => sum + failures, 0),
  };
}
