import { sqlText, storedText } from '../../storage/stored-text.js';
import { indexFields, indexValue, type TableIndex } from '../view-declaration.js';
import type { IndexValue, ViewWrite } from '../view-store.port.js';

/** Rows of one statement: more would only lengthen its text. */
const STATEMENT_ROWS = 500;

/**
 * The table of one generation: a row is a document's id, position and JSON text (NULL = tombstone), and a column for
 * every field of an index, NULL where the document lacks it: no comparison finds it. Rows are in the order they were written in. Names come from declarations alone.
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
    this.fields = indexFields(indexes);
    this.columnOf = new Map(this.fields.map((field, place) => [field, `c${place}`]));
    this.columns = [...this.columnOf.values()];
  }

  /** Statements that create the table, in which documents can be found by id alone. */
  get definition(): string {
    const columns = ['id TEXT NOT NULL', 'position TEXT NOT NULL', 'document TEXT', ...this.columns];
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

  /**
   * Statements that change exactly one row for each write, and fewer when a document was not at the position it was
   * read at. @throws Error for a document that an index cannot take
   */
  *writes(writes: readonly ViewWrite[]): Iterable<string> {
    for (const some of slices(writes.filter(({ was }) => was === null))) yield this.insert(some);
    for (const some of slices(writes.filter(({ was }) => was !== null))) yield this.update(some);
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

  private insert(writes: readonly ViewWrite[]): string {
    const columns = ['id', 'position', 'document', ...this.columns].join(', ');
    const values = writes.map((write) => `(${this.values(write)})`).join(',');
    return `INSERT INTO ${this.sqlName} (${columns}) VALUES ${values} ON CONFLICT DO NOTHING`;
  }

  private update(writes: readonly ViewWrite[]): string {
    const names = ['id', 'position', 'document', ...this.columns, 'was'].join(', ');
    const values = writes.map((write) => `(${this.values(write)},${textLiteral(write.was ?? '')})`).join(',');
    const sets = ['position', 'document', ...this.columns].map((column) => `${column} = new.${column}`);
    return `WITH new(${names}) AS (VALUES ${values}) UPDATE ${this.sqlName} AS old SET ${sets.join(', ')}
      FROM new WHERE old.id = new.id AND old.position = new.was`;
  }

  /** As literals of a statement: id, position, document, then each column. */
  private values({ id, position, document }: ViewWrite): string {
    const json = document ? sqlText(JSON.stringify(document)) : 'NULL';
    const columns = this.fields.map((field) => columnLiteral(document && indexValue(document, field)));
    return [textLiteral(id), textLiteral(position), json, ...columns].join(',');
  }
}

const textLiteral = (text: string): string => sqlText(storedText(text));

/** Columns have no type: SQLite orders numbers below texts, and texts below blobs. */
function columnLiteral(value: IndexValue | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return booleanLiteral(value);
  return typeof value === 'number' ? String(value) : textLiteral(value);
}

/** A blob: neither a number nor a text is equal to it. */
export const booleanLiteral = (value: boolean): string => (value ? "x'01'" : "x'00'");

/** Parts of `writes`, each for one statement. */
function* slices(writes: readonly ViewWrite[]): Iterable<readonly ViewWrite[]> {
  for (let place = 0; place < writes.length; place += STATEMENT_ROWS) {
    yield writes.slice(place, place + STATEMENT_ROWS);
  }
}
