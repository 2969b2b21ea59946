// The contender of catch-up: the same views and saga from the same log, with one transaction per event and consumer.
import Database from 'libsql';
import { join } from 'node:path';
import { fraudSaga } from '../../dist/compiled/api/src/features/rules/evaluation/fraud.saga.js';
import { BEGINNING } from '../../dist/compiled/api/src/engine/event-store/event-store.port.js';
import { costOf } from './figures.mjs';
import { features, openFolder } from './senders.mjs';

const { FLIP_DATA, FLIP_BENCH_SCRATCH, FLIP_BENCH_EVENTS } = process.env;
const limit = Number(FLIP_BENCH_EVENTS);
const stores = await openFolder(FLIP_DATA);

/** A separate file with checkpoints, as durable as the product's store of the same purpose. */
function openFile(name, synchronous) {
  const database = new Database(join(FLIP_BENCH_SCRATCH, name));
  database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${synchronous}`);
  database.exec('CREATE TABLE checkpoints (name TEXT PRIMARY KEY, through TEXT NOT NULL)');
  return { database, advance: database.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?)') };
}

// A crash may lose the newest documents, always together with their checkpoints; a saga's checkpoint is durable.
const views = openFile('views.db', 'NORMAL');
const sagas = openFile('sagas.db', 'FULL');

/** One table per view, its documents clustered by id, with the product's first index next to it. */
function viewOf(projection) {
  const { name, indexes } = projection;
  const { database } = views;
  database.exec(`CREATE TABLE view_${name} (id TEXT PRIMARY KEY, owner TEXT, sort TEXT, document TEXT) WITHOUT ROWID;
    CREATE INDEX view_${name}_index ON view_${name} (owner, sort)`);
  const get = database.prepare(`SELECT document FROM view_${name} WHERE id = ?`);
  const put = database.prepare(`INSERT OR REPLACE INTO view_${name} VALUES (?, ?, ?, ?)`);
  const [{ eq: [owner = ''] = [], sort = '' } = {}] = indexes;
  return (event) => {
    for (const key of projection.keys(event)) {
      const row = get.get(key);
      const document = projection.evolve(row ? JSON.parse(row.document) : null, event, key);
      put.run(key, String(document?.[owner] ?? ''), document?.[sort] ?? null, JSON.stringify(document));
    }
  };
}

function sagaOf(saga) {
  const states = new Map();
  return (event) => {
    const { stream } = event;
    if (!saga.needsState(event)) return;
    const state = saga.evolve(states.get(stream) ?? saga.initialState(), event);
    states.set(stream, state);
    saga.react(event, state);
  };
}

/** Handles each event in a separate transaction. */
function consumer({ name, prefixes }, { database, advance }, handle) {
  return (event) => {
    if (!prefixes.some((prefix) => event.stream.startsWith(prefix))) return;
    database.exec('BEGIN');
    handle(event);
    advance.run(name, event.position);
    database.exec('COMMIT');
  };
}

const consumers = [
  ...features.projections.map((projection) => consumer(projection, views, viewOf(projection))),
  consumer(fraudSaga, sagas, sagaOf(fraudSaga)),
];
const prefixes = [...new Set([...features.projections, fraudSaga].flatMap((part) => part.prefixes))];
const { signal } = new AbortController();
let events = 0;
const { seconds } = await costOf(async () => {
  for await (const page of stores.eventLog.follow({ after: BEGINNING, prefixes, signal })) {
    for (const { event } of page.events.slice(0, limit - events))
      for (const handle of consumers) handle(event);
    events = Math.min(limit, events + page.events.length);
    if (page.live || events === limit) break;
  }
});
views.database.close();
sagas.database.close();
await stores.close();
process.stdout.write(JSON.stringify({ events, seconds }));
