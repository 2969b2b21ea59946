import type { EmbeddedDatabase } from '../../config/embedded-database.js';
import { sqlText } from '../../config/stored-text.js';
import type { GenerationTable } from './generation-table.js';
import { columnText, inOrder, rowText, slices, type ColumnValue, type TableRow } from './table-row.js';

/** A document's id and the run it may lie in. */
export type StagedPlace = readonly [run: number, id: string];

/** Prefix of the name of the table that it is staged for. */
const STAGED_PREFIX = 'staged_';

/** One row in so many is looked at to learn how the keys are spread. */
export const SAMPLED_ROWS = 100;

/** The staged table that belongs to a generation's table. */
export function stagedName(name: string): string {
  return STAGED_PREFIX + name;
}

/**
 * Where the documents of a generation lie while it is built: in runs, each written at once and in the order of the
 * generation's table. A run goes behind the one before, so a page is written once however the documents are spread.
 * Each document is in one run; a run and an id find it.
 */
export class StagedTable {
  readonly name: string;
  private readonly sqlName: string;
  private readonly idIndex: string;

  constructor(readonly table: GenerationTable) {
    this.name = stagedName(table.name);
    this.sqlName = `"${this.name}"`;
    this.idIndex = `"${this.name}_id"`;
  }

  /** Statements that make the table. */
  get definition(): string {
    const { columnDefinitions, key } = this.table;
    const columns = ['run INTEGER NOT NULL', ...columnDefinitions];
    return `CREATE TABLE ${this.sqlName} (${columns.join(', ')}, PRIMARY KEY (run, ${key.join(', ')})) WITHOUT ROWID;
      CREATE UNIQUE INDEX ${this.idIndex} ON ${this.sqlName} (run, id)`;
  }

  /** The highest run, 0 before the first. */
  lastRun(database: EmbeddedDatabase): number {
    return Number(database.first(`SELECT max(run) FROM ${this.sqlName}`, [])?.[0] ?? 0);
  }

  get idsOfRun(): string {
    return `SELECT id FROM ${this.sqlName} INDEXED BY ${this.idIndex} WHERE run = ?`;
  }

  /** Takes the places as one JSON list. */
  get getMany(): string {
    return this.atPlaces('staged.id, document, position');
  }

  /** Takes the places as one JSON list. */
  get positions(): string {
    return this.atPlaces('staged.id, position');
  }

  /** Takes the ids as one JSON list, and looks for each in every run. */
  get anywhere(): string {
    return `${this.runs} SELECT staged.id, document, position FROM json_each(?) AS asked CROSS JOIN runs
      CROSS JOIN ${this.sqlName} AS staged ON staged.run = runs.run AND staged.id = asked.value`;
  }

  /** A page in id order, from the first id or after one; goes through all ids for it. */
  scan(isFirst: boolean): string {
    const operator = isFirst ? '>=' : '>';
    return `SELECT id, document, position FROM ${this.sqlName} WHERE id ${operator} ? ORDER BY id LIMIT ?`;
  }

  /** Keys of a few of a run's rows. */
  get sample(): string {
    return `SELECT ${this.table.key.join(', ')} FROM ${this.sqlName} INDEXED BY ${this.idIndex}
      WHERE run = ? AND random() % ${SAMPLED_ROWS} = 0`;
  }

  /** Statements that take rows from where they were: one row is changed for each. */
  *removals(places: readonly { readonly run: number; readonly row: TableRow }[]): Iterable<string> {
    for (const slice of slices(places)) {
      const values = slice.map(({ run, row }) => `(${run},${sqlText(row.id)},${sqlText(row.was ?? '')})`);
      yield `WITH gone(run, id, was) AS (VALUES ${values.join(',')}) DELETE FROM ${this.sqlName}
        WHERE (run, id, position) IN (SELECT run, id, was FROM gone)`;
    }
  }

  /** Statements that add a run: one row is changed for each. */
  *additions(run: number, rows: readonly TableRow[]): Iterable<string> {
    const columns = ['run', 'id', 'position', 'document', ...this.table.columns].join(', ');
    for (const slice of slices(inOrder(rows))) {
      const values = slice.map((row) => `(${run},${rowText(row)})`).join(',');
      yield `INSERT INTO ${this.sqlName} (${columns}) VALUES ${values}`;
    }
  }

  /** Copies rows behind key `after`, up to and with key `to`, in the order of the generation's table. */
  copy(after: readonly ColumnValue[] | null, to: readonly ColumnValue[] | null): string {
    const key = this.table.key.join(', ');
    const columns = ['id', 'position', 'document', ...this.table.columns].join(', ');
    const bounds = [after && `(${key}) > (${keyText(after)})`, to && `(${key}) <= (${keyText(to)})`];
    const range = bounds.map((bound) => (bound ? ` AND ${bound}` : '')).join('');
    // Only keys are sorted, so that documents need no room in memory or in a temporary file.
    return `${this.runs}, ordered AS (SELECT staged.run, ${key} FROM runs CROSS JOIN ${this.sqlName} AS staged
        ON staged.run = runs.run${range} ORDER BY ${key})
      INSERT INTO ${this.table.sqlName} (${columns})
      SELECT ${columns} FROM ordered CROSS JOIN ${this.sqlName} USING (run, ${key})`;
  }

  private atPlaces(columns: string): string {
    return `SELECT ${columns} FROM json_each(?) AS place CROSS JOIN ${this.sqlName} AS staged
      ON run = place.value ->> 0 AND staged.id = place.value ->> 1`;
  }

  private get runs(): string {
    return `WITH RECURSIVE runs(run) AS (SELECT 1 UNION ALL SELECT run + 1 FROM runs
      WHERE run < (SELECT max(run) FROM ${this.sqlName}))`;
  }
}

function keyText(key: readonly ColumnValue[]): string {
  return key.map(columnText).join(',');
}
