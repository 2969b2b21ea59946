// Row 19: a backtest of a rule over the whole log, and reads by others at the same time.
import { setTimeout as pause } from 'node:timers/promises';
import { boundGoal, figure, figuresOf, interleave, pick, ratioGoal, typicalOf } from './figures.mjs';
import { ask, CONNECTIONS, during, fire, inTurn, post, read } from './requests.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { startProduct } from './servers.mjs';
import { staffCookies } from './staff-work.mjs';

const MILLION = 1_000_000;
const BOUND_SECONDS = 60;
const FEW = 4;
const POLL_MS = 100;
/** The longest period that can be asked for. */
const ALL_DAYS = 1_830;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Each attempt is compared with a handful of earlier ones; about one in a thousand alerts. */
const DEFINITION = {
  name: 'Bench',
  where: { amount: { from: '5.00' } },
  measure: 'attempts',
  atLeast: '6',
  within: 'P7D',
  action: 'flag',
};

export async function backtestRow({ histories, rounds, sizes: { gets, catchUpEvents } }) {
  const { folder, senders, rows } = await histories.caughtUp(catchUpEvents);
  const cookies = await cookiesOf(folder, sendersOf(senders));
  const [staff] = await staffCookies(folder);
  const server = await startProduct(folder);
  const backtest = () => backtestOf(server, staff);
  const reads = (connections) => () => fire(server.url, inTurn(cookies, gets, { connections }));
  const { problem, ...results } = await interleave(rounds, {
    alone: () => alone(server, backtest),
    idle: reads(CONNECTIONS),
    beside: () => beside(backtest, reads(CONNECTIONS)),
    'idle, few': reads(FEW),
    'beside, few': () => beside(backtest, reads(FEW)),
  });
  const { alone: whole, ...readings } = results;
  const [{ attempts }] = whole;
  const cpu = pick(whole, 'cpuSecondsOfMillion');
  const p99 = (connections, sides) =>
    ratioGoal(`× idle, p99 of reads, ${connections} connections`, { atMost: 2 }, { ...sides, field: 'p99' });
  return {
    workload: `a definition and the version in force over ${attempts} attempts; lists beside it`,
    figures: [
      figure('a million attempts, CPU', cpu, 's'),
      figure('a backtest', pick(whole, 'seconds'), 's'),
      ...Object.entries(readings).flatMap(([name, reading]) => figuresOf(name, reading)),
    ],
    goals: [
      boundGoal('s of CPU, a million attempts', BOUND_SECONDS, cpu, 's'),
      p99(CONNECTIONS, { of: results.beside, to: results.idle }),
      p99(FEW, { of: results['beside, few'], to: results['idle, few'] }),
    ],
    problem: problem ?? (rows === attempts ? null : `${attempts} of ${rows} attempts were read`),
  };
}

/** Runs one over so many days up to `endMs` to its end, and returns its result. */
export async function backtestOf({ url }, cookie, { days = ALL_DAYS, endMs = Date.now() + DAY_MS } = {}) {
  const [from, to] = [endMs - days * DAY_MS, endMs].map((ms) => new Date(ms).toISOString());
  const body = { definition: DEFINITION, against: 'velocity', from, to };
  const { id } = await ask(url, post('/api/compliance/backtests', body, { cookie }), 202);
  for (;;) {
    const { result } = await ask(url, read(cookie, `/api/compliance/backtests/${id}`));
    if (result) return result;
    await pause(POLL_MS);
  }
}

async function alone(server, backtest) {
  const began = performance.now();
  let seconds = 0;
  const { result, cpuMs } = await server.cpuOf(async () => {
    const found = await backtest();
    seconds = (performance.now() - began) / 1_000;
    return found;
  });
  const { attempts } = result;
  return { attempts, seconds, cpuSecondsOfMillion: (cpuMs / 1_000 / attempts) * MILLION };
}

/** Reads repeatedly until a backtest has ended. */
async function beside(backtest, reads) {
  const { steps } = await during(backtest, reads);
  return typicalOf(steps);
}
