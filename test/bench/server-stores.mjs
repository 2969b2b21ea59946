// Row 14, on the servers that ESDB_URL and MONGO_URL name or on the tests' fake ones: the cost of the adapters compared
// with their bare clients.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import { openEventStoreDb } from '../../dist/compiled/api/src/engine/event-store/eventstoredb/eventstoredb-event-store.js';
import { checkedConnection } from '../../dist/compiled/api/src/engine/event-store/eventstoredb/connection.js';
import { openMongoViewStore } from '../../dist/compiled/api/src/engine/view-store/mongodb/mongodb-view-store.js';
import { boundGoal, drive, figuresOf, goalOf, interleave, ratioGoal } from './figures.mjs';
import { afterRow, operate, ROOT } from './machine.mjs';

const IN_FLIGHT = 64;
const BATCH_DOCUMENTS = 1_000;
const PROJECTION = {
  name: 'bench',
  version: 1,
  indexes: [{ name: 'bySender', eq: ['uid'], sort: 'createdAt' }],
};
const DOCUMENT = { uid: 'sender', createdAt: '2026-11-21T12:00:00.000Z', text: 'x'.repeat(600) };
const WORKLOAD = `appends with ${IN_FLIGHT} in flight, batches of ${BATCH_DOCUMENTS} documents, one import`;
const DURABLE = { writeConcern: { w: 'majority', journal: true } };

export async function serverStoresRow({ histories, scratch, rounds, sizes }) {
  const { appends, batches, catchUpEvents } = sizes;
  const { kind, ...urls } = await serversIn(scratch);
  const log = await openLogs(urls.ESDB_URL);
  const views = await openViews(urls.MONGO_URL);
  const measured = await interleave(rounds, {
    rawAppend: () => drive(IN_FLIGHT, appends, () => log.raw(randomUUID())),
    append: () => countingCalls(() => drive(IN_FLIGHT, appends, () => log.ours(randomUUID()))),
    rawBulk: () => drive(1, batches, () => views.raw(newIds())),
    bulk: () => drive(1, batches, () => views.ours(newIds())),
  });
  const callsPerBatch = measured.append.map(({ calls }) => calls / appends);
  const imported = await importRate(scratch, await histories.written(catchUpEvents), urls);
  return {
    ...rowOf(measured, callsPerBatch, imported),
    name: 'servers',
    workload: `${WORKLOAD}, on ${kind}`,
  };
}

/** The servers named by the environment; without them fake ones, which keep their data in memory and files. */
async function serversIn(scratch) {
  const { ESDB_URL, MONGO_URL } = process.env;
  if (ESDB_URL && MONGO_URL) return { kind: 'real servers', ESDB_URL, MONGO_URL };
  const [log, views] = ['fake-log', 'fake-views'].map((name) => join(scratch, name));
  for (const folder of [log, views]) mkdirSync(folder);
  const eventStore = await startFake('eventstoredb', `--folder=${log}`);
  const mongo = await startFake('mongodb', views);
  return {
    kind: 'fake servers',
    ESDB_URL: `esdb://127.0.0.1:${eventStore.port}?tls=false`,
    MONGO_URL: `mongodb://127.0.0.1:${mongo.port}/`,
  };
}

/** What it prints once it listens; it ends with the row. */
async function startFake(name, ...words) {
  const program = join(ROOT, 'test/fake-servers', name, 'server.mjs');
  const child = spawn(process.execPath, [program, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
  afterRow(() => child.kill());
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  throw new Error(`${program} did not start`);
}

/** Exports a log from its folder and imports it into the servers, which must hold no other. */
async function importRate(scratch, { folder, transfers }, urls) {
  const exported = join(scratch, 'export');
  await operate(['export', exported], { FLIP_DATA: folder });
  const began = performance.now();
  await operate(['import', exported], { FLIP_DATA: join(scratch, 'imported'), ...urls });
  return (transfers / (performance.now() - began)) * 1_000;
}

/** The result of `work`, with the number of append calls made by the client. */
async function countingCalls(work) {
  const { appendToStream } = EventStoreDBClient.prototype;
  let calls = 0;
  EventStoreDBClient.prototype.appendToStream = function (...values) {
    calls += 1;
    return appendToStream.apply(this, values);
  };
  try {
    return { ...(await work()), calls };
  } finally {
    EventStoreDBClient.prototype.appendToStream = appendToStream;
  }
}

async function openLogs(url) {
  const { connectionString, credentials } = checkedConnection(url);
  const client = EventStoreDBClient.connectionString(connectionString);
  const store = await openEventStoreDb({ url });
  const event = () => ({
    id: randomUUID(),
    type: 'Benchmarked',
    data: DOCUMENT,
    metadata: { at: DOCUMENT.createdAt, commandId: randomUUID() },
  });
  afterRow(async () => {
    await store.close();
    await client.dispose();
  });
  const options = { credentials, expectedRevision: NO_STREAM };
  return {
    raw: (id) => client.appendToStream(`bench-${id}`, [jsonEvent(event())], options),
    ours: (id) => store.append(`bench-${id}`, 'no_stream', [event()]),
  };
}

async function openViews(url) {
  const database = `flip_bench_${randomUUID().replaceAll('-', '')}`;
  const client = new MongoClient(url);
  const raw = client.db(database).collection('raw', DURABLE);
  await raw.createIndex({ uid: 1, createdAt: -1, _id: -1 });
  const store = await openMongoViewStore({ url, database });
  await store.declare([PROJECTION]);
  const generation = (await store.generations(PROJECTION.name)).building;
  afterRow(async () => {
    await store.close();
    await client.db(database).dropDatabase();
    await client.close();
  });
  let position = 0;
  const place = (number) => String(number).padStart(20, '0');
  const replace = (_id) => ({
    replaceOne: { filter: { _id: { $eq: _id } }, replacement: DOCUMENT, upsert: true },
  });
  return {
    raw: (ids) => raw.bulkWrite(ids.map(replace), { ordered: false }),
    async ours(ids) {
      const expect = position === 0 ? null : place(position);
      position += ids.length;
      const next = place(position);
      const writes = ids.map((id) => ({ id, document: { id, ...DOCUMENT }, position: next, was: null }));
      const batch = { projection: PROJECTION.name, generation, expect, next, writes, parked: [] };
      if ((await store.commit(batch)) !== 'ok') throw new Error('a batch was superseded');
    },
  };
}

function newIds() {
  return Array.from({ length: BATCH_DOCUMENTS }, () => randomUUID());
}

function rowOf({ rawAppend, append, rawBulk, bulk, problem }, callsPerBatch, imported) {
  const ratio = (name, atLeast, of, to) => ratioGoal(name, { atLeast }, { of, to, field: 'perSecond' });
  return {
    figures: [
      ...figuresOf('appends', append),
      ...figuresOf('raw client', rawAppend),
      ...figuresOf('batches', bulk),
      ...figuresOf('raw bulkWrite', rawBulk),
    ],
    goals: [
      ratio('of the raw client, appends', 0.8, append, rawAppend),
      ratio('of a raw bulkWrite, batches', 0.7, bulk, rawBulk),
      boundGoal('append calls per batch', 1, callsPerBatch),
      goalOf('imported events per second', { atLeast: 2_000 }, { values: [imported] }),
    ],
    problem,
  };
}
