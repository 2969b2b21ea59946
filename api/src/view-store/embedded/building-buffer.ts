import type { Position } from '../../event-sourcing/event.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import type { BuildingRows } from './building-rows.js';
import { tableName, type GenerationCatalogue } from './generation-catalogue.js';
import type { GenerationTable } from './generation-table.js';
import type { TableRow } from './table-row.js';
import type { TableCommit } from './view-commit.js';
import { WaitingCommit } from './waiting-commit.js';

/** Characters of documents that wait to be written, over all generations; as many again may be on their way. */
export const BUILDING_BUFFER_CHARACTERS = 4 * 1024 * 1024;

/** Longest time that a commit waits to be written. */
const FLUSH_AFTER_MS = 1_000;

/** A document's text and position as the table holds them. */
type StoredRow = Pick<TableRow, 'document' | 'position'>;

/**
 * Commits of generations that nobody reads yet wait here and are written as few large ones: many documents of a page
 * cost one write of it. A stop in between loses them together with the checkpoint, and they are folded again.
 */
export class BuildingBuffer {
  private readonly waiting = new Map<string, WaitingCommit>();
  /** What the last read of a generation met, null where nothing is: commits follow their reads. */
  private readonly lastRead = new Map<string, ReadonlyMap<string, Position | null>>();
  private readonly failures = new Map<string, Error>();
  private onItsWay: { readonly key: string; readonly commit: WaitingCommit } | null = null;
  private written: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly catalogue: GenerationCatalogue,
    private readonly rows: BuildingRows,
  ) {}

  /** Decided against what waits and what is stored. @throws what an earlier write of this generation met */
  async add(commit: TableCommit): Promise<'ok' | 'stale'> {
    const key = commit.table.name;
    const failure = this.takeFailure(key);
    if (failure !== undefined && !(failure instanceof Overtaken)) throw failure;
    if (this.checkpoint(commit) !== commit.expect || !this.isAsRead(commit)) return 'stale';
    const waiting = this.waiting.get(key);
    if (waiting) waiting.merge(commit);
    else this.waiting.set(key, new WaitingCommit(commit));
    this.flushLater();
    await this.makeRoom();
    return 'ok';
  }

  /** Documents as the commits that wait leave them, by the ids that the table holds. */
  read(table: GenerationTable, ids: readonly string[]): Map<string, StoredRow> {
    const found = new Map<string, StoredRow>();
    const positions = new Map<string, Position | null>();
    for (const id of ids) {
      const row = this.rowAhead(table.name, id);
      if (row) found.set(id, row);
      else positions.set(id, null);
    }
    for (const [id, document, position] of this.rows.getMany(table, [...positions.keys()])) {
      found.set(String(id), {
        document: document === null ? null : String(document),
        position: String(position),
      });
      positions.set(String(id), String(position));
    }
    this.lastRead.set(table.name, positions);
    return found;
  }

  /** Until what waits for this generation is stored. @throws what its write met */
  async flush(projection: string, generation: number): Promise<void> {
    const key = tableName(projection, generation);
    while (this.waiting.has(key)) {
      await this.written;
      this.start(key);
    }
    if (this.writtenNow(key)) await this.written;
    const failure = this.takeFailure(key);
    if (failure !== undefined) throw failure;
  }

  /** Until everything that waits is stored; what cannot be is folded again. */
  async flushAll(): Promise<void> {
    for (let [key] = this.waiting.keys(); key !== undefined; [key] = this.waiting.keys()) {
      await this.written;
      this.start(key);
    }
    await this.written;
  }

  private checkpoint({ projection, generation, table }: TableCommit): Position | null | undefined {
    const ahead = this.waiting.get(table.name) ?? this.writtenNow(table.name);
    return ahead ? ahead.next : this.catalogue.generation(projection, generation)?.checkpoint;
  }

  private isAsRead({ table, rows }: TableCommit): boolean {
    const read = this.lastRead.get(table.name);
    const positions = new Map<string, Position | null>();
    const unknown: string[] = [];
    for (const { id } of rows) {
      const ahead = this.rowAhead(table.name, id)?.position ?? read?.get(id);
      if (ahead === undefined) unknown.push(id);
      else positions.set(id, ahead);
    }
    for (const [id, position] of this.rows.positions(table, unknown))
      positions.set(String(id), String(position));
    return rows.every(({ id, was }) => (positions.get(id) ?? null) === was);
  }

  private rowAhead(key: string, id: string): TableRow | undefined {
    return this.waiting.get(key)?.row(id) ?? this.writtenNow(key)?.row(id);
  }

  private writtenNow(key: string): WaitingCommit | undefined {
    return this.onItsWay?.key === key ? this.onItsWay.commit : undefined;
  }

  private takeFailure(key: string): Error | undefined {
    const failure = this.failures.get(key);
    this.failures.delete(key);
    return failure;
  }

  private flushLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      void this.flushAll();
    }, FLUSH_AFTER_MS).unref();
  }

  /** One write is on its way while the next one gathers. */
  private async makeRoom(): Promise<void> {
    while (this.characters() >= BUILDING_BUFFER_CHARACTERS) {
      await this.written;
      const [largest] = [...this.waiting].sort(([, left], [, right]) => right.characters - left.characters);
      if (largest) this.start(largest[0]);
    }
  }

  private characters(): number {
    let total = 0;
    for (const { characters } of this.waiting.values()) total += characters;
    return total;
  }

  /** Does nothing while another write is on its way. */
  private start(key: string): void {
    const commit = this.waiting.get(key);
    if (!commit || this.onItsWay) return;
    this.waiting.delete(key);
    this.lastRead.delete(key);
    this.onItsWay = { key, commit };
    this.written = this.write(key, commit);
  }

  /** When it fails, what builds on it goes too: the runner finds the checkpoint before both. */
  private async write(key: string, commit: WaitingCommit): Promise<void> {
    try {
      const outcome = await this.rows.commit(commit.merged());
      if (outcome === 'stale') throw new Overtaken(`another process wrote ${key}`);
    } catch (error) {
      this.waiting.delete(key);
      this.failures.set(key, error instanceof Error ? error : new StoreUnavailable(String(error)));
    } finally {
      this.onItsWay = null;
    }
  }
}

/** Another process moved the generation. */
class Overtaken extends StoreUnavailable {}
