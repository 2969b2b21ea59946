// Row 4: a signed-in, validated send over HTTP, against the same route without append.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BEGINNING } from '../../dist/api/event-store/event-store.port.js';
import { feesOf } from '../../dist/api/kernel/fees.js';
import { formatAmount } from '../../dist/api/kernel/money.js';
import { figure, randomFrom, ratioGoal, SEED } from './figures.mjs';
import { openFolder, sendersOf, signIn, verifySenders } from './senders.mjs';
import { CONNECTIONS, dealt, load, PROGRAMS, startServer } from './servers.mjs';

/** Enough that nobody meets the 120 sends a minute of the default configuration. */
const SENDERS = 2_000;

/** Senders, all verified and signed in, on a data folder of their own. */
async function prepare(folder) {
  mkdirSync(folder);
  const stores = await openFolder(folder);
  const uids = sendersOf(SENDERS);
  await verifySenders(stores.eventLog, uids);
  const cookies = await signIn(stores, uids);
  await stores.close();
  return { folder, cookies, schedule: stores.config.FEE_SCHEDULE };
}

/** Sends of random senders, each under a key of its own. */
function sendsOf({ cookies, schedule }, random) {
  let key = 0;
  return () => {
    const amountCents = 100 + Math.floor(random() * 20_000);
    key += 1;
    return {
      method: 'POST',
      path: '/api/transfers',
      headers: {
        'content-type': 'application/json',
        'x-flip-request': '1',
        'idempotency-key': `bench-key-${String(key).padStart(12, '0')}`,
        cookie: cookies[Math.floor(random() * cookies.length)],
      },
      body: JSON.stringify({
        recipient: 'Maya Okafor',
        platform: 'Cash App',
        handle: 'mayaokafor',
        amount: formatAmount(amountCents),
        total: formatAmount(feesOf(amountCents, schedule).totalCents),
      }),
    };
  };
}

/** How many sends the log holds, and how many of them are different ones. */
async function storedSends(folder) {
  const { eventStore, close } = await openFolder(folder);
  const ids = new Set();
  let events = 0;
  const { signal } = new AbortController();
  for await (const page of eventStore.follow({ after: BEGINNING, prefixes: ['sender-'], signal })) {
    for (const { type, data } of page.events) {
      if (type !== 'TransferRequested') continue;
      events += 1;
      ids.add(data.transferId);
    }
    if (page.live) break;
  }
  await close();
  return { events, different: ids.size };
}

/** Each has folder, people and keys of its own; all send the same amounts in the same order. */
const CONTENDERS = {
  withoutAppend: { program: PROGRAMS.sendAlone, env: { WITHOUT_APPEND: 'true' } },
  alone: { program: PROGRAMS.sendAlone },
  live: { program: PROGRAMS.product },
};
const names = Object.keys(CONTENDERS);

async function contender(scratch, name) {
  const { program, env } = CONTENDERS[name];
  const prepared = await prepare(join(scratch, `http-${name}`));
  const server = await startServer(program, prepared.folder, { env });
  const next = sendsOf(prepared, randomFrom(SEED));
  const loads = [];
  return {
    folder: prepared.folder,
    stop: server.stop,
    loads,
    async send(count) {
      loads.push(await load(server.url, dealt(count, next), 201));
    },
  };
}

/** Rounds of all servers, in turn. The first one warms up. */
export async function acceptHttpRow(scratch, { rounds, posts }) {
  const servers = {};
  try {
    for (const name of names) servers[name] = await contender(scratch, name);
    for (let round = -1; round < rounds; round += 1)
      for (const name of names) await servers[name].send(posts);
  } finally {
    await Promise.all(Object.values(servers).map(({ stop }) => stop()));
  }
  const measured = (name) => servers[name].loads.slice(1);
  const rates = (name) => measured(name).map(({ perSecond }) => perSecond);
  const held = (name) =>
    rates(name).map((rate, round) => [rate, servers.withoutAppend.loads[round + 1].perSecond]);
  const p99 = (name) =>
    figure(
      'p99',
      measured(name).map((round) => round.p99),
      'ms',
    );
  return {
    number: 4,
    name: 'accept-http',
    workload: `POST /api/transfers, signed in, ${CONNECTIONS} connections, ${SENDERS} verified senders`,
    figures: [
      figure('sends', rates('alone')),
      p99('alone'),
      figure('without append', rates('withoutAppend')),
      figure('with views and saga live', rates('live')),
      p99('live'),
      figure(
        'of that without append',
        held('live').map(([ours, control]) => ours / control),
        '×',
      ),
    ],
    goals: [ratioGoal('of the same route without append', { atLeast: 0.8 }, held('alone'))],
    problem: await problemOf(servers),
  };
}

async function problemOf(servers) {
  const failures = Object.values(servers)
    .flatMap(({ loads }) => loads)
    .reduce((sum, round) => sum + round.failures, 0);
  if (failures > 0) return `${failures} requests were not answered with 201`;
  for (const { folder, loads } of [servers.alone, servers.live]) {
    const answered = loads.reduce((sum, { good }) => sum + good, 0);
    const { events, different } = await storedSends(folder);
    if (events !== answered || different !== answered)
      return `the log holds ${events} sends (${different} different ones), ${answered} were answered`;
  }
  return null;
}
