import { sqlText, storedText } from '../../config/stored-text.js';

/** A value of an index column: numbers sort below texts. */
export type ColumnValue = string | bigint;

/** A write as the tables take it; texts are escaped, the document is its JSON. */
export interface TableRow {
  readonly id: string;
  readonly position: string;
  readonly was: string | null;
  readonly document: string | null;
  readonly columns: readonly ColumnValue[];
}

/** In an index column of a document that lacks the field: below every text, and no query can name it. */
export const MISSING = -1n;

/** Rows of one statement: more would only lengthen its text. */
const STATEMENT_ROWS = 500;

/** Texts and booleans are never equal: SQLite orders numbers below texts. */
export function columnValue(value: string | boolean): ColumnValue {
  if (typeof value === 'string') return storedText(value);
  return value ? 1n : 0n;
}

/** As a literal of a statement. */
function columnText(value: ColumnValue): string {
  return typeof value === 'string' ? sqlText(value) : String(value);
}

/** As literals of a statement: id, position, document, then each column. */
export function rowText({ id, position, document, columns }: TableRow): string {
  let text = `${sqlText(id)},${sqlText(position)},${document === null ? 'NULL' : sqlText(document)}`;
  for (const value of columns) text += `,${columnText(value)}`;
  return text;
}

/** Parts of `rows`, each for one statement. */
export function* slices<T>(rows: readonly T[]): Iterable<readonly T[]> {
  for (let place = 0; place < rows.length; place += STATEMENT_ROWS) {
    yield rows.slice(place, place + STATEMENT_ROWS);
  }
}
