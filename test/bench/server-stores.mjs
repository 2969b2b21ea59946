// Row 16, where ESDB_URL and MONGO_URL name servers: what the adapters cost beside the clients they are made of.
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import { openEventStoreDb } from '../../dist/api/event-store/eventstoredb/eventstoredb-event-store.js';
import { checkedConnection } from '../../dist/api/event-store/eventstoredb/connection.js';
import { openMongoViewStore } from '../../dist/api/view-store/mongodb/mongodb-view-store.js';
import { drive, figure, ratioGoal } from './figures.mjs';

const IN_FLIGHT = 64;
const BATCH_DOCUMENTS = 1_000;
const PROJECTION = {
  name: 'bench',
  version: 1,
  view: 'bench',
  indexes: [{ name: 'bySender', eq: ['uid'], sort: 'createdAt' }],
};
const DOCUMENT = { uid: 'sender', createdAt: '2026-11-21T12:00:00.000Z', text: 'x'.repeat(600) };
const DURABLE = { writeConcern: { w: 'majority', journal: true } };

/** The row, or null where no servers are named. */
export async function serverStoresRow({ rounds, appends, batches }) {
  const { ESDB_URL, MONGO_URL } = process.env;
  if (!ESDB_URL || !MONGO_URL) return null;
  const log = await openLogs(ESDB_URL);
  const views = await openViews(MONGO_URL);
  const measured = [];
  try {
    for (let round = -1; round < rounds; round += 1) {
      const result = {
        rawAppend: await drive(IN_FLIGHT, appends, () => log.raw(randomUUID())),
        append: await drive(IN_FLIGHT, appends, () => log.ours(randomUUID())),
        rawBulk: await drive(1, batches, () => views.raw(newIds())),
        bulk: await drive(1, batches, () => views.ours(newIds())),
      };
      // The first round warms up.
      if (round >= 0) measured.push(result);
    }
  } finally {
    await log.close();
    await views.close();
  }
  return rowOf(measured);
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
  return {
    raw: (id) =>
      client.appendToStream(`bench-${id}`, [jsonEvent(event())], {
        credentials,
        expectedRevision: NO_STREAM,
      }),
    ours: (id) => store.append(`bench-${id}`, 'no_stream', [event()]),
    async close() {
      await store.close();
      await client.dispose();
    },
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
  let position = 0;
  const place = (number) => String(number).padStart(20, '0');
  return {
    raw: (ids) =>
      raw.bulkWrite(
        ids.map((_id) => ({ replaceOne: { filter: { _id }, replacement: DOCUMENT, upsert: true } })),
        { ordered: false },
      ),
    async ours(ids) {
      const expect = position === 0 ? null : place(position);
      position += ids.length;
      const next = place(position);
      const writes = ids.map((id) => ({ id, document: { id, ...DOCUMENT }, position: next, was: null }));
      const batch = { projection: PROJECTION.name, generation, expect, next, writes, parked: [] };
      if ((await store.commit(batch)) !== 'ok') throw new Error('a batch was overtaken');
    },
    async close() {
      await store.close();
      await client.db(database).dropDatabase();
      await client.close();
    },
  };
}

function newIds() {
  return Array.from({ length: BATCH_DOCUMENTS }, () => randomUUID());
}

function rowOf(measured) {
  const rates = (name) => measured.map((round) => round[name].perSecond);
  const against = (ours, raw) => measured.map((round) => [round[ours].perSecond, round[raw].perSecond]);
  return {
    number: 16,
    name: 'kurrent/mongo',
    workload: `appends with ${IN_FLIGHT} in flight, batches of ${BATCH_DOCUMENTS} documents, on the servers named`,
    figures: [
      figure('appends', rates('append')),
      figure('raw client', rates('rawAppend')),
      figure('batches', rates('bulk')),
      figure('raw bulkWrite', rates('rawBulk')),
    ],
    goals: [
      ratioGoal('of the raw client, appends', { atLeast: 0.8 }, against('append', 'rawAppend')),
      ratioGoal('of a raw bulkWrite, batches', { atLeast: 0.8 }, against('bulk', 'rawBulk')),
    ],
    problem: null,
  };
}
