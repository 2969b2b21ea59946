// Requests of the benchmark: one at a time, or as a load.
import autocannon from 'autocannon';
import { feesOf } from '../../dist/compiled/api/src/kernel/money/fees.js';
import { formatAmount } from '../../dist/compiled/api/src/kernel/money/money.js';

export const CONNECTIONS = 64;
/** The first page of a sender's transfers. */
export const LIST = '/api/transfers?limit=20';
/** How often a load checks whether it has ended. */
export const SAMPLE_MS = 100;
const TIMEOUT_SECONDS = 30;
/** How often a response that is behind is asked for again, each time after a second. */
const STALE_REPEATS = 30;
const AMOUNT_CENTS = 100;
let sends = 0;

/** A signed-in GET. */
export function read(cookie, path = LIST, headers = {}) {
  return { method: 'GET', path, headers: { cookie, ...headers } };
}

export function post(path, body, headers = {}) {
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'x-flip-request': '1', ...headers },
    body: JSON.stringify(body),
  };
}

/** A key that no other send of this run has. */
export function nextKey() {
  sends += 1;
  return `bench-key-${String(sends).padStart(12, '0')}`;
}

/** A signed-in send of one dollar under a new key; `changes` names a card or another recipient. */
export function send(cookie, changes = {}) {
  const body = {
    recipient: 'Maya Okafor',
    platform: 'Cash App',
    handle: 'mayaokafor',
    amount: formatAmount(AMOUNT_CENTS),
    total: formatAmount(feesOf(AMOUNT_CENTS, 'card-3pct-plus-30c').totalCents),
    ...changes,
  };
  return post('/api/transfers', body, { 'idempotency-key': nextKey(), cookie });
}

/**
 * The JSON of a response; asked for again while the views are behind, as pages do.
 * @throws when it has another status than 200, or than 201 for a POST
 */
export async function ask(url, { path, ...request }, status = request.method === 'POST' ? 201 : 200) {
  let response = await fetch(url + path, request);
  for (let left = STALE_REPEATS; left > 0 && response.headers.get('x-flip-stale') === 'true'; left -= 1)
    response = await fetch(url + path, request);
  const text = await response.text();
  if (response.status !== status) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

/** `count` requests dealt to the connections in turn. */
export function dealt(count, requestAt, connections = CONNECTIONS) {
  const lists = Array.from({ length: connections }, () => []);
  for (let place = 0; place < count; place += 1) lists[place % connections].push(requestAt(place));
  return lists;
}

/** `count` requests of the signed-in in turn, dealt to the connections. */
export function inTurn(cookies, count, { request = read, connections } = {}) {
  return dealt(count, (place) => request(cookies[place % cookies.length]), connections);
}

/** Sends every request of `lists`, one list per connection; each response must have `status`. */
export async function fire(url, lists, { status = 200, ...options } = {}) {
  const used = lists.filter((list) => list.length > 0);
  const count = used.reduce((sum, list) => sum + list.length, 0);
  let connection = 0;
  const run = autocannon({
    url,
    connections: used.length,
    amount: count,
    sampleInt: SAMPLE_MS,
    timeout: TIMEOUT_SECONDS,
    ...options,
    setupClient: (client) => client.setRequests(used[connection++]),
  });
  let began = 0;
  let ended = 0;
  run.once('start', () => (began = performance.now()));
  run.on('response', () => (ended = performance.now()));
  const { latency, statusCodeStats } = await run;
  const good = [status].flat().reduce((sum, code) => sum + (statusCodeStats[code]?.count ?? 0), 0);
  return {
    count,
    perSecond: (count / (ended - began)) * 1_000,
    p99: latency.p99,
    failures: count - good,
    answers: Object.entries(statusCodeStats).map(([code, stats]) => `${stats.count} × ${code}`),
  };
}

/** What `work` returned, and what every repetition of `step` returned until then; the last may outlive the work. */
export async function during(work, step) {
  const steps = [];
  let isRunning = true;
  const repeat = async () => {
    do steps.push(await step());
    while (isRunning);
  };
  const [result] = await Promise.all([work().finally(() => (isRunning = false)), repeat()]);
  return { result, steps };
}
