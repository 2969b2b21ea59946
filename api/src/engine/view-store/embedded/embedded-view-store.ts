import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Position } from '../../../event-sourcing/event.js';
import type { View } from '../../../event-sourcing/projection.js';
import { type SqlValue, SqliteDatabase, SqliteWriter, answer } from '../../storage/sqlite.js';
import { shred } from '../../storage/shredded.js';
import { DamagedFile, storedJson } from '../../storage/sqlite-errors.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { originalText, storedText } from '../../storage/stored-text.js';
import { emptyDroppedTables } from './dropped-tables.js';
import { fileNumber } from './file-number.js';
import {
  CATALOGUE_SCHEMA,
  FOREIGN_ENTRY,
  GenerationCatalogue,
  replaceEntry,
} from './generation-catalogue.js';
import { ViewCommits } from './view-commits.js';
import { ViewReader } from './view-reader.js';
import { DeclaredViews } from '../declared-views.js';
import {
  begun,
  declared,
  dropped,
  emptyEntry,
  generationOf,
  pointersOf,
  promoted,
  type Generation,
  type ProjectionEntry,
} from '../generation-entry.js';
import { checkName } from '../view-declaration.js';
import type {
  Generations,
  HeldDocument,
  ParkedEvent,
  ViewCommit,
  ViewDeclaration,
  ViewDocument,
  ViewPage,
  ViewQuery,
  ViewStore,
} from '../view-store.port.js';

/** Documents of one read of a scan. */
const SCAN_ROWS = 500;

/** Layout of the tables, stored as `user_version` in the file. */
const FORMAT = 5;

const PAGE_BYTES = 4_096;
const READ_CACHE_KIBIBYTES = 32_768;
const WRITE_CACHE_KIBIBYTES = 8_192;
/** Size at which the write-ahead log is moved into the file, and to which its own file is cut back. */
const LOG_BYTES = 16 * 1024 * 1024;
const LOG_FILE_BYTES = 64 * 1024 * 1024;

/** Largest number of a file, by which its write-ahead log is known as its own. */
const FILE_NUMBER_LIMIT = 2 ** 31 - 1;
const READ_PRAGMAS = [`cache_size = -${READ_CACHE_KIBIBYTES}`];
const WRITE_PRAGMAS = [
  'synchronous = NORMAL',
  'secure_delete = ON',
  // Sorting for a large index uses a file; libsql's default is memory.
  'temp_store = FILE',
  `wal_autocheckpoint = ${LOG_BYTES / PAGE_BYTES}`,
  `journal_size_limit = ${LOG_FILE_BYTES}`,
  `cache_size = -${WRITE_CACHE_KIBIBYTES}`,
];

/** The views were written by another version of Flip, which lays out its tables differently. */
export class OtherViewsFormat extends Error {
  override readonly name = 'OtherViewsFormat';
}

/** Opens or creates the view store in one SQLite file. `readonly` requires the file and never writes to it. */
export function openEmbeddedViewStore(
  file: string,
  options: { readonly readonly?: boolean } = {},
): ViewStore {
  const number = options.readonly ? null : fileNumber(file);
  if (!options.readonly) createFile(file);
  const reads = new SqliteDatabase(file, READ_PRAGMAS, true);
  try {
    requireFormat(reads);
    requireOwnLog(reads, number);
    return new EmbeddedViewStore(reads, options.readonly ? null : new SqliteWriter(file, WRITE_PRAGMAS));
  } catch (error) {
    reads.close();
    throw error;
  }
}

/** The number goes into a new file before the write-ahead log exists, so that the header always has it. */
function createFile(file: string): void {
  const database = new SqliteDatabase(file, [`page_size = ${PAGE_BYTES}`]);
  if (database.first('PRAGMA page_count', [])?.[0] === 0)
    database.exec(`PRAGMA application_id = ${randomInt(1, FILE_NUMBER_LIMIT)}`);
  database.exec('PRAGMA journal_mode = WAL');
  database.transaction(() => {
    const [entries] = database.first('SELECT count(*) FROM sqlite_schema', []) ?? [];
    if (entries === 0) database.exec(`PRAGMA user_version = ${FORMAT}; ${CATALOGUE_SCHEMA}`);
  });
  database.close();
}

/** @throws OtherViewsFormat, Error for a catalogue that cannot be read */
function requireFormat(database: SqliteDatabase): void {
  const [format] = database.first('PRAGMA user_version', []) ?? [];
  if (format !== FORMAT)
    throw new OtherViewsFormat(
      `${database.file} has format ${format}, not ${FORMAT}: the next start of this version builds the views from the log`,
    );
  database.all('SELECT name, entry FROM projections', []);
}

/**
 * A write-ahead log that was left beside the file by another one would be taken for its newest pages: with it, the number in
 * the header or of an entry, of which every commit writes one, is another. `number` is what the file itself says; null when
 * that is not known. @throws DamagedFile
 */
function requireOwnLog(database: SqliteDatabase, number: number | null): void {
  const [seen] = database.first('PRAGMA application_id', []) ?? [];
  const foreign = database.first(FOREIGN_ENTRY, []);
  if ((number !== null && number !== seen) || foreign)
    throw new DamagedFile(database.file, 'its write-ahead log is of another file');
}

/** One connection reads committed data synchronously; the other writes on a separate thread. */
class EmbeddedViewStore implements ViewStore {
  private readonly catalogue: GenerationCatalogue;
  private readonly reader: ViewReader;
  private emptying: Promise<void> = Promise.resolve();
  private readonly views = new DeclaredViews();
  private readonly commits: ViewCommits;

  constructor(
    private readonly reads: SqliteDatabase,
    private readonly writes: SqliteWriter | null,
  ) {
    this.catalogue = new GenerationCatalogue(reads);
    this.commits = new ViewCommits(this.catalogue, () => this.writable());
    this.reader = new ViewReader(reads, this.catalogue, this.views);
  }

  async declare(projections: readonly ViewDeclaration[]): Promise<void> {
    for (const declaration of projections) this.views.declare(declaration);
    if (!this.writes) return;
    for (const declaration of projections) {
      checkName(declaration.name);
      await this.change(declaration.name, (entry) => withoutLeft(declared(entry, declaration)));
    }
    await this.emptyDropped();
  }

  get<D extends object>({ name }: View<D>, id: string): Promise<D | null> {
    return answer(() => {
      const text = this.reader.get(name, id);
      return text === null ? null : (storedJson(this.reads.file, text) as D);
    });
  }

  find<D extends object>({ name }: View<D>, query: ViewQuery): Promise<ViewPage<D>> {
    return answer(() => storedJson(this.reads.file, this.reader.findJson(name, query)) as ViewPage<D>);
  }

  findJson({ name }: View, query: ViewQuery): Promise<string> {
    return answer(() => this.reader.findJson(name, query));
  }

  getMany<D extends object>(
    projection: string,
    generation: number,
    ids: readonly string[],
  ): Promise<Map<string, HeldDocument<D>>> {
    return answer(() => {
      const found = new Map<string, HeldDocument<D>>();
      const table = this.catalogue.table(projection, generation);
      const rows = table ? this.reads.all(table.getMany, [JSON.stringify(ids.map(storedText))]) : [];
      for (const row of rows) {
        const { id, document, position } = viewDocument(this.reads.file, row);
        found.set(id, { document: document as D | null, position });
      }
      return found;
    });
  }

  async commit(batch: ViewCommit): Promise<'ok' | 'stale'> {
    return this.commits.commit(batch);
  }

  generations(projection: string): Promise<Generations> {
    return answer(() => pointersOf(this.catalogue.entry(projection)));
  }

  async begin(projection: string): Promise<number> {
    const declaration = this.views.named(projection);
    const { building } = await this.change(projection, (entry) =>
      entry.building ? entry : begun(entry, declaration),
    );
    if (!building) throw new Error(`no generation of ${projection} was begun`);
    return building.generation;
  }

  checkpoint(projection: string, generation: number): Promise<Position | null> {
    return answer(() => this.held(projection, generation)?.checkpoint ?? null);
  }

  parked(projection: string, generation: number): Promise<readonly ParkedEvent[]> {
    return answer(() => this.held(projection, generation)?.parked ?? []);
  }

  /** Loading without the declared indexes and creating them at the end takes a third of the time. */
  async promote(projection: string, generation: number): Promise<void> {
    const writes = this.writable();
    const isBuilding = this.catalogue.entry(projection)?.building?.generation === generation;
    const table = isBuilding ? this.catalogue.table(projection, generation) : null;
    for (const definition of table?.indexDefinitions ?? []) {
      await writes.transaction(({ exec }) => exec(definition));
    }
    await this.change(projection, (entry) => promoted(entry, generation));
    // Earlier contents of its documents do not stay in the write-ahead log.
    await writes.work(({ truncateLog }) => truncateLog());
  }

  async drop(projection: string, generation: number): Promise<void> {
    await this.change(projection, (entry) => dropped(entry, generation));
    await this.emptyDropped();
  }

  async shred(): Promise<void> {
    await this.emptyDropped();
    await shred(this.writable());
  }

  async *scan(projection: string, generation: number): AsyncIterable<ViewDocument> {
    let after: string | null = null;
    for (;;) {
      const table = this.catalogue.table(projection, generation);
      if (!table) throw new StoreUnavailable(`generation ${generation} of ${projection} is gone`);
      const rows = this.reads.all(table.scan(after === null), [after ?? '', SCAN_ROWS]);
      for (const row of rows) yield viewDocument(this.reads.file, row);
      const last = rows.at(-1);
      if (!last || rows.length < SCAN_ROWS) return;
      after = String(last[0]);
      await setImmediate();
    }
  }

  async ready(): Promise<void> {
    this.catalogue.entry('');
    this.reads.ready();
    // A long write, such as an index of a new generation, does not block readers.
    if (this.writes?.isFailing) await this.writes.ready();
  }

  /** Pending writes are stored first. */
  async close(): Promise<void> {
    await this.writes?.close();
    this.reads.close();
  }

  /** One after another: each removes all dropped tables. */
  private emptyDropped(): Promise<void> {
    const writes = this.writable();
    const emptied = this.emptying.then(() => emptyDroppedTables(this.catalogue, this.reads, writes));
    this.emptying = emptied.catch(() => undefined);
    return emptied;
  }

  private held(projection: string, generation: number): Generation | null {
    return generationOf(this.catalogue.entry(projection), generation);
  }

  /** In one transaction, so that no other writer changes the entry. Returns the entry after the change. */
  private change(
    projection: string,
    change: (entry: ProjectionEntry) => ProjectionEntry,
  ): Promise<ProjectionEntry> {
    return this.writable().transaction(async (connection) => {
      const before = this.catalogue.entry(projection);
      const after = change(before ?? emptyEntry(0));
      if (after !== before) await replaceEntry(connection, projection, { before, after });
      return after;
    });
  }

  private writable(): SqliteWriter {
    if (!this.writes) throw new Error('the view store was opened readonly');
    return this.writes;
  }
}

/** A stop between promote and drop leaves unused generations. */
function withoutLeft(entry: ProjectionEntry): ProjectionEntry {
  return entry.left.length > 0 ? { ...entry, left: [] } : entry;
}

/** The columns of a scan. */
function viewDocument(file: string, [id, document, position]: readonly SqlValue[]): ViewDocument {
  return {
    id: originalText(String(id)),
    document: document === null ? null : (storedJson(file, String(document)) as object),
    position: originalText(String(position)),
  };
}
