// The commands that the adapters and their driver send. Other fields and commands are refused.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { calculateObjectSize } from 'bson';
import { filterOf, idOf, orderOf, projected, updated } from './query.mjs';
import { Refusal, unknownWord } from './refusal.mjs';

const LARGEST_BATCH_BYTES = 8 * 1024 * 1024;
const FIRST_BATCH = 101;
const CURSOR_LIMIT = 1_000;
/** Same value as server 7.0. */
const WIRE_VERSION = 21;

/** Fields allowed in every command. */
const COMMON = ['$db', 'lsid', '$clusterTime', 'readConcern', 'writeConcern', 'maxTimeMS', '$readPreference'];

const hello = {
  fields: [
    'helloOk',
    'client',
    'compression',
    'topologyVersion',
    'maxAwaitTimeMS',
    'saslSupportedMechs',
    'backpressure',
    'loadBalanced',
  ],
  run: () => ({
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSION,
    readOnly: false,
  }),
};

const COMMANDS = {
  hello,
  ismaster: hello,
  ping: { fields: [], run: () => ({}) },
  endSessions: { fields: [], run: () => ({}) },
  find: { fields: ['filter', 'sort', 'projection', 'limit', 'batchSize', 'singleBatch'], run: find },
  getMore: { fields: ['collection', 'batchSize'], run: getMore },
  killCursors: { fields: ['cursors'], run: killCursors },
  insert: { fields: ['documents', 'ordered'], run: insert },
  update: { fields: ['updates', 'ordered'], run: update },
  delete: { fields: ['deletes', 'ordered'], run: remove },
  createIndexes: { fields: ['indexes'], run: createIndexes },
  listIndexes: { fields: ['cursor'], run: listIndexes },
  listCollections: {
    fields: ['cursor', 'filter', 'nameOnly', 'authorizedCollections'],
    run: listCollections,
  },
  drop: { fields: [], run: drop },
  dropDatabase: { fields: [], run: dropDatabase },
};

/** Runs commands over one set of collections. */
export class Commands {
  #server;

  constructor(collections) {
    this.#server = { collections, cursors: new Map(), lastCursor: 0 };
  }

  async run(command) {
    try {
      const [word] = Object.keys(command);
      const name = word === 'isMaster' ? 'ismaster' : word;
      const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : null;
      if (!known) throw new Refusal(59, 'CommandNotFound', `no such command: '${word}'`);
      const stranger = Object.keys(command).find(
        (field) => field !== word && !known.fields.includes(field) && !COMMON.includes(field),
      );
      if (stranger) throw unknownWord(`${stranger} of ${word}`);
      const namespace = `${command.$db}.${command[word]}`;
      return { ...(await known.run(this.#server, { ...command, namespace })), ok: 1 };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ok: 0, code: error.code, codeName: error.codeName, errmsg: error.message };
    }
  }
}

function find(
  server,
  { namespace, filter = {}, sort, projection, limit = 0, batchSize = FIRST_BATCH, singleBatch },
) {
  const matches = filterOf(filter);
  const found = candidates(server.collections.documents(namespace), filter).filter(matches);
  if (sort) found.sort(orderOf(sort));
  const documents = (limit > 0 ? found.slice(0, limit) : found).map((document) =>
    projected(document, projection),
  );
  return firstBatch(server, { namespace, documents, batchSize, singleBatch });
}

function candidates(documents, filter) {
  const ids = filter._id?.$in ?? (idOf(filter) === undefined ? null : [idOf(filter)]);
  if (!ids) return [...documents.values()];
  return [...new Set(ids)].map((id) => documents.get(id)).filter((document) => document !== undefined);
}

function firstBatch(server, { namespace, documents, batchSize, singleBatch = false }) {
  const batch = batchOf(documents, batchSize);
  const rest = documents.slice(batch.length);
  const id = rest.length === 0 || singleBatch ? 0 : keepCursor(server, { namespace, rest });
  return { cursor: { id: BigInt(id), ns: namespace, firstBatch: batch } };
}

function keepCursor(server, cursor) {
  if (server.cursors.size >= CURSOR_LIMIT) throw new Refusal(8000, 'TooManyCursors', 'too many cursors');
  server.lastCursor += 1;
  server.cursors.set(server.lastCursor, cursor);
  return server.lastCursor;
}

function getMore(server, { getMore: asked, batchSize = Infinity }) {
  const id = Number(asked);
  const cursor = server.cursors.get(id);
  if (!cursor) throw new Refusal(43, 'CursorNotFound', `cursor id ${id} not found`);
  const batch = batchOf(cursor.rest, batchSize);
  cursor.rest = cursor.rest.slice(batch.length);
  if (cursor.rest.length === 0) server.cursors.delete(id);
  const next = cursor.rest.length === 0 ? 0n : BigInt(id);
  return { cursor: { id: next, ns: cursor.namespace, nextBatch: batch } };
}

function batchOf(documents, batchSize) {
  let bytes = 0;
  const end = documents.findIndex((document, place) => {
    bytes += calculateObjectSize(document);
    return place >= batchSize || (place > 0 && bytes > LARGEST_BATCH_BYTES);
  });
  return end === -1 ? documents : documents.slice(0, end);
}

function killCursors(server, { cursors }) {
  for (const id of cursors) server.cursors.delete(Number(id));
  return { cursorsKilled: cursors, cursorsNotFound: [], cursorsAlive: [], cursorsUnknown: [] };
}

function insert({ collections }, { namespace, documents, ordered = true }) {
  return eachOf(documents, ordered, (document) => {
    collections.insert(namespace, document);
    return { n: 1 };
  });
}

async function update({ collections }, { namespace, updates, ordered = true }) {
  const upserted = [];
  const answer = await eachOf(updates, ordered, (statement, index) => {
    const { n, nModified, upsertedId } = updateOne(collections, namespace, statement);
    if (upsertedId !== undefined) upserted.push({ index, _id: upsertedId });
    return { n, nModified };
  });
  return { ...answer, ...(upserted.length > 0 && { upserted }) };
}

function updateOne(collections, namespace, { q, u, upsert = false, multi = false, ...others }) {
  if (multi || Object.keys(others).length > 0) throw unknownWord('such an update');
  const found = candidates(collections.documents(namespace), q).find(filterOf(q));
  if (found) {
    collections.replace(namespace, updated(found, u));
    return { n: 1, nModified: 1 };
  }
  if (!upsert) return { n: 0, nModified: 0 };
  if (idOf(q) === undefined || Object.keys(u).some((word) => word.startsWith('$')))
    throw unknownWord('such an upsert');
  collections.insert(namespace, updated({ _id: idOf(q) }, u));
  return { n: 1, nModified: 0, upsertedId: idOf(q) };
}

function remove({ collections }, { namespace, deletes, ordered = true }) {
  return eachOf(deletes, ordered, ({ q, limit }) => {
    const found = candidates(collections.documents(namespace), q).filter(filterOf(q));
    const removed = limit === 1 ? found.slice(0, 1) : found;
    for (const { _id } of removed) collections.remove(namespace, _id);
    return { n: removed.length };
  });
}

/** Runs statements one by one, yielding after each: statements of other connections interleave, as on a real server. */
async function eachOf(statements, ordered, run) {
  const total = { n: 0 };
  const writeErrors = [];
  for (const [index, statement] of statements.entries()) {
    try {
      for (const [name, count] of Object.entries(run(statement, index)))
        total[name] = (total[name] ?? 0) + count;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      writeErrors.push({ index, code: error.code, codeName: error.codeName, errmsg: error.message });
      if (ordered) break;
    }
    await nextTurn();
  }
  return { ...total, ...(writeErrors.length > 0 && { writeErrors }) };
}

function createIndexes({ collections }, { namespace, indexes }) {
  const before = collections.indexes(namespace).length;
  for (const { key, name, ...others } of indexes) {
    if (Object.keys(others).length > 0) throw unknownWord(`such an index: ${Object.keys(others).join(', ')}`);
    collections.createIndex(namespace, { key, name });
  }
  return { numIndexesBefore: before + 1, numIndexesAfter: collections.indexes(namespace).length + 1 };
}

function listIndexes(server, { namespace }) {
  const documents = [{ key: { _id: 1 }, name: '_id_' }, ...server.collections.indexes(namespace)];
  return firstBatch(server, {
    namespace,
    documents: documents.map((index) => ({ v: 2, ...index })),
    batchSize: FIRST_BATCH,
  });
}

function listCollections(server, { $db, filter = {} }) {
  if (Object.keys(filter).length > 0) throw unknownWord('a filter of collections');
  const documents = server.collections.names($db).map((name) => ({ name, type: 'collection' }));
  return firstBatch(server, { namespace: `${$db}.$cmd.listCollections`, documents, batchSize: Infinity });
}

function drop({ collections }, { namespace }) {
  collections.drop(namespace);
  return { ns: namespace };
}

function dropDatabase({ collections }, { $db }) {
  for (const name of collections.names($db)) collections.drop(`${$db}.${name}`);
  return { dropped: $db };
}
