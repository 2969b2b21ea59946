import { setImmediate } from 'node:timers/promises';
import type { EmbeddedDatabase, SqlValue } from '../embedded-database.js';
import { storedText } from '../stored-text.js';
import type { GenerationCatalogue } from './generation-catalogue.js';
import type { GenerationTable } from './generation-table.js';
import { VIEW_COMMIT_LIMIT, type ViewCommit, type ViewWrite } from './view-store.port.js';

/** Documents written before the event loop gets its turn. */
const SLICE_WRITES = 500;

interface Statement {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** Applies a batch inside the transaction that the caller holds; 'stale' asks for its rollback. */
export async function applyCommit(
  database: EmbeddedDatabase,
  catalogue: GenerationCatalogue,
  batch: ViewCommit,
): Promise<'ok' | 'stale'> {
  const { projection, generation, expect, next } = batch;
  const { live, building } = catalogue.generations(projection);
  if (generation !== live && generation !== building) return 'stale';
  if (catalogue.checkpoint(projection, generation) !== expect) return 'stale';
  const table = catalogue.table(projection, generation);
  if (!table) return 'stale';
  const statements = writeStatements(table, batch.writes);
  for (let place = 0; place < statements.length; place += SLICE_WRITES) {
    if (place > 0) await setImmediate();
    const slice = statements.slice(place, place + SLICE_WRITES);
    if (slice.some(({ sql, parameters }) => database.run(sql, parameters) !== 1)) return 'stale';
  }
  for (const event of batch.parked) catalogue.park(projection, generation, event);
  for (const position of batch.unparked ?? []) catalogue.unpark(projection, generation, position);
  catalogue.moveCheckpoint(projection, generation, next);
  return 'ok';
}

/** @throws Error for a batch that no runner may make */
export function checkCommit({ projection, expect, next, writes }: ViewCommit): void {
  if (writes.length > VIEW_COMMIT_LIMIT)
    throw new Error(`${projection}: more than ${VIEW_COMMIT_LIMIT} writes`);
  if (new Set(writes.map(({ id }) => id)).size < writes.length) {
    throw new Error(`${projection}: a batch writes each document once`);
  }
  if (expect !== null && next < expect) throw new Error(`${projection}: a checkpoint never goes back`);
}

/** In the order the rows lie in, so that a large batch touches each page once. */
function writeStatements(table: GenerationTable, writes: readonly ViewWrite[]): Statement[] {
  const rows = writes.map((write) => ({ write, columns: table.values(write.document) }));
  rows.sort((left, right) => compareRows(left.columns, right.columns));
  return rows.map(({ write, columns }) => {
    const { position, was, document } = write;
    const id = storedText(write.id);
    const text = document && JSON.stringify(document);
    return was === null
      ? { sql: table.insert, parameters: [id, position, text, ...columns] }
      : { sql: table.update, parameters: [position, text, ...columns, id, was] };
  });
}

function compareRows(left: readonly SqlValue[], right: readonly SqlValue[]): number {
  for (const [place, value] of left.entries()) {
    const other = right[place];
    if (value === other) continue;
    return String(value) < String(other) ? -1 : 1;
  }
  return 0;
}
