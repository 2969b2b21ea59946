import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SqlValue } from '../../config/embedded-database.js';
import type { GenerationTable } from './generation-table.js';
import { settleGeneration, type GenerationStores } from './settle-generation.js';
import { StagedRows } from './staged-rows.js';
import { commitToTable, type TableCommit } from './view-commit.js';

/** Where documents of generations that are being built lie: staged at first, in the generation's own table at last. */
export class BuildingRows {
  private readonly staged = new Map<string, StagedRows>();
  private readonly settling = new Map<string, Promise<void>>();

  /** Beyond `idsLimit` ids a generation is settled. */
  constructor(
    private readonly stores: GenerationStores,
    private readonly idsLimit?: number,
  ) {}

  /** Before reads and commits: learns what is staged already, and settles what cannot be known or is half settled. */
  async prepare(table: GenerationTable): Promise<void> {
    for (let staged = this.stagedOf(table); staged; staged = this.stagedOf(table)) {
      const known = staged.learn();
      if (known === 'all') return;
      if (known === 'no longer') await this.settle(table);
      await nextTurn();
    }
  }

  /** Id, document and position of those that are there. */
  getMany(table: GenerationTable, ids: readonly string[]): SqlValue[][] {
    return this.stagedOf(table)?.getMany(ids) ?? this.listed(table.getMany, ids);
  }

  /** Id and position of those that are there. */
  positions(table: GenerationTable, ids: readonly string[]): SqlValue[][] {
    return this.stagedOf(table)?.positions(ids) ?? this.listed(table.positions, ids);
  }

  /** All of it, or nothing and 'stale'. */
  async commit(commit: TableCommit): Promise<'ok' | 'stale'> {
    const { table, rows } = commit;
    const staged = this.stagedOf(table);
    if (staged?.hasRoomFor(rows.length)) return staged.commit(commit);
    await this.settle(table);
    return commitToTable(this.stores.writes, commit);
  }

  /** Afterwards all documents of the generation are in its own table. */
  async settle(table: GenerationTable): Promise<void> {
    const { name } = table;
    if (this.stores.catalogue.stage(name) === 'settled') return;
    const settling =
      this.settling.get(name) ??
      settleGeneration(this.stores, table).finally(() => {
        this.settling.delete(name);
        this.staged.delete(name);
      });
    this.settling.set(name, settling);
    await settling;
  }

  /** Undefined once nothing is staged any more. */
  private stagedOf(table: GenerationTable): StagedRows | undefined {
    const { name } = table;
    if (this.stores.catalogue.stage(name) === 'settled') {
      this.staged.delete(name);
      return undefined;
    }
    const staged = this.staged.get(name) ?? new StagedRows(this.stores, table, this.idsLimit);
    this.staged.set(name, staged);
    return staged;
  }

  private listed(sql: string, ids: readonly string[]): SqlValue[][] {
    return ids.length === 0 ? [] : this.stores.reads.all(sql, [JSON.stringify(ids)]);
  }
}
