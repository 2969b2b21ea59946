import { sqlText, storedText } from '../../config/stored-text.js';

/** What an index column holds: numbers sort below texts. */
export type ColumnValue = string | bigint;

/** A write as the tables take it; texts are escaped, the document is its JSON. */
export interface TableRow {
  readonly id: string;
  readonly position: string;
  readonly was: string | null;
  readonly document: string | null;
  readonly columns: readonly ColumnValue[];
}

/** What an index column holds when the document lacks the field: below every text, and no question can ask for it. */
export const MISSING = -1n;

/** Rows of one statement: more would only make its text longer. */
const STATEMENT_ROWS = 500;

/** Texts and booleans never meet: SQLite orders numbers below texts. */
export function columnValue(value: string | boolean): ColumnValue {
  if (typeof value === 'string') return storedText(value);
  return value ? 1n : 0n;
}

/** As a literal of a statement. */
export function columnText(value: ColumnValue): string {
  return typeof value === 'string' ? sqlText(value) : String(value);
}

/** As literals of a statement: id, position, document, then each column. */
export function rowText({ id, position, document, columns }: TableRow): string {
  let text = `${sqlText(id)},${sqlText(position)},${document === null ? 'NULL' : sqlText(document)}`;
  for (const value of columns) text += `,${columnText(value)}`;
  return text;
}

/** Rows in the order they lie in, so that a large batch touches each page once. */
export function inOrder(rows: readonly TableRow[]): TableRow[] {
  return [...rows].sort((left, right) => {
    return compareColumns(left.columns, right.columns) || (left.id < right.id ? -1 : 1);
  });
}

/** Parts of `rows`, each for one statement. */
export function* slices<T>(rows: readonly T[]): Iterable<readonly T[]> {
  for (let place = 0; place < rows.length; place += STATEMENT_ROWS) {
    yield rows.slice(place, place + STATEMENT_ROWS);
  }
}

/** 0 = equal. */
export function compareColumns(left: readonly ColumnValue[], right: readonly ColumnValue[]): number {
  // A loop over places: this runs more often than anything else of a large batch.
  for (let place = 0; place < left.length; place += 1) {
    const value = left[place] ?? MISSING;
    const other = right[place] ?? MISSING;
    if (value === other) continue;
    if (typeof value !== typeof other) return typeof value === 'string' ? 1 : -1;
    return value < other ? -1 : 1;
  }
  return 0;
}
