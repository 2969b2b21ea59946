import type { SqlValue } from '../../config/sqlite.js';
import { SEPARATOR, compareTexts, storedText } from '../../config/stored-text.js';
import type { Place } from '../cursor.js';
import type { GenerationTable } from './generation-table.js';
import { columnValue } from './table-row.js';
import type { TableIndex } from '../view-declaration.js';

/** A validated find: every bound is checked, the cursor decoded. */
export interface PageQuestion {
  readonly index: TableIndex;
  readonly equal: readonly (string | boolean)[];
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly desc: boolean;
  /** Where the page begins, inclusive. */
  readonly at: Place | undefined;
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

interface Bounds {
  readonly desc: boolean;
  readonly from: boolean;
  readonly to: boolean;
  readonly at: boolean;
}

/** The query returns one row: the texts of the documents joined, their number, and the place of the last one. */
export function findSql(table: GenerationTable, question: PageQuestion): BoundSql {
  const { index, equal, from = '', to, desc, at, rows } = question;
  const startsInside = at !== undefined && isInside(at, question);
  // A start inside the range takes the place of the bound on its side; one outside it is that bound.
  const replaced = startsInside ? (desc ? 'to' : 'from') : null;
  const bounds = {
    desc,
    at: startsInside,
    from: replaced !== 'from',
    to: to !== undefined && replaced !== 'to',
  };
  const parameters: SqlValue[] = equal.map(columnValue);
  const texts = [
    bounds.from ? [from] : [],
    bounds.to ? [to ?? ''] : [],
    startsInside ? [at.sort, at.id] : [],
  ];
  parameters.push(...texts.flat().map(storedText), rows);
  return { sql: cachedSql(table, index, bounds), parameters };
}

/** Whether a place lies within the bound that a page in this direction would otherwise begin at. */
function isInside({ sort }: Place, { from, to, desc }: PageQuestion): boolean {
  if (desc) return to === undefined || compareTexts(sort, to) < 0;
  return from === undefined || compareTexts(sort, from) >= 0;
}

/** Statements by table: the same few queries repeat. */
const statements = new WeakMap<GenerationTable, Map<string, string>>();

function cachedSql(table: GenerationTable, index: TableIndex, bounds: Bounds): string {
  const known = statements.get(table) ?? new Map<string, string>();
  statements.set(table, known);
  const key = `${index.name} ${bounds.desc} ${bounds.from} ${bounds.to} ${bounds.at}`;
  const sql = known.get(key) ?? pageSql(table, index, bounds);
  known.set(key, sql);
  return sql;
}

/** There is always a lower bound: it excludes tombstones and documents that lack the sort field. */
function pageSql(table: GenerationTable, index: TableIndex, bounds: Bounds): string {
  const sort = table.column(index.sort);
  const conditions = index.eq.map((field) => `${table.column(field)} = ?`);
  if (bounds.from) conditions.push(`${sort} >= ?`);
  if (bounds.to) conditions.push(`${sort} < ?`);
  if (bounds.at) conditions.push(`(${sort}, id) ${bounds.desc ? '<=' : '>='} (?, ?)`);
  const direction = bounds.desc ? 'DESC' : 'ASC';
  const order = table.order(index).map((column) => `${column} ${direction}`);
  const last = bounds.desc ? 'min' : 'max';
  return `SELECT group_concat(document, ',' || char(10)), count(*), ${last}(place) FROM (
    SELECT document, ${sort} || char(${SEPARATOR.charCodeAt(0)}) || id AS place FROM ${table.sqlName}
    WHERE ${conditions.join(' AND ')} ORDER BY ${order.join(', ')} LIMIT ?)`;
}
