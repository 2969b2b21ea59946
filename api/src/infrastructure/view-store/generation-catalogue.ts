import type { Position } from '../../event-sourcing/event.js';
import type { EmbeddedDatabase, SqlValue } from '../embedded-database.js';
import { GenerationTable, type TableIndex } from './generation-table.js';
import type { ParkedEvent, ViewDeclaration } from './view-store.port.js';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS projections (
  name TEXT PRIMARY KEY, live INTEGER, building INTEGER, last INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS generations (
  projection TEXT NOT NULL, generation INTEGER NOT NULL, version INTEGER NOT NULL, indexes TEXT NOT NULL,
  checkpoint TEXT, PRIMARY KEY (projection, generation)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS parked (
  projection TEXT NOT NULL, generation INTEGER NOT NULL, position TEXT NOT NULL,
  stream TEXT NOT NULL, key TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (projection, generation, position)
) WITHOUT ROWID;`;

/** Names that can stand in a table's name. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,62}$/;

/** Tables of dropped generations wait under this prefix until they are emptied. */
export const DROPPED_PREFIX = 'dropped_';

/** Which generation readers see and which one is being caught up. */
export interface Generations {
  readonly live: number | null;
  readonly building: number | null;
}

/** What is kept of the generations themselves. Every call is one synchronous step of the caller's transaction. */
export class GenerationCatalogue {
  constructor(private readonly database: EmbeddedDatabase) {}

  prepare(): void {
    this.database.exec(SCHEMA);
  }

  generations(projection: string): Generations {
    const row = this.database.first('SELECT live, building FROM projections WHERE name = ?', [projection]);
    return { live: numberOrNull(row?.[0]), building: numberOrNull(row?.[1]) };
  }

  /** Null once the generation was dropped. */
  table(projection: string, generation: number): GenerationTable | null {
    const row = this.generation(projection, generation);
    return row && new GenerationTable(tableName(projection, generation), row.indexes);
  }

  checkpoint(projection: string, generation: number): Position | null {
    return this.generation(projection, generation)?.checkpoint ?? null;
  }

  moveCheckpoint(projection: string, generation: number, next: Position): void {
    this.database.run('UPDATE generations SET checkpoint = ? WHERE projection = ? AND generation = ?', [
      next,
      projection,
      generation,
    ]);
  }

  /** A raised version, or another set of indexes at the same version, calls for a new generation. */
  declare(declaration: ViewDeclaration): void {
    const { name, version } = declaration;
    if (!NAME.test(name)) throw new Error(`${name} cannot be the name of a projection`);
    this.database.run('INSERT INTO projections (name, last) VALUES (?, 0) ON CONFLICT DO NOTHING', [name]);
    const { live, building } = this.generations(name);
    const newest = building ?? live;
    const known = newest === null ? null : this.generation(name, newest);
    if (known && known.version > version) return;
    if (known?.version === version && indexesText(known.indexes) === indexesText(declaration.indexes)) return;
    this.begin(declaration);
  }

  /** The next generation is the one building from now on. */
  begin({ name, version, indexes }: ViewDeclaration): number {
    const [last] = this.database.first('SELECT last FROM projections WHERE name = ?', [name]) ?? [0];
    const generation = Number(last) + 1;
    this.database.run(
      'INSERT INTO generations (projection, generation, version, indexes) VALUES (?, ?, ?, ?)',
      [name, generation, version, indexesText(indexes)],
    );
    this.database.run('UPDATE projections SET last = ?, building = ? WHERE name = ?', [
      generation,
      generation,
      name,
    ]);
    this.database.exec(new GenerationTable(tableName(name, generation), indexes).definition);
    return generation;
  }

  promote(projection: string, generation: number): void {
    this.database.run('UPDATE projections SET live = ?, building = NULL WHERE name = ?', [
      generation,
      projection,
    ]);
  }

  /** Takes the table out of every reader's sight; its rows are removed later. */
  retire(projection: string, generation: number): void {
    const key = [projection, generation];
    this.database.run('DELETE FROM generations WHERE projection = ? AND generation = ?', key);
    this.database.run('DELETE FROM parked WHERE projection = ? AND generation = ?', key);
    const name = tableName(projection, generation);
    this.database.exec(`ALTER TABLE "${name}" RENAME TO "${DROPPED_PREFIX}${name}"`);
  }

  /** Generations of a projection that are neither live nor building: what a stop between promote and drop leaves. */
  left(projection: string): number[] {
    const { live, building } = this.generations(projection);
    return this.database
      .all('SELECT generation FROM generations WHERE projection = ?', [projection])
      .map(([generation]) => Number(generation))
      .filter((generation) => generation !== live && generation !== building);
  }

  droppedTables(): string[] {
    return this.database
      .all(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '${DROPPED_PREFIX}*'`, [])
      .map(([name]) => String(name));
  }

  parked(projection: string, generation: number): ParkedEvent[] {
    const sql =
      'SELECT position, stream, key, reason FROM parked WHERE projection = ? AND generation = ? ORDER BY position';
    return this.database.all(sql, [projection, generation]).map((row) => {
      const [position = '', stream = '', key = '', reason = ''] = row.map(
        (text) => JSON.parse(String(text)) as string,
      );
      return { position, stream, key, reason };
    });
  }

  park(projection: string, generation: number, { position, stream, key, reason }: ParkedEvent): void {
    const columns = [position, stream, key, reason].map((text) => JSON.stringify(text));
    this.database.run('INSERT OR REPLACE INTO parked VALUES (?, ?, ?, ?, ?, ?)', [
      projection,
      generation,
      ...columns,
    ]);
  }

  unpark(projection: string, generation: number, position: Position): void {
    this.database.run('DELETE FROM parked WHERE projection = ? AND generation = ? AND position = ?', [
      projection,
      generation,
      JSON.stringify(position),
    ]);
  }

  private generation(projection: string, generation: number) {
    const sql =
      'SELECT version, indexes, checkpoint FROM generations WHERE projection = ? AND generation = ?';
    const row = this.database.first(sql, [projection, generation]);
    if (!row) return null;
    const [version, indexes, checkpoint] = row;
    return {
      version: Number(version),
      indexes: JSON.parse(String(indexes)) as TableIndex[],
      checkpoint: checkpoint === null ? null : String(checkpoint),
    };
  }
}

function tableName(projection: string, generation: number): string {
  return `view_${projection}_${generation}`;
}

function indexesText(indexes: readonly TableIndex[]): string {
  return JSON.stringify(indexes.map(({ name, eq, sort }) => ({ name, eq, sort })));
}

function numberOrNull(value: SqlValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
