import type { SqlValue } from '../../storage/sqlite.js';
import { SEPARATOR, storedText } from '../../storage/stored-text.js';
import type { IndexValue } from '../view-store.port.js';
import { booleanLiteral, type GenerationTable } from './generation-table.js';
import type { CheckedQuery } from '../declared-views.js';

/** Between two documents of a page. JSON.stringify writes no raw line feed, so it is in none of them. */
export const DOCUMENT_SEPARATOR = ',\n';

/** What bounds a range that the query leaves open, so that it holds only values of the index's kind. */
const OPEN_ENDS = { text: ["''", "x''"], number: ['-9e999', "''"] } as const;

/** The query returns one row: the texts of the documents joined, their number, the last sort value and the ids joined. */
export function findSql(
  table: GenerationTable,
  checked: CheckedQuery,
): { sql: string; parameters: SqlValue[] } {
  const { index, equal, from, to, desc, at, rows } = checked;
  const sort = table.column(index.sort);
  const parameters: SqlValue[] = [];
  const operand = (value: IndexValue): string => {
    if (typeof value === 'boolean') return booleanLiteral(value);
    parameters.push(typeof value === 'string' ? storedText(value) : value);
    return '?';
  };
  const [lowest, highest] = OPEN_ENDS[index.numeric ? 'number' : 'text'];
  const conditions = index.eq.map(
    (field, place) => `${table.column(field)} = ${operand(equal[place] ?? '')}`,
  );
  conditions.push(`${sort} >= ${from === undefined ? lowest : operand(from)}`);
  conditions.push(`${sort} < ${to === undefined ? highest : operand(to)}`);
  if (at) conditions.push(`(${sort}, id) ${desc ? '<=' : '>='} (${operand(at.sort)}, ${operand(at.id)})`);
  const order = table.order(index).map((column) => `${column} ${desc ? 'DESC' : 'ASC'}`);
  const sql = `SELECT group_concat(document, ',' || char(10)), count(*), ${desc ? 'min' : 'max'}(sort),
    group_concat(id, char(${SEPARATOR.charCodeAt(0)})) FROM (
    SELECT document, ${sort} AS sort, id FROM ${table.sqlName}
    WHERE ${conditions.join(' AND ')} ORDER BY ${order.join(', ')} LIMIT ?)`;
  return { sql, parameters: [...parameters, rows] };
}
