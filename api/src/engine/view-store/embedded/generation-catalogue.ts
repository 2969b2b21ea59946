import type { SqliteConnection, SqliteDatabase } from '../../storage/sqlite.js';
import { storedJson } from '../../storage/sqlite-errors.js';
import { generationOf, generationsIn, type Generation, type ProjectionEntry } from '../generation-entry.js';
import { GenerationTable } from './generation-table.js';

/** A projection's generations in one row, with the number of its file; each generation has a table for its documents. */
export const CATALOGUE_SCHEMA =
  'CREATE TABLE projections (name TEXT PRIMARY KEY, entry TEXT NOT NULL, file INTEGER NOT NULL)';
/** Finds a row that another file's write-ahead log has brought. */
export const FOREIGN_ENTRY =
  'SELECT name FROM projections WHERE file <> (SELECT application_id FROM pragma_application_id) LIMIT 1';

/** Prefix of the tables of dropped generations until they are emptied. */
export const DROPPED_PREFIX = 'dropped_';

const ENTRY = 'SELECT entry FROM projections WHERE name = ?';
const REPLACE =
  'INSERT OR REPLACE INTO projections (name, entry, file) SELECT ?, ?, application_id FROM pragma_application_id';
const DROPPED = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '${DROPPED_PREFIX}*'`;

/** Reads the state of the generations. */
export class GenerationCatalogue {
  constructor(private readonly database: SqliteDatabase) {}

  /** Null before the projection was declared. */
  entry(projection: string): ProjectionEntry | null {
    const [entry] = this.database.first(ENTRY, [projection]) ?? [];
    return typeof entry === 'string' ? (storedJson(this.database.file, entry) as ProjectionEntry) : null;
  }

  /** Null once the generation was dropped. */
  table(projection: string, generation: number): GenerationTable | null {
    const held = generationOf(this.entry(projection), generation);
    return held && tableOf(projection, held);
  }

  /** Null before the first promote. */
  liveTable(projection: string): GenerationTable | null {
    const live = this.entry(projection)?.live;
    return live ? tableOf(projection, live) : null;
  }

  droppedTables(): string[] {
    return this.database.all(DROPPED, []).map(([name]) => String(name));
  }
}

/**
 * Stores an entry in an open transaction, with a table for each generation that it begins. Those of generations that it
 * drops are hidden from readers; their rows are removed later.
 */
export async function replaceEntry(
  { run, exec }: SqliteConnection,
  projection: string,
  { before, after }: { readonly before: ProjectionEntry | null; readonly after: ProjectionEntry },
): Promise<void> {
  await run(REPLACE, [projection, JSON.stringify(after)]);
  for (const held of generationsIn(after))
    if (!generationOf(before, held.generation)) await exec(tableOf(projection, held).definition);
  for (const held of generationsIn(before)) {
    if (generationOf(after, held.generation)) continue;
    const { name } = tableOf(projection, held);
    await exec(`ALTER TABLE "${name}" RENAME TO "${DROPPED_PREFIX}${name}"`);
  }
}

/** The table that holds the documents of a generation. */
export function tableOf(projection: string, { generation, indexes }: Generation): GenerationTable {
  return new GenerationTable(`view_${projection}_${generation}`, indexes);
}
