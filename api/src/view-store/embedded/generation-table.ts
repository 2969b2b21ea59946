import { sqlText, storedText } from '../../config/stored-text.js';
import { MISSING, columnValue, rowText, slices, type ColumnValue, type TableRow } from './table-row.js';
import type { TableIndex } from '../view-declaration.js';
import type { ViewWrite } from '../view-store.port.js';

/**
 * The table of one generation: a row is a document's id, position and JSON text (NULL = tombstone), and a column for
 * every field of an index. Rows are in the order they were written in. Names come from declarations alone.
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

  /** Statements that create the table, in which documents can be found by id alone. */
  get definition(): string {
    const indexed = this.columns.map((column) => `${column} NOT NULL`);
    const columns = ['id TEXT NOT NULL', 'position TEXT NOT NULL', 'document TEXT', ...indexed];
    return `CREATE TABLE ${this.sqlName} (${columns.join(', ')});
      CREATE UNIQUE INDEX "${this.name} id" ON ${this.sqlName} (id)`;
  }

  /** Statements that create the declared indexes; existing ones stay. */
  get indexDefinitions(): string[] {
    return this.indexes.map((index, place) => {
      const order = this.order(index).join(', ');
      return `CREATE INDEX IF NOT EXISTS "${this.name} ${place}" ON ${this.sqlName} (${order})`;
    });
  }

  get get(): string {
    return `SELECT document FROM ${this.sqlName} WHERE id = ?`;
  }

  /** Takes the ids as one JSON list. */
  get getMany(): string {
    return `SELECT id, document, position FROM ${this.sqlName} WHERE id IN (SELECT value FROM json_each(?))`;
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
   * read at.
   */
  *writes(rows: readonly TableRow[]): Iterable<string> {
    for (const slice of slices(rows.filter(({ was }) => was === null))) yield this.insert(slice);
    for (const slice of slices(rows.filter(({ was }) => was !== null))) yield this.update(slice);
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
    return `INSERT INTO ${this.sqlName} (${columns}) VALUES ${rows.map((row) => `(${rowText(row)})`).join(',')} ON CONFLICT DO NOTHING`;
  }

  private update(rows: readonly TableRow[]): string {
    const names = ['id', 'position', 'document', ...this.columns, 'was'].join(', ');
    const values = rows.map((row) => `(${rowText(row)},${sqlText(row.was ?? '')})`).join(',');
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
