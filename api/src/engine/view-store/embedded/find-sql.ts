import type { SqlValue } from '../../storage/sqlite.js';
import { SEPARATOR, storedText } from '../../storage/stored-text.js';
import type { GenerationTable } from './generation-table.js';
import type { CheckedQuery } from '../declared-views.js';

/** Between two documents of a page. JSON.stringify writes no raw line feed, so it is in none of them. */
export const DOCUMENT_SEPARATOR = ',\n';

/** The query returns one row: the texts of the documents joined, their number, and the place of the last one. */
export function findSql(
  table: GenerationTable,
  checked: CheckedQuery,
): { sql: string; parameters: SqlValue[] } {
  const { index, equal, from, to, desc, at, rows } = checked;
  const sort = table.column(index.sort);
  const conditions = index.eq.map((field) => `${table.column(field)} = ?`);
  const parameters: SqlValue[] = equal.map((value) =>
    typeof value === 'string' ? storedText(value) : BigInt(value),
  );
  const where = (condition: string, ...texts: readonly string[]) => {
    conditions.push(condition);
    parameters.push(...texts.map(storedText));
  };
  // A start inside the range takes the place of the bound on its side.
  if (!at || desc) where(`${sort} >= ?`, from);
  if (to !== undefined && !(at && desc)) where(`${sort} < ?`, to);
  if (at) where(`(${sort}, id) ${desc ? '<=' : '>='} (?, ?)`, at.sort, at.id);
  const order = table.order(index).map((column) => `${column} ${desc ? 'DESC' : 'ASC'}`);
  const sql = `SELECT group_concat(document, ',' || char(10)), count(*), ${desc ? 'min' : 'max'}(place) FROM (
    SELECT document, ${sort} || char(${SEPARATOR.charCodeAt(0)}) || id AS place FROM ${table.sqlName}
    WHERE ${conditions.join(' AND ')} ORDER BY ${order.join(', ')} LIMIT ?)`;
  return { sql, parameters: [...parameters, rows] };
}
