import { sqlText, storedText } from '../stored-text.js';
import type { ViewWrite } from './view-store.port.js';

/** An index as it was declared when the generation was begun. */
export interface TableIndex {
  readonly name: string;
  readonly eq: readonly string[];
  readonly sort: string;
}

/** What an index column holds: numbers sort below texts. */
export type ColumnValue = string | bigint;

/** A write as the table takes it; texts are escaped, the document is its JSON. */
export interface TableRow {
  readonly id: string;
  readonly position: string;
  readonly was: string | null;
  readonly document: string | null;
  readonly columns: readonly ColumnValue[];
}

/** What an index column holds when the document lacks the field: below every text, and no question can ask for it. */
const MISSING = -1n;

/** Rows of one statement: more would only make its text longer. */
const STATEMENT_ROWS = 500;

/**
 * The table of one generation: a row is a document's id, position and JSON text (NULL = tombstone), and a column for
 * every field of an index. Rows lie in the order of the first index. Names come from declarations alone.
 */
export class GenerationTable {
  private readonly columnOf: ReadonlyMap<string, string>;
  private readonly fields: readonly string[];
  private readonly columns: readonly string[];
  readonly sqlName: string;

  constructor(
    readonly name: string,
    readonly indexes: readonly TableIndex[],
  ) {
    this.sqlName = `"${name}"`;
    this.fields = [...new Set(indexes.flatMap(({ eq, sort }) => [...eq, sort]))];
    this.columnOf = new Map(this.fields.map((field, place) => [field, `c${place}`]));
    this.columns = [...this.columnOf.values()];
  }

  /** Statements that make the table and its indexes. */
  get definition(): string {
    const [first, ...others] = this.indexes;
    const columns = ['id TEXT NOT NULL', 'position TEXT NOT NULL', 'document TEXT'];
    for (const column of this.columns) columns.push(`${column} NOT NULL`);
    const key = first ? this.order(first) : ['id'];
    const statements = [
      `CREATE TABLE ${this.sqlName} (${columns.join(', ')}, PRIMARY KEY (${key.join(', ')})) WITHOUT ROWID`,
    ];
    if (first) statements.push(`CREATE UNIQUE INDEX "${this.name}_id" ON ${this.sqlName} (id)`);
    others.forEach((index, place) => {
      const order = this.order(index).join(', ');
      statements.push(`CREATE INDEX "${this.name}_${place + 1}" ON ${this.sqlName} (${order})`);
    });
    return statements.join(';\n');
  }

  get get(): string {
    return `SELECT document FROM ${this.sqlName} WHERE id = ?`;
  }

  /** Takes the ids as one JSON list. */
  get getMany(): string {
    return `SELECT id, document, position FROM ${this.sqlName} WHERE id IN (SELECT value FROM json_each(?))`;
  }

  /** Takes the ids as one JSON list. */
  get positions(): string {
    return `SELECT id, position FROM ${this.sqlName} WHERE id IN (SELECT value FROM json_each(?))`;
  }

  /** A page in id order, from the first id or after one. */
  scan(isFirst: boolean): string {
    const operator = isFirst ? '>=' : '>';
    return `SELECT id, document, position FROM ${this.sqlName} WHERE id ${operator} ? ORDER BY id LIMIT ?`;
  }

  row({ id, position, was, document }: ViewWrite): TableRow {
    return {
      id: storedText(id),
      position: storedText(position),
      was: was === null ? null : storedText(was),
      document: document && JSON.stringify(document),
      columns: this.fields.map((field) => this.fieldValue(document, field)),
    };
  }

  /**
   * Statements that change exactly one row for each given, and fewer when a document was not at the position it was
   * read at. In the order the rows lie in, so that a large batch touches each page once.
   */
  *writes(rows: readonly TableRow[]): Iterable<string> {
    const sorted = [...rows].sort(compareRows);
    for (const slice of slices(sorted.filter(({ was }) => was === null))) yield this.insert(slice);
    for (const slice of slices(sorted.filter(({ was }) => was !== null))) yield this.update(slice);
  }

  /** The columns an index orders by. */
  order(index: TableIndex): string[] {
    return [...index.eq, index.sort].map((field) => this.column(field)).concat('id');
  }

  column(field: string): string {
    const column = this.columnOf.get(field);
    if (!column) throw new Error(`${this.name} has no column for ${field}`);
    return column;
  }

  private insert(rows: readonly TableRow[]): string {
    const columns = ['id', 'position', 'document', ...this.columns].join(', ');
    return `INSERT INTO ${this.sqlName} (${columns}) VALUES ${rows.map((row) => literals(row)).join(',')} ON CONFLICT DO NOTHING`;
  }

  private update(rows: readonly TableRow[]): string {
    const names = ['id', 'position', 'document', ...this.columns, 'was'].join(', ');
    const values = rows.map((row) => literals(row, row.was ?? '')).join(',');
    const sets = ['position', 'document', ...this.columns].map((column) => `${column} = new.${column}`);
    return `WITH new(${names}) AS (VALUES ${values}) UPDATE ${this.sqlName} AS old SET ${sets.join(', ')}
      FROM new WHERE old.id = new.id AND old.position = new.was`;
  }

  private fieldValue(document: object | null, field: string): ColumnValue {
    if (document === null || !Object.hasOwn(document, field)) return MISSING;
    const value = (document as Record<string, unknown>)[field];
    if (value === null || value === undefined) return MISSING;
    if (typeof value === 'string' || typeof value === 'boolean') return columnValue(value);
    throw new Error(`${this.name}: index field ${field} must be text or boolean`);
  }
}

/** Texts and booleans never meet: SQLite orders numbers below texts. */
export function columnValue(value: string | boolean): ColumnValue {
  if (typeof value === 'string') return storedText(value);
  return value ? 1n : 0n;
}

function* slices(rows: readonly TableRow[]): Iterable<readonly TableRow[]> {
  for (let place = 0; place < rows.length; place += STATEMENT_ROWS) {
    yield rows.slice(place, place + STATEMENT_ROWS);
  }
}

function literals({ id, position, document, columns }: TableRow, was?: string): string {
  let text = `(${sqlText(id)},${sqlText(position)},${document === null ? 'NULL' : sqlText(document)}`;
  for (const value of columns) text += `,${typeof value === 'string' ? sqlText(value) : value}`;
  return was === undefined ? `${text})` : `${text},${sqlText(was)})`;
}

function compareRows({ columns, id }: TableRow, other: TableRow): number {
  // A loop over places: this runs more often than anything else of a large batch.
  for (let place = 0; place < columns.length; place += 1) {
    const value = columns[place] ?? MISSING;
    const otherValue = other.columns[place] ?? MISSING;
    if (value === otherValue) continue;
    if (typeof value !== typeof otherValue) return typeof value === 'string' ? 1 : -1;
    return value < otherValue ? -1 : 1;
  }
  return id < other.id ? -1 : 1;
}
