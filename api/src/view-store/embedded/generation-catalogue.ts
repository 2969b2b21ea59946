import type { Position } from '../../event-sourcing/event.js';
import type { SqliteDatabase, SqlValue } from '../../config/sqlite.js';
import { originalText } from '../../config/stored-text.js';
import { GenerationTable } from './generation-table.js';
import type { TableIndex } from '../view-declaration.js';
import type { Generations, ParkedEvent } from '../view-store.port.js';

/** Tables that describe the generations; each generation has a table of its own for its documents. */
export const CATALOGUE_SCHEMA = `
CREATE TABLE projections (
  name TEXT PRIMARY KEY, live INTEGER, building INTEGER, last INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE generations (
  projection TEXT NOT NULL, generation INTEGER NOT NULL, version INTEGER NOT NULL, indexes TEXT NOT NULL,
  checkpoint TEXT, PRIMARY KEY (projection, generation)
) WITHOUT ROWID;
CREATE TABLE parked (
  projection TEXT NOT NULL, generation INTEGER NOT NULL, position TEXT NOT NULL,
  stream TEXT NOT NULL, key TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (projection, generation, position)
) WITHOUT ROWID;`;

/** Prefix of the tables of dropped generations until they are emptied. */
export const DROPPED_PREFIX = 'dropped_';

const POINTERS = 'SELECT live, building, last FROM projections WHERE name = ?';
const GENERATION =
  'SELECT version, indexes, checkpoint FROM generations WHERE projection = ? AND generation = ?';
const NUMBERS = 'SELECT generation FROM generations WHERE projection = ?';
const PARKED =
  'SELECT position, stream, key, reason FROM parked WHERE projection = ? AND generation = ? ORDER BY position';
const DROPPED = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '${DROPPED_PREFIX}*'`;

/** A generation as it began, and its progress. */
export interface Generation {
  readonly version: number;
  readonly indexes: readonly TableIndex[];
  readonly checkpoint: Position | null;
}

/** Reads the state of the generations. */
export class GenerationCatalogue {
  private readonly tables = new Map<string, GenerationTable>();

  constructor(private readonly database: SqliteDatabase) {}

  generations(projection: string): Generations {
    const row = this.database.first(POINTERS, [projection]);
    return { live: numberOrNull(row?.[0]), building: numberOrNull(row?.[1]) };
  }

  /** The highest generation number ever used, 0 before the first. */
  last(projection: string): number {
    return Number(this.database.first(POINTERS, [projection])?.[2] ?? 0);
  }

  /** Null once it was dropped. */
  generation(projection: string, generation: number): Generation | null {
    const row = this.database.first(GENERATION, [projection, generation]);
    if (!row) return null;
    const [version, indexes, checkpoint] = row;
    return {
      version: Number(version),
      indexes: JSON.parse(String(indexes)) as TableIndex[],
      checkpoint: checkpoint === null ? null : originalText(String(checkpoint)),
    };
  }

  /** Null once the generation was dropped. */
  table(projection: string, generation: number): GenerationTable | null {
    const name = tableName(projection, generation);
    const held = this.generation(projection, generation);
    if (!held) {
      this.tables.delete(name);
      return null;
    }
    const table = this.tables.get(name) ?? new GenerationTable(name, held.indexes);
    this.tables.set(name, table);
    return table;
  }

  /** Null before the first promote. */
  liveTable(projection: string): GenerationTable | null {
    const { live } = this.generations(projection);
    if (live === null) return null;
    return this.tables.get(tableName(projection, live)) ?? this.table(projection, live);
  }

  /** Generations neither live nor building: a stop between promote and drop leaves one. */
  left(projection: string): number[] {
    const { live, building } = this.generations(projection);
    return this.database
      .all(NUMBERS, [projection])
      .map(([generation]) => Number(generation))
      .filter((generation) => generation !== live && generation !== building);
  }

  droppedTables(): string[] {
    return this.database.all(DROPPED, []).map(([name]) => String(name));
  }

  parked(projection: string, generation: number): ParkedEvent[] {
    return this.database.all(PARKED, [projection, generation]).map((row) => {
      const [position = '', stream = '', key = '', reason = ''] = row.map((text) =>
        originalText(String(text)),
      );
      return { position, stream, key, reason };
    });
  }
}

/** The table that holds the documents of a generation. */
export function tableName(projection: string, generation: number): string {
  return `view_${projection}_${generation}`;
}

function numberOrNull(value: SqlValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
