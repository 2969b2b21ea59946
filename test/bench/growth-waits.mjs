// What senders and staff wait for, on a copy of a grown history.
import { setTimeout as pause } from 'node:timers/promises';
import { backtestOf } from './backtest.mjs';
import { drive, pick, spreadOf } from './figures.mjs';
import { BUSY, LONG, USUAL } from './grown-schedule.mjs';
import { ask, inTurn, LIST, read, send } from './requests.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { startProduct, startServer } from './servers.mjs';
import { staffCookies } from './staff-work.mjs';

const STARTS = 3;
/** Of the usual senders, those whose requests only compile the code. */
const COMPILING = 20;
const COMPILING_REQUESTS = 200;
/** Each of the long and the busy sender. */
const REPEATS = 10;
const LISTS = 200;
/** Most sends until the first load of a long stream, which the product has not written, is kept. */
const FIRST_SENDS = 5;
/** While other work keeps the processors. */
const BUSY_STATUS = 503;
const BUSY_PAUSE_MS = 500;
const CREATED = { status: 201 };
const DAY_MS = 24 * 60 * 60 * 1_000;
/** A day in the busiest month of the busy sender. */
const BUSY_DAYS_AGO = 12;
const MONTH_DAYS = 30;
const SEARCH = { 'x-flip-search': encodeURIComponent('nobody has this name') };

const perRequest = { unit: 'ms', per: 'a request' };

/** Measures with their names: `value` is wall time, `cpu` the processor time of the server. */
export async function* waitsOf(folder, { madeAtMs }) {
  await settle(folder);
  yield* startOf(folder);
  yield* senderWaits(folder, madeAtMs);
  yield* staffWaits(folder, madeAtMs);
}

const membersOf = ({ group, count }) => sendersOf(count, group);

/** One send of everybody measured, so that the state of each is stored as the product stores it. */
async function settle(folder) {
  const cookies = await cookiesOf(folder, [USUAL, BUSY, LONG].flatMap(membersOf));
  const server = await startProduct(folder);
  const sends = () => inTurn(cookies, cookies.length, { request: send, connections: 1 });
  for (let tries = 0; tries < FIRST_SENDS; tries += 1)
    if ((await server.load(sends(), CREATED)).failures === 0) break;
  await server.caughtUp();
  await server.stop();
}

/** From process start to the first 200 of a signed-in list, and the memory of the idle server. */
async function* startOf(folder) {
  const [cookie] = await cookiesOf(folder, membersOf(LONG));
  const starts = [];
  let residentMiB = 0;
  for (let start = 0; start < STARTS; start += 1) {
    const server = await startServer(folder, { path: LIST, headers: { cookie } });
    const { cpuMs } = await server.probe();
    starts.push({ cpuMs, startedInMs: server.startedInMs });
    await server.caughtUp();
    ({ residentMiB } = await server.probe());
    await server.stop();
  }
  const median = (field) => spreadOf(pick(starts, field)).median;
  const times = { value: median('startedInMs'), cpu: median('cpuMs') };
  yield ['start', { unit: 'ms', per: 'to the first list', ...times }];
  yield ['idle memory', { unit: 'MiB', per: '', value: residentMiB }];
}

/** Requests one after the other. */
async function timed(server, count, request) {
  const { result, cpuMs } = await server.cpuOf(() => drive(1, count, request));
  return { ...perRequest, value: result.p50, cpu: cpuMs / count };
}

async function* senderWaits(folder, madeAtMs) {
  const usual = await cookiesOf(folder, membersOf(USUAL));
  const [busy, long] = await cookiesOf(folder, [BUSY, LONG].flatMap(membersOf));
  const server = await startProduct(folder);
  const [compiling, others] = [usual.slice(0, COMPILING), usual.slice(COMPILING)];
  await server.load(inTurn(compiling, COMPILING_REQUESTS));
  await server.load(inTurn(compiling, COMPILING_REQUESTS, { request: send }), CREATED);
  const inTurnOf = (cookies, requestOf) => (place) =>
    answered(server, requestOf(cookies[place % cookies.length]));
  const get = (cookies, count, [path, headers = {}]) =>
    timed(
      server,
      count,
      inTurnOf(cookies, (cookie) => read(cookie, path, headers)),
    );
  const sends = (cookies, count) => timed(server, count, inTurnOf(cookies, send));
  const month = new Date(madeAtMs - BUSY_DAYS_AGO * DAY_MS).toISOString().slice(0, 7);
  const paid = await ask(server.url, read(busy, `/api/transfers?limit=1&status=delivered`));
  yield ['list', await get(others, LISTS, [LIST])];
  yield ['first send', await sends(others, others.length)];
  yield ['later send', await sends(others, others.length)];
  yield ['list of the longest history', await get([long], LISTS, [LIST])];
  yield ['search in the longest history', await get([long], REPEATS, [LIST, SEARCH])];
  yield ['first send of the longest history', await sends([long], 1)];
  yield ['later send of the longest history', await sends([long], REPEATS)];
  for (const kind of ['pdf', 'csv'])
    yield [
      `statement of a busy month, ${kind.toUpperCase()}`,
      await get([busy], REPEATS, [`/api/statements/${month}.${kind}`]),
    ];
  yield ['receipt, PDF', await get([busy], REPEATS, [`/api/transfers/${paid.items[0].id}/receipt.pdf`])];
  await server.stop();
}

async function* staffWaits(folder, madeAtMs) {
  const [cookie] = await staffCookies(folder);
  const server = await startProduct(folder);
  const get = (path) => timed(server, REPEATS, () => answered(server, read(cookie, path)));
  const { items } = await ask(server.url, read(cookie, '/api/compliance/cases?limit=1'));
  const senderAt = (group) => get(`/api/compliance/senders/${membersOf(group)[0]}/at?reason=audit:bench`);
  const period = { days: MONTH_DAYS, endMs: madeAtMs };
  yield ['open cases', await get('/api/compliance/cases?status=open&limit=50')];
  yield ['case page', await get(`/api/compliance/cases/${items[0].id}`)];
  yield ['time machine of a sender', await senderAt(USUAL)];
  yield ['time machine of a busy sender', await senderAt(BUSY)];
  yield [
    'backtest of a month',
    { ...(await timed(server, 1, () => backtestOf(server, cookie, period))), per: '' },
  ];
  await server.stop();
}

/** The whole response; a server that is too busy is asked again. @throws when it has an error's status */
async function answered({ url }, { path, ...request }) {
  for (;;) {
    const response = await fetch(url + path, request);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok) return;
    if (response.status !== BUSY_STATUS)
      throw new Error(`${path}: ${response.status} ${bytes.toString().slice(0, 200)}`);
    await pause(BUSY_PAUSE_MS);
  }
}
