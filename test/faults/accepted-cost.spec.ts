import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RIGHTS } from '../product/rights-table.js';
import type { Browser, Credentials } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import {
  type Caller,
  type Fate,
  growInstallation,
  type GrownInstallation,
} from '../support/grown-installation.js';
import { hostileRequests, type Request } from '../support/hostile-requests.js';
import { OpenApi, type Operation } from '../support/open-api.js';
import { waitFor } from '../support/wait-for.js';
import { COSTS, type Calls, type Row } from './accepted-costs.js';

/** Most that a request may cost the main thread, as a multiple of reading one's own account. */
const COST_LIMIT = 10;
/** A request over the limit is sent again, so often and so long: beside other work, each costs more. */
const TRIES = 12;
const TRIED_FOR_MS = 20_000;
const PLAIN_READS = 100;

let folder: string;
let grown: GrownInstallation;
let server: FlipServer;
let api: OpenApi;
let requests: Readonly<Record<string, Request>>;
let calls: Calls;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flip-grown-'));
  grown = await growInstallation(folder);
  server = await FlipServer.start({ dataDir: folder, env: { RATE_LIMIT: 'off' } });
  await waitFor(
    'the views',
    async () => (await server.browser().get('/health/ready')).status === 200 || null,
  );
  api = await OpenApi.of(server.browser());
  requests = hostileRequests(api);
  const credentials: Credentials = await server.browser().signUp();
  const left = Object.fromEntries(Object.entries(grown.cases).map(([fate, ids]) => [fate, [...ids]]));
  const next = (fate: Fate) => left[fate]?.pop() ?? '';
  const checks = [...grown.checks];
  const nextCheck = () => checks.shift() ?? '';
  calls = { grown, credentials, next, nextCheck, as: browserOf, simulatorUrl: server.simulatorUrl };
  await quiet();
});
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

function browserOf(caller: Caller | 'nobody'): Browser {
  const browser = server.browser();
  if (caller !== 'nobody') browser.cookies.set('flip_at', grown.cookies[caller]);
  return browser;
}

/** Who may use a route; a signed-in user is the sender, who has most. */
function callersOf({ route }: Operation): readonly (Caller | 'nobody')[] {
  const who = RIGHTS[route]?.who ?? 'anyone';
  if (who === 'anyone') return ['nobody', 'sender'];
  return who === 'session' ? ['sender'] : who;
}

/** Processor time of the server's main thread in milliseconds, once it rests. */
async function threadMs(): Promise<number> {
  const { pid } = server;
  for (let before = -1; ;) {
    const [text = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    const now = Number(text);
    if (now === before) return now / 1e6;
    before = now;
    await pause(2);
  }
}

/** Waits until what the server does on its own after a start is done: half a second costs it little. */
async function quiet(): Promise<void> {
  await waitFor('a server at rest', async () => {
    const before = await threadMs();
    await pause(500);
    return (await threadMs()) - before < 25 || null;
  });
}

interface Sent {
  readonly ms: number;
  readonly status: number;
  readonly text: string;
}

async function send(
  browser: Browser,
  { route, method, path, parameters }: Operation,
  row: Row,
): Promise<Sent> {
  const { example, required } = requests[route] ?? { example: null, required: { query: {}, headers: {} } };
  const wanted = (await row.of?.(calls, browser)) ?? {};
  const named = parameters.filter((one) => one.in === 'path');
  const place = named.reduce(
    (text, { name }) => text.replace(`{${name}}`, encodeURIComponent(wanted.id ?? randomUUID())),
    path,
  );
  const takesReason = parameters.some((one) => one.in === 'query' && one.name === 'reason');
  const query = new URLSearchParams({
    ...required.query,
    ...(takesReason && { reason: 'support:S-1182' }),
  }).toString();
  const body = { ...parsed(example ?? {}), ...wanted.body };
  const before = await threadMs();
  const { status, text } = await browser.request(method, query === '' ? place : `${place}?${query}`, {
    headers: { ...required.headers, 'Idempotency-Key': randomUUID() },
    ...(method !== 'GET' && (example ?? wanted.body) && { body: JSON.stringify(body) }),
  });
  return { ms: (await threadMs()) - before, status, text };
}

function parsed(fields: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, json]) => [name, JSON.parse(json) as unknown]),
  );
}

async function plainMs(): Promise<number> {
  const browser = browserOf('sender');
  const read = api.operations.find(({ route }) => route === 'GET /api/me');
  if (!read) throw new Error('No GET /api/me');
  const costs: number[] = [];
  for (let nth = 0; nth < PLAIN_READS; nth += 1) costs.push((await send(browser, read, {})).ms);
  return costs.toSorted((one, other) => one - other)[PLAIN_READS / 4] ?? 0;
}

it('has a row for every documented route, and no other', () => {
  expect(Object.keys(COSTS).toSorted()).toEqual(api.operations.map(({ route }) => route).toSorted());
});

it('limits each exception by a rate of its own', () => {
  const limited = new Set(
    api.operations.filter((one) => 'x-requests-per-minute' in one).map(({ route }) => route),
  );
  const unlimited = Object.entries(COSTS).filter(
    ([route, { exception }]) => exception && exception.budget === undefined && !limited.has(route),
  );
  expect(unlimited.map(([route]) => route)).toEqual([]);
});

it('costs at most ten times what reading one’s own account costs, for everybody who may send it', async () => {
  const plain = await plainMs();
  const measured: Measured[] = [];
  for (const operation of api.operations)
    for (const caller of callersOf(operation)) measured.push(await measure(operation, caller, plain));
  report(measured);
  const tooMuch = measured.filter((one) => one.refused !== undefined || one.times > limitOf(one.route));
  expect(tooMuch).toEqual([]);
});

const limitOf = (route: string) => COSTS[route]?.exception?.atMost ?? COST_LIMIT;

interface Measured {
  readonly route: string;
  readonly caller: Caller | 'nobody';
  /** As a multiple of a plain read. */
  readonly times: number;
  /** The response that was not expected. */
  readonly refused?: string;
}

/** The least costly of some tries of a request: the first ones compile it, and workers run in between. */
async function measure(operation: Operation, caller: Measured['caller'], plain: number): Promise<Measured> {
  const { route } = operation;
  const row = COSTS[route] ?? {};
  let times = row.skipped === undefined ? Infinity : 0;
  const untilMs = Date.now() + TRIED_FOR_MS;
  for (let nth = 0; times > limitOf(route) && (nth < TRIES || Date.now() < untilMs); nth += 1) {
    const { ms, status, text } = await send(browserOf(caller), operation, row);
    // A read gives up after two seconds: on a slow machine it is sent again, as a page does.
    if (status === 503) continue;
    if (status >= 400 && status !== row.refused)
      return { route, caller, times, refused: `${String(status)} ${text.slice(26, 60)}` };
    times = Math.min(times, ms / plain);
  }
  return { route, caller, times };
}

/** Prints what may cost more, and what it cost. */
function report(measured: readonly Measured[]): void {
  for (const [route, { exception }] of Object.entries(COSTS)) {
    if (!exception) continue;
    const times = Math.max(...measured.filter((one) => one.route === route).map((one) => one.times));
    const text = `${route}: ${times.toFixed(1)} of ${String(exception.atMost)} times, as ${exception.reason}`;
    process.stdout.write(`${text}\n`);
  }
}
