import type { SqlValue } from '../../config/embedded-database.js';
import type { GenerationTable } from './generation-table.js';
import type { GenerationStores } from './settle-generation.js';
import { StagedIds } from './staged-ids.js';
import { StagedTable, type StagedPlace } from './staged-table.js';
import type { TableRow } from './table-row.js';
import { commitRows, type TableCommit } from './view-commit.js';

/** A document that changes its run, and the runs that it may be in. */
interface Moved {
  readonly row: TableRow;
  readonly from: readonly number[];
}

/** The staged documents of one generation. Which ids are there is known in memory, so new ones cost no look. */
export class StagedRows {
  private readonly staged: StagedTable;
  private readonly ids: StagedIds;

  constructor(
    private readonly stores: GenerationStores,
    private readonly table: GenerationTable,
    idsLimit?: number,
  ) {
    this.ids = new StagedIds(idsLimit);
    this.staged = new StagedTable(table);
  }

  /** False when there are too many to be known. */
  hasRoomFor(rows: number): boolean {
    return this.ids.hasRoomFor(rows);
  }

  /** Gets to know the next run that others wrote. 'no longer' = it is frozen, or there are too many ids to know. */
  learn(): 'all' | 'more' | 'no longer' {
    if (this.isFrozen) return 'no longer';
    if (this.knowsAll) return 'all';
    const run = this.ids.lastRun + 1;
    const rows = this.stores.reads.all(this.staged.idsOfRun, [run]);
    if (!this.ids.hasRoomFor(rows.length)) return 'no longer';
    for (const [id] of rows) this.ids.add(String(id), run);
    this.ids.lastRun = run;
    return 'more';
  }

  /** Id, document and position of those that are there. */
  getMany(ids: readonly string[]): SqlValue[][] {
    return this.at(this.staged.getMany, ids);
  }

  /** Id and position of those that are there. */
  positions(ids: readonly string[]): SqlValue[][] {
    return this.at(this.staged.positions, ids);
  }

  /** All of it, or nothing and 'stale'. */
  async commit(commit: TableCommit): Promise<'ok' | 'stale'> {
    const { rows } = commit;
    const { staged, ids } = this;
    const run = ids.lastRun + 1;
    const added = rows.filter(({ was }) => was === null);
    const moved = rows
      .filter(({ was }) => was !== null)
      .map((row): Moved => ({ row, from: ids.runsOf(row.id) }));
    const outcome = await commitRows(this.stores.writes, commit, () => {
      if (this.isFrozen || !this.knowsAll || this.positions(added.map(({ id }) => id)).length > 0)
        return null;
      return { statements: statements(staged, run, { rows, moved }), changes: rows.length + moved.length };
    });
    // The run may have been learnt from the file since.
    if (outcome === 'stale' || rows.length === 0 || ids.lastRun >= run) return outcome;
    for (const { id } of added) ids.add(id, run);
    for (const { row, from } of moved) ids.move(row.id, from, run);
    ids.lastRun = run;
    return outcome;
  }

  /** True once it is being settled: what is staged stays as it is. */
  private get isFrozen(): boolean {
    return this.stores.catalogue.stage(this.table.name) !== 'staged';
  }

  /** False while runs are there that another wrote. */
  private get knowsAll(): boolean {
    return this.staged.lastRun(this.stores.reads) === this.ids.lastRun;
  }

  private at(sql: string, ids: readonly string[]): SqlValue[][] {
    const places: StagedPlace[] = [];
    for (const id of ids) for (const run of this.ids.runsOf(id)) places.push([run, id]);
    return places.length === 0 ? [] : this.stores.reads.all(sql, [JSON.stringify(places)]);
  }
}

/** A document goes from the run it was in to the new one. */
function* statements(
  staged: StagedTable,
  run: number,
  { rows, moved }: { readonly rows: readonly TableRow[]; readonly moved: readonly Moved[] },
): Iterable<string> {
  yield* staged.removals(moved.flatMap(({ row, from }) => from.map((earlier) => ({ run: earlier, row }))));
  yield* staged.additions(run, rows);
}
