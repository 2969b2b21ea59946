import type { SqlValue } from '../embedded-database.js';
import { SEPARATOR, compareTexts, storedText } from '../stored-text.js';
import type { Place } from './cursor.js';

/** An index as it was declared when the generation was begun. */
export interface TableIndex {
  readonly name: string;
  readonly eq: readonly string[];
  readonly sort: string;
}

/** A find with its values settled: every bound is checked, the cursor decoded. */
export interface TablePage {
  readonly index: TableIndex;
  readonly equal: readonly (string | boolean)[];
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly desc: boolean;
  readonly after: Place | undefined;
  /** One more than the page holds, to see whether there is a next one. */
  readonly rows: number;
}

/** SQL text and the values bound to it. */
export interface BoundSql {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** Between two documents of a page. JSON.stringify writes no raw line feed, so it is in none of them. */
export const DOCUMENT_SEPARATOR = ',\n';

/** What an index field holds when the document has none: below every text, and no question can ask for it. */
const MISSING = -1n;

/**
 * The table of one generation: a row is a document's id, position and JSON text (NULL = tombstone), and a column for
 * every field of an index. Rows lie in the order of the first index; names come from declarations, values are bound.
 */
export class GenerationTable {
  private readonly columns: ReadonlyMap<string, string>;
  private readonly finds = new Map<string, string>();
  private readonly quotedName: string;

  constructor(
    readonly name: string,
    readonly indexes: readonly TableIndex[],
  ) {
    this.quotedName = `"${name}"`;
    const fields = new Set(indexes.flatMap(({ eq, sort }) => [...eq, sort]));
    this.columns = new Map([...fields].map((field, place) => [field, `c${place}`]));
  }

  /** Statements that make the table and its indexes. */
  get definition(): string {
    const [first, ...others] = this.indexes;
    const columns = ['id TEXT NOT NULL', 'position TEXT NOT NULL', 'document TEXT'];
    for (const column of this.columns.values()) columns.push(`${column} NOT NULL`);
    const key = first ? this.order(first) : ['id'];
    const statements = [
      `CREATE TABLE ${this.quotedName} (${columns.join(', ')}, PRIMARY KEY (${key.join(', ')})) WITHOUT ROWID`,
    ];
    if (first) statements.push(`CREATE UNIQUE INDEX "${this.name}_id" ON ${this.quotedName} (id)`);
    others.forEach((index, place) => {
      const order = this.order(index).join(', ');
      statements.push(`CREATE INDEX "${this.name}_${place + 1}" ON ${this.quotedName} (${order})`);
    });
    return statements.join(';\n');
  }

  get get(): string {
    return `SELECT document FROM ${this.quotedName} WHERE id = ?`;
  }

  /** Takes the ids as one JSON list. */
  get getMany(): string {
    return `SELECT id, document, position FROM ${this.quotedName} WHERE id IN (SELECT value FROM json_each(?))`;
  }

  get scan(): string {
    return `SELECT id, document, position FROM ${this.quotedName} WHERE id > ? ORDER BY id LIMIT ?`;
  }

  /** Takes id, position, document and the columns; changes nothing where the id is there already. */
  get insert(): string {
    const columns = ['id', 'position', 'document', ...this.columns.values()];
    const values = columns.map(() => '?').join(', ');
    return `INSERT INTO ${this.quotedName} (${columns.join(', ')}) VALUES (${values}) ON CONFLICT DO NOTHING`;
  }

  /** Takes position, document, the columns, id and the position the document had. */
  get update(): string {
    const columns = ['position', 'document', ...this.columns.values()];
    const values = columns.map((column) => `${column} = ?`).join(', ');
    return `UPDATE ${this.quotedName} SET ${values} WHERE id = ? AND position = ?`;
  }

  /** The columns of a document, a tombstone's when null. */
  values(document: object | null): SqlValue[] {
    return Array.from(this.columns.keys(), (field) => this.value(document, field));
  }

  /** Answers one row: the texts of the documents joined, their number, and the place of the last one. */
  find(page: TablePage): BoundSql {
    const { from, to, after, desc } = page;
    const parameters: SqlValue[] = page.equal.map(columnValue);
    // A place outside the range starts the page at the range's own bound.
    const lower = from ?? '';
    const resumes =
      after !== undefined &&
      (desc ? to === undefined || compareTexts(after.sort, to) < 0 : compareTexts(after.sort, lower) >= 0);
    if (!resumes || desc) parameters.push(storedText(lower));
    if (to !== undefined && !(resumes && desc)) parameters.push(storedText(to));
    if (resumes) parameters.push(storedText(after.sort), storedText(after.id));
    parameters.push(page.rows);
    const shape = [page.index.name, desc, resumes, to !== undefined].join();
    let sql = this.finds.get(shape);
    if (!sql) this.finds.set(shape, (sql = this.findSql(page.index, desc, resumes, to !== undefined)));
    return { sql, parameters };
  }

  private findSql(index: TableIndex, desc: boolean, resumes: boolean, bounded: boolean): string {
    const sort = this.column(index.sort);
    const conditions = index.eq.map((field) => `${this.column(field)} = ?`);
    if (!resumes || desc) conditions.push(`${sort} >= ?`);
    if (bounded && !(resumes && desc)) conditions.push(`${sort} < ?`);
    if (resumes) conditions.push(`(${sort}, id) ${desc ? '<=' : '>='} (?, ?)`);
    const order = this.order(index).map((column) => `${column} ${desc ? 'DESC' : 'ASC'}`);
    return `SELECT group_concat(document, ',' || char(10)), count(*), ${desc ? 'min' : 'max'}(place) FROM (
      SELECT document, ${sort} || char(${SEPARATOR.charCodeAt(0)}) || id AS place FROM ${this.quotedName}
      WHERE ${conditions.join(' AND ')} ORDER BY ${order.join(', ')} LIMIT ?)`;
  }

  private order(index: TableIndex): string[] {
    return [...index.eq, index.sort].map((field) => this.column(field)).concat('id');
  }

  private column(field: string): string {
    const column = this.columns.get(field);
    if (!column) throw new Error(`${this.name} has no column for ${field}`);
    return column;
  }

  private value(document: object | null, field: string): SqlValue {
    if (document === null || !Object.hasOwn(document, field)) return MISSING;
    const value = (document as Record<string, unknown>)[field];
    if (value === null || value === undefined) return MISSING;
    if (typeof value === 'string' || typeof value === 'boolean') return columnValue(value);
    throw new Error(`${this.name}: index field ${field} must be text or boolean`);
  }
}

/** Texts and booleans never meet: SQLite orders numbers below texts. */
function columnValue(value: string | boolean): SqlValue {
  if (typeof value === 'string') return storedText(value);
  return value ? 1n : 0n;
}
