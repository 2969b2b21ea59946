// Writes a log of FLIP_BENCH_EVENTS events: transfers of many senders in the order of their time, two in five of them
// paid, and a few senders whom the growth of the log is measured with; then brings the views to its end.
import { fraudSaga } from '../../dist/compiled/api/src/features/rules/evaluation/fraud.saga.js';
import { APPEND_BATCH_LIMIT } from '../../dist/compiled/api/src/engine/event-store/event-store.port.js';
import { SAGA_OWNER } from '../../dist/compiled/api/src/engine/vault/vault.port.js';
import { transferStream } from '../../dist/compiled/api/src/features/lifecycle/state/lifecycle-events.rules.js';
import { senderStream } from '../../dist/compiled/api/src/features/transfers/sending/transfer.decider.js';
import { costOf, randomFrom, SEED } from './figures.mjs';
import { measuredSenders, scheduleOf } from './grown-schedule.mjs';
import { paidLife, PAYPAL, releaseOf, unpaidLife } from './lives.mjs';
import {
  features,
  openFolder,
  preparingUntil,
  registerPeople,
  requestedOf,
  verifySenders,
} from './senders.mjs';
import { buildViews } from './view-builder.mjs';

/** Transfers that are appended at once. */
const AT_ONCE = 512;
const REPORT_EVERY = 200;
/** Of five transfers in a row. */
const PAID_OF_FIVE = 2;
const HIGHEST_AMOUNT_CENTS = 3_000;

const { FLIP_DATA, FLIP_BENCH_EVENTS } = process.env;
const events = Number(FLIP_BENCH_EVENTS);
const nowMs = Date.now();
const { uids, transfers } = scheduleOf(events, nowMs);
const random = randomFrom(SEED);
const stores = await openFolder(FLIP_DATA);
const { eventLog, vault } = stores;
/** The last revision of each sender's stream. */
const revisions = new Map();
/** What the next append to a sender's stream begins with. */
let released = new Map();

/** The events for the sender's own stream, and those for the transfer's. */
function written({ sender, number, atMs }) {
  const uid = uids[sender];
  const isPaid = (sender + number) % 5 < PAID_OF_FIVE;
  const amountCents = 100 + Math.floor(random() * (HIGHEST_AMOUNT_CENTS - 100));
  const at = new Date(atMs).toISOString();
  const name = `grown ${number} of ${uid}`;
  const request = requestedOf(uid, { ...PAYPAL, name, at, amountCents, recipient: `Maya ${number % 1_000}` });
  if (!isPaid) released.set(uid, [...(released.get(uid) ?? []), releaseOf(uid, request)]);
  const life = isPaid ? paidLife(uid, request) : unpaidLife(uid, request);
  return { uid, request, stream: transferStream(request.data.transferId), life };
}

async function appendToSender(uid, facts) {
  for (let first = 0; first < facts.length; first += APPEND_BATCH_LIMIT) {
    const batch = facts.slice(first, first + APPEND_BATCH_LIMIT);
    const last = revisions.get(uid);
    revisions.set(uid, (last ?? -1n) + BigInt(batch.length));
    await eventLog.append(senderStream(uid), last ?? 'no_stream', batch, preparingUntil());
  }
}

async function appendTogether(due) {
  const bySender = released;
  released = new Map();
  const lives = due.map(written);
  for (const { uid, request } of lives) bySender.set(uid, [...(bySender.get(uid) ?? []), request]);
  const begun = [...bySender.keys()].filter((uid) => !revisions.has(uid));
  const at = new Date(due[0]?.atMs ?? nowMs).toISOString();
  await registerPeople(eventLog, begun, at);
  await Promise.all([...bySender].map(([uid, facts]) => appendToSender(uid, facts)));
  const append = ({ stream, life }) => eventLog.append(stream, 'no_stream', life, preparingUntil());
  await Promise.all(lives.map(append));
}

async function writeLog() {
  const verified = measuredSenders();
  await registerPeople(eventLog, verified, new Date(transfers[0].atMs).toISOString());
  await verifySenders(eventLog, verified, new Date(transfers[0].atMs).toISOString());
  for (const uid of verified) revisions.set(uid, 2n);
  for (let first = 0; first < transfers.length; first += AT_ONCE) {
    await appendTogether(transfers.slice(first, first + AT_ONCE));
    if ((first / AT_ONCE) % REPORT_EVERY === 0)
      process.stderr.write(`${new Date().toISOString()} ${first} of ${transfers.length} transfers\n`);
  }
  await appendTogether([]);
}

/** All views and the fraud saga from nothing; the other sagas have nothing left to do. */
async function catchUp() {
  await buildViews(stores);
  const through = await eventLog.head();
  for (const { saga } of features.sagas)
    if (saga.name !== fraudSaga.name)
      await vault.put('checkpoint', saga.name, { owner: SAGA_OWNER, value: { through } }, null);
}

const writing = await costOf(writeLog);
process.stderr.write(`${new Date().toISOString()} written: ${JSON.stringify(writing)}\n`);
const catchingUp = await costOf(catchUp);
const count = Number(await eventLog.head());
await stores.close();
process.stdout.write(JSON.stringify({ events: count, madeAtMs: nowMs, writing, catchingUp }));
