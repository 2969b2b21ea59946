import { setImmediate as nextTurn } from 'node:timers/promises';
import { csvOf } from '../../documents/csv.js';
import type { OwnTable } from '../../event-sourcing/own-data.js';

/** A file of the archive, written in pieces when it is its turn. */
export interface ArchiveFile {
  readonly name: string;
  /** Whether it is made smaller; a PDF already is. */
  readonly isText: boolean;
  readonly pieces: () => AsyncIterable<string | Buffer>;
}

/** Rows that are written without giving others a turn. */
const SLICE = 50;

/** A table as JSON and as CSV. The columns of the CSV file are those values that the rows of the JSON file had. */
export function filesOf(table: OwnTable): readonly ArchiveFile[] {
  const columns = new Set<string>();
  const { name } = table;
  return [
    { name: `${name}.json`, isText: true, pieces: () => jsonOf(table, columns) },
    { name: `${name}.csv`, isText: true, pieces: () => linesOf(table, columns) },
  ];
}

async function* jsonOf(table: OwnTable, columns: Set<string>): AsyncGenerator<string> {
  let lead = '[\n';
  for await (const slice of slicesOf(table)) {
    for (const row of slice) {
      for (const column of Object.keys(flat(row))) columns.add(column);
      const details = await table.detailsOf?.(row);
      if (details) await nextTurn();
      yield lead + JSON.stringify({ ...row, ...details });
      lead = ',\n';
    }
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n';
}

async function* linesOf(table: OwnTable, names: ReadonlySet<string>): AsyncGenerator<string> {
  const columns = [...names].map((key) => ({ key, header: key }));
  let isFirst = true;
  for await (const slice of slicesOf(table)) {
    yield csvOf(
      slice.map((row) => flat(row)),
      { columns, isFirst },
    );
    isFirst = false;
  }
}

async function* slicesOf({ pages }: OwnTable): AsyncGenerator<readonly object[]> {
  for await (const page of pages()) {
    for (let from = 0; from < page.length; from += SLICE) {
      yield page.slice(from, from + SLICE);
      await nextTurn();
    }
    await nextTurn();
  }
}

/** The texts and numbers of a row by their path, "fees.total"; a list of objects is only in the JSON file. */
function flat(row: object, path = ''): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(row) as readonly (readonly [string, Value])[]) {
    if (value === undefined) continue;
    if (Array.isArray(value)) {
      if (value.every((item) => typeof item === 'string')) found[path + name] = value.join(' ');
    } else if (typeof value === 'object' && value !== null)
      Object.assign(found, flat(value, `${path}${name}.`));
    else found[path + name] = String(value ?? '');
  }
  return found;
}

type Value = string | number | boolean | null | undefined | object;
