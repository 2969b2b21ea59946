import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BackgroundDatabase } from '../../config/background-database.js';
import { EmbeddedDatabase, type SqlValue } from '../../config/embedded-database.js';
import { DROPPED_PREFIX, type GenerationCatalogue } from './generation-catalogue.js';
import type { GenerationTable } from './generation-table.js';
import { SAMPLED_ROWS, StagedTable } from './staged-table.js';
import { compareColumns, type ColumnValue } from './table-row.js';

/** Rows of one transaction, roughly: commits of other generations get their turn in between. */
export const SETTLED_AT_ONCE_ROWS = 10_000;

/** The connections to the views' file, and what is known of it. */
export interface GenerationStores {
  readonly catalogue: GenerationCatalogue;
  readonly reads: EmbeddedDatabase;
  readonly writes: BackgroundDatabase;
}

type Key = readonly ColumnValue[];

/**
 * Moves the documents of a generation from where they are staged into its table, which nobody reads before all are
 * there. A stop in between loses nothing: whoever asks next goes on behind the last key in the table.
 */
export async function settleGeneration(stores: GenerationStores, table: GenerationTable): Promise<void> {
  const { catalogue, reads, writes } = stores;
  const staged = new StagedTable(table);
  // From here on nothing is staged any more: all that can be read of it stays as it is.
  await writes.transaction(async ({ exec }) => {
    if (catalogue.stage(table.name) === 'staged') await exec(table.definition);
  });
  /** Does a step unless another process has done the last one. */
  const step = (statement: () => string) =>
    writes.transaction(async ({ exec }) => {
      if (catalogue.stage(table.name) === 'settling') await exec(statement());
    });
  for (const to of [...(await boundsOf(stores, staged)), null]) {
    await step(() => staged.copy(lastKey(reads, table), to));
  }
  for (const definition of table.indexDefinitions) await step(() => definition);
  await step(() => `ALTER TABLE "${staged.name}" RENAME TO "${DROPPED_PREFIX}${staged.name}"`);
}

/** Keys that part the staged rows into about equally many, from a sample of every run. */
async function boundsOf({ catalogue, reads }: GenerationStores, staged: StagedTable): Promise<Key[]> {
  const sample: Key[] = [];
  // A connection of its own: what is read only once must not take the place of what readers need.
  const scanning = new EmbeddedDatabase(reads.file, [], true);
  try {
    for (let run = 1; catalogue.stage(staged.table.name) === 'settling'; run += 1) {
      if (run > staged.lastRun(scanning)) break;
      for (const row of scanning.all(staged.sample, [run])) sample.push(row.map(columnOf));
      await nextTurn();
    }
  } finally {
    scanning.close();
  }
  sample.sort(compareColumns);
  const every = SETTLED_AT_ONCE_ROWS / SAMPLED_ROWS;
  return sample.filter((_, place) => place % every === every - 1);
}

/** The key of the last row that is in the table. */
function lastKey(reads: EmbeddedDatabase, table: GenerationTable): Key | null {
  return reads.first(table.lastKey, [])?.map(columnOf) ?? null;
}

function columnOf(value: SqlValue): ColumnValue {
  return typeof value === 'string' ? value : BigInt(value ?? 0);
}
