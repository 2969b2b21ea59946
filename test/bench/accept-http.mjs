// Row 4: a signed-in, validated send over HTTP, against the same route without append.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BEGINNING } from '../../dist/api/infrastructure/event-store/event-store.port.js';
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

/** Rounds of both servers, in turn. */
export async function acceptHttpRow(scratch, { rounds, posts }) {
  const ours = await prepare(join(scratch, 'http'));
  const control = await prepare(join(scratch, 'http-control'));
  const product = await startServer(PROGRAMS.product, ours.folder);
  const withoutAppend = await startServer(PROGRAMS.withoutAppend, control.folder);
  const [oursNext, controlNext] = [sendsOf(ours, randomFrom(SEED)), sendsOf(control, randomFrom(SEED))];
  const send = (count) => load(product.url, dealt(count, oursNext), 201);
  const decide = (count) => load(withoutAppend.url, dealt(count, controlNext), 201);
  const warm = [await send(posts), await decide(posts)];
  const measured = [];
  try {
    for (let round = 0; round < rounds; round += 1)
      measured.push({ control: await decide(posts), ours: await send(posts) });
  } finally {
    await Promise.all([product.stop(), withoutAppend.stop()]);
  }
  const rates = (name) => measured.map((round) => round[name].perSecond);
  return {
    number: 4,
    name: 'accept-http',
    workload: `POST /api/transfers, signed in, ${CONNECTIONS} connections, ${SENDERS} verified senders, views and saga live`,
    figures: [
      figure('sends', rates('ours')),
      figure(
        'p99',
        measured.map((round) => round.ours.p99),
        'ms',
      ),
      figure('without append', rates('control')),
    ],
    goals: [
      ratioGoal(
        'of the same route without append',
        { atLeast: 0.8 },
        measured.map((round) => [round.ours.perSecond, round.control.perSecond]),
      ),
    ],
    problem: await problemOf([...measured.flatMap((round) => [round.ours, round.control]), ...warm], {
      folder: ours.folder,
      answered: [...measured.map((round) => round.ours), warm[0]].reduce((sum, { good }) => sum + good, 0),
    }),
  };
}

async function problemOf(loads, { folder, answered }) {
  const failures = loads.reduce((sum, round) => sum + round.failures, 0);
  if (failures > 0) return `${failures} requests were not answered with 201`;
  const { events, different } = await storedSends(folder);
  return events === answered && different === answered
    ? null
    : `the log holds ${events} sends (${different} different ones), ${answered} were answered`;
}
