import { setImmediate } from 'node:timers/promises';
import type { Position } from '../../event-sourcing/event.js';
import { BackgroundDatabase } from '../../config/background-database.js';
import { EmbeddedDatabase, answer } from '../../config/embedded-database.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { originalText, storedText } from '../../config/stored-text.js';
import { BuildingBuffer } from './building-buffer.js';
import { BuildingRows } from './building-rows.js';
import { emptyDroppedTables } from './dropped-tables.js';
import { CATALOGUE_SCHEMA, GenerationCatalogue, type Generations } from './generation-catalogue.js';
import { GenerationChanges } from './generation-changes.js';
import type { GenerationTable } from './generation-table.js';
import { StagedTable } from './staged-table.js';
import type { TableRow } from './table-row.js';
import { commitToTable, tableCommit } from './view-commit.js';
import { ViewReader } from '../view-reader.js';
import type {
  HeldDocument,
  ParkedEvent,
  ViewCommit,
  ViewDeclaration,
  ViewDocument,
  ViewPage,
  ViewQuery,
  ViewStore,
} from '../view-store.port.js';

/** Documents that a scan reads at once. */
const SCAN_ROWS = 500;

const PAGE_BYTES = 8_192;
const READ_CACHE_KIBIBYTES = 32_768;
const WRITE_CACHE_KIBIBYTES = 8_192;
/** At the first size the write-ahead log is moved into the file; after the second its own file is cut back. */
const LOG_BYTES = 16 * 1024 * 1024;
const LOG_FILE_BYTES = 64 * 1024 * 1024;

const FILE_PRAGMAS = [`page_size = ${PAGE_BYTES}`, 'journal_mode = WAL'];
const READ_PRAGMAS = [`cache_size = -${READ_CACHE_KIBIBYTES}`];
const WRITE_PRAGMAS = [
  'synchronous = NORMAL',
  'secure_delete = ON',
  // What making a large index sorts lies in a file; libsql's own choice is memory.
  'temp_store = FILE',
  `wal_autocheckpoint = ${LOG_BYTES / PAGE_BYTES}`,
  `journal_size_limit = ${LOG_FILE_BYTES}`,
  `cache_size = -${WRITE_CACHE_KIBIBYTES}`,
];

/** Opens, or makes, the view store in one SQLite file. `readonly` needs the file and never writes it. */
export function openEmbeddedViewStore(
  file: string,
  options: { readonly readonly?: boolean } = {},
): ViewStore {
  if (options.readonly) return new EmbeddedViewStore(new EmbeddedDatabase(file, READ_PRAGMAS, true), null);
  const made = new EmbeddedDatabase(file, FILE_PRAGMAS);
  made.exec(CATALOGUE_SCHEMA);
  made.close();
  const reads = new EmbeddedDatabase(file, READ_PRAGMAS, true);
  return new EmbeddedViewStore(reads, new BackgroundDatabase(file, WRITE_PRAGMAS));
}

/** One connection reads what is committed, at once; the other writes on a thread of its own. */
class EmbeddedViewStore implements ViewStore {
  private readonly catalogue: GenerationCatalogue;
  private readonly reader: ViewReader;
  private readonly rows: BuildingRows | null;
  private readonly building: BuildingBuffer | null;
  private emptying: Promise<void> = Promise.resolve();
  private readonly declarations = new Map<string, ViewDeclaration>();

  constructor(
    private readonly reads: EmbeddedDatabase,
    private readonly writes: BackgroundDatabase | null,
  ) {
    this.catalogue = new GenerationCatalogue(reads);
    this.reader = new ViewReader(reads, this.catalogue);
    this.rows = writes && new BuildingRows({ catalogue: this.catalogue, reads, writes });
    this.building = this.rows && new BuildingBuffer(this.catalogue, this.rows);
  }

  async declare(projections: readonly ViewDeclaration[]): Promise<void> {
    for (const declaration of projections) {
      this.reader.declare(declaration);
      this.declarations.set(declaration.name, declaration);
    }
    if (!this.writes) return;
    await this.building?.flushAll();
    for (const declaration of projections) await this.change((changes) => changes.declare(declaration));
    await this.emptyDropped();
  }

  get<D extends object>(view: string, id: string): Promise<D | null> {
    return answer(() => {
      const text = this.reader.get(view, id);
      return text === null ? null : (JSON.parse(text) as D);
    });
  }

  find<D extends object>(view: string, query: ViewQuery): Promise<ViewPage<D>> {
    return answer(() => {
      const { documents, nextCursor } = this.reader.find(view, query);
      return { items: JSON.parse(`[${documents}]`) as D[], nextCursor };
    });
  }

  findJson(view: string, query: ViewQuery): Promise<string> {
    return answer(() => {
      const { documents, nextCursor } = this.reader.find(view, query);
      return `{"items":[${documents}],"nextCursor":${JSON.stringify(nextCursor)}}`;
    });
  }

  async getMany<D extends object>(
    projection: string,
    generation: number,
    ids: readonly string[],
  ): Promise<Map<string, HeldDocument<D>>> {
    const found = new Map<string, HeldDocument<D>>();
    const table = this.catalogue.table(projection, generation);
    if (!table) return found;
    await this.rows?.prepare(table);
    for (const [id, row] of this.held(table, ids.map(storedText))) {
      found.set(originalText(id), {
        document: row.document === null ? null : (JSON.parse(row.document) as D),
        position: originalText(row.position),
      });
    }
    return found;
  }

  async commit(batch: ViewCommit): Promise<'ok' | 'stale'> {
    const { projection, generation } = batch;
    const { writes, buffer, rows } = this.writable();
    const isBuilding = this.catalogue.generations(projection).building === generation;
    if (!isBuilding) await buffer.flush(projection, generation);
    const table = this.catalogue.table(projection, generation);
    if (!table) return 'stale';
    const commit = tableCommit(table, batch);
    await rows.prepare(table);
    if (isBuilding) return buffer.add(commit);
    return commitToTable(writes, commit);
  }

  generations(projection: string): Promise<Generations> {
    return answer(() => this.catalogue.generations(projection));
  }

  begin(projection: string): Promise<number> {
    return this.change(async (changes) => {
      const declaration = this.declarations.get(projection);
      if (!declaration) throw new Error(`no projection ${projection} was declared`);
      return this.catalogue.generations(projection).building ?? (await changes.begin(declaration));
    });
  }

  async checkpoint(projection: string, generation: number): Promise<Position | null> {
    await this.building?.flush(projection, generation);
    return this.catalogue.generation(projection, generation)?.checkpoint ?? null;
  }

  async parked(projection: string, generation: number): Promise<readonly ParkedEvent[]> {
    await this.building?.flush(projection, generation);
    return this.catalogue.parked(projection, generation);
  }

  async promote(projection: string, generation: number): Promise<void> {
    await this.building?.flush(projection, generation);
    const table = this.catalogue.table(projection, generation);
    if (table) await this.rows?.settle(table);
    await this.change((changes) => changes.promote(projection, generation));
    // Whatever is left is removed at the next start.
    this.emptyDropped().catch(() => undefined);
  }

  async drop(projection: string, generation: number): Promise<void> {
    await this.change((changes) => changes.drop(projection, generation));
    await this.emptyDropped();
  }

  async *scan(projection: string, generation: number): AsyncIterable<ViewDocument> {
    await this.building?.flush(projection, generation);
    let after: string | null = null;
    for (;;) {
      const table = this.catalogue.table(projection, generation);
      if (!table) throw new StoreUnavailable(`generation ${generation} of ${projection} is gone`);
      await this.rows?.settle(table);
      const rows = this.reads.all(this.asStored(table).scan(after === null), [after ?? '', SCAN_ROWS]);
      for (const [id, document, position] of rows) {
        yield {
          id: originalText(String(id)),
          document: document === null ? null : (JSON.parse(String(document)) as object),
          position: originalText(String(position)),
        };
      }
      const last = rows.at(-1);
      if (!last || rows.length < SCAN_ROWS) return;
      after = String(last[0]);
      await setImmediate();
    }
  }

  ready(): Promise<void> {
    return answer(() => void this.catalogue.generations(''));
  }

  /** Writes that wait are stored first. */
  async close(): Promise<void> {
    await this.building?.flushAll();
    await this.writes?.close();
    this.reads.close();
  }

  private held(
    table: GenerationTable,
    ids: readonly string[],
  ): Map<string, Pick<TableRow, 'document' | 'position'>> {
    if (this.building) return this.building.read(table, ids);
    const rows = this.reads.all(this.asStored(table).getMany, [JSON.stringify(ids)]);
    return new Map(
      rows.map(([id, document, position]) => [
        String(id),
        { document: document === null ? null : String(document), position: String(position) },
      ]),
    );
  }

  /** What another process builds is read where it is staged. */
  private asStored(table: GenerationTable) {
    if (this.catalogue.stage(table.name) === 'settled') return table;
    const staged = new StagedTable(table);
    return { getMany: staged.anywhere, scan: (isFirst: boolean) => staged.scan(isFirst) };
  }

  /** One after another: each removes all that is there. */
  private emptyDropped(): Promise<void> {
    const { writes } = this.writable();
    const emptied = this.emptying.then(() => emptyDroppedTables(this.catalogue, this.reads, writes));
    this.emptying = emptied.catch(() => undefined);
    return emptied;
  }

  private async change<T>(work: (changes: GenerationChanges) => Promise<T>): Promise<T> {
    const { writes } = this.writable();
    const result = await writes.transaction((connection) =>
      work(new GenerationChanges(connection, this.catalogue)),
    );
    this.reader.forgetLive();
    return result;
  }

  private writable() {
    const { writes, rows, building } = this;
    if (!writes || !rows || !building) throw new Error('the view store was opened readonly');
    return { writes, rows, buffer: building };
  }
}
