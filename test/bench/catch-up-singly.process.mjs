// The contender of catch-up: the same views and saga from the same log, but a transaction for every event a consumer handles.
import Database from 'libsql';
import { join } from 'node:path';
import { fraudSaga } from '../../dist/api/compliance/fraud.saga.js';
import { BEGINNING } from '../../dist/api/event-store/event-store.port.js';
import { features, openFolder } from './senders.mjs';

const { FLIP_DATA, FLIP_BENCH_SCRATCH, FLIP_BENCH_EVENTS } = process.env;
const limit = Number(FLIP_BENCH_EVENTS);
const stores = await openFolder(FLIP_DATA);

/** A file of its own with checkpoints, as durable as the product's store of the same purpose. */
function openFile(name, synchronous) {
  const database = new Database(join(FLIP_BENCH_SCRATCH, name));
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${synchronous}`);
  database.exec('CREATE TABLE checkpoints (name TEXT PRIMARY KEY, through TEXT NOT NULL)');
  return { database, moveOn: database.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?)') };
}

// A crash may lose the newest documents, always together with their checkpoints; a saga's checkpoint is durable.
const views = openFile('views.db', 'NORMAL');
const sagas = openFile('sagas.db', 'FULL');

/** One table a view, its documents clustered by id, with the product's first index beside it. */
function viewOf(projection) {
  const { name, indexes } = projection;
  const { database } = views;
  database.exec(`CREATE TABLE view_${name} (id TEXT PRIMARY KEY, owner TEXT, sort TEXT, document TEXT) WITHOUT ROWID;
    CREATE INDEX view_${name}_index ON view_${name} (owner, sort)`);
  const get = database.prepare(`SELECT document FROM view_${name} WHERE id = ?`);
  const put = database.prepare(`INSERT OR REPLACE INTO view_${name} VALUES (?, ?, ?, ?)`);
  const [{ eq: [owner = ''] = [], sort = '' } = {}] = indexes;
  return (event) => {
    const key = projection.key(event);
    if (key === null) return;
    const row = get.get(key);
    const document = projection.apply(row ? JSON.parse(row.document) : null, event);
    put.run(key, String(document?.[owner] ?? ''), document?.[sort] ?? null, JSON.stringify(document));
  };
}

function sagaOf(saga) {
  const states = new Map();
  return (event) => {
    const stream = saga.stateStream(event);
    if (stream === null) return;
    const state = saga.evolve(states.get(stream) ?? saga.initialState(), event);
    states.set(stream, state);
    saga.react(event, state);
  };
}

/** Handles an event in a transaction of its own. */
function consumer({ name, prefixes }, { database, moveOn }, handle) {
  return (event) => {
    if (!prefixes.some((prefix) => event.stream.startsWith(prefix))) return;
    database.exec('BEGIN');
    handle(event);
    moveOn.run(name, event.position);
    database.exec('COMMIT');
  };
}

const viewConsumers = features.projections.map((projection) =>
  consumer(projection, views, viewOf(projection)),
);
const sagaConsumer = consumer(fraudSaga, sagas, sagaOf(fraudSaga));
const prefixes = [...new Set([...features.projections, fraudSaga].flatMap((part) => part.prefixes))];

/** The first `limit` events, decoded, through `handle`; answers the seconds that took. */
async function run(handle) {
  let events = 0;
  const began = performance.now();
  const { signal } = new AbortController();
  for await (const page of stores.eventLog.follow({ after: BEGINNING, prefixes, signal })) {
    for (const { event } of page.events) {
      handle(event);
      events += 1;
      if (events === limit) break;
    }
    if (page.live || events === limit) break;
  }
  return (performance.now() - began) / 1_000;
}

const viewSeconds = await run((event) => {
  for (const handle of viewConsumers) handle(event);
});
const sagaSeconds = await run(sagaConsumer);
views.database.close();
sagas.database.close();
await stores.close();
process.stdout.write(JSON.stringify({ events: limit, seconds: viewSeconds + sagaSeconds, viewSeconds }));
