import { setImmediate } from 'node:timers/promises';
import type { Position } from '../../event-sourcing/event.js';
import { EmbeddedDatabase, answer } from '../embedded-database.js';
import { StoreUnavailable } from '../event-store/event-store.port.js';
import { originalText, storedText } from '../stored-text.js';
import { GenerationCatalogue, type Generations } from './generation-catalogue.js';
import { applyCommit, checkCommit } from './view-commit.js';
import { ViewReader } from './view-reader.js';
import type {
  ParkedEvent,
  ViewCommit,
  ViewDeclaration,
  ViewDocument,
  ViewQuery,
  ViewStore,
} from './view-store.port.js';

/** Most writes that wait for their turn. */
export const VIEW_QUEUE_LIMIT = 1_000;

/** Documents a scan reads at once, and a drop removes before the event loop gets its turn. */
const PAGE_ROWS = 500;

const PAGE_BYTES = 8_192;
const CACHE_KIBIBYTES = 32_768;
/** The write-ahead log is moved into the file at this size, and its file never stays larger than the second. */
const LOG_BYTES = 16 * 1024 * 1024;
const LOG_FILE_BYTES = 64 * 1024 * 1024;

const READ_PRAGMAS = [`cache_size = -${CACHE_KIBIBYTES}`];
const WRITE_PRAGMAS = [
  `page_size = ${PAGE_BYTES}`,
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'secure_delete = ON',
  `wal_autocheckpoint = ${LOG_BYTES / PAGE_BYTES}`,
  `journal_size_limit = ${LOG_FILE_BYTES}`,
  ...READ_PRAGMAS,
];

/** Opens, or makes, the view store in one SQLite file. `readonly` needs the file and never writes it. */
export function openEmbeddedViewStore(
  file: string,
  options: { readonly readonly?: boolean } = {},
): ViewStore {
  return new EmbeddedViewStore(file, options.readonly ?? false);
}

/**
 * One connection reads what is committed, the other writes one batch after another: a long batch gives way to the
 * event loop in between, and no reader sees half of it.
 */
class EmbeddedViewStore implements ViewStore {
  private readonly writes: EmbeddedDatabase | null;
  private readonly reads: EmbeddedDatabase;
  private readonly catalogue: GenerationCatalogue;
  private readonly reader: ViewReader;
  private readonly declarations = new Map<string, ViewDeclaration>();
  private lastWrite: Promise<unknown> = Promise.resolve();
  private waitingWrites = 0;
  private closing = false;

  constructor(file: string, readonly: boolean) {
    this.writes = readonly ? null : new EmbeddedDatabase(file, WRITE_PRAGMAS);
    if (this.writes) new GenerationCatalogue(this.writes).prepare();
    this.reads = new EmbeddedDatabase(file, READ_PRAGMAS, true);
    this.catalogue = new GenerationCatalogue(this.reads);
    this.reader = new ViewReader(this.reads, this.catalogue);
  }

  async declare(projections: readonly ViewDeclaration[]): Promise<void> {
    for (const declaration of projections) {
      this.reader.declare(declaration);
      this.declarations.set(declaration.name, declaration);
    }
    if (!this.writes) return;
    await this.write((catalogue) => {
      for (const declaration of projections) {
        catalogue.declare(declaration);
        for (const left of catalogue.left(declaration.name)) catalogue.retire(declaration.name, left);
      }
    });
    this.reader.forgetLive();
    await this.emptyDropped();
  }

  get<D extends object>(view: string, id: string): Promise<D | null> {
    return answer(() => {
      const text = this.reader.get(view, id);
      return text === null ? null : (JSON.parse(text) as D);
    });
  }

  find<D extends object>(
    view: string,
    query: ViewQuery,
  ): Promise<{ readonly items: readonly D[]; readonly nextCursor: string | null }> {
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

  getMany<D extends object>(
    projection: string,
    generation: number,
    ids: readonly string[],
  ): Promise<Map<string, { readonly document: D | null; readonly position: Position }>> {
    return answer(() => {
      const table = this.catalogue.table(projection, generation);
      const found = new Map<string, { readonly document: D | null; readonly position: Position }>();
      if (!table) return found;
      for (const row of this.reads.all(table.getMany, [JSON.stringify(ids.map(storedText))])) {
        const { id, document, position } = viewDocument<D>(row);
        found.set(id, { document, position });
      }
      return found;
    });
  }

  async commit(batch: ViewCommit): Promise<'ok' | 'stale'> {
    checkCommit(batch);
    return this.queued(async (database) => {
      const catalogue = new GenerationCatalogue(database);
      database.exec('BEGIN IMMEDIATE');
      try {
        const outcome = await applyCommit(database, catalogue, batch);
        database.exec(outcome === 'ok' ? 'COMMIT' : 'ROLLBACK');
        return outcome;
      } catch (error) {
        database.rollBack();
        throw error;
      }
    });
  }

  generations(projection: string): Promise<Generations> {
    return answer(() => this.catalogue.generations(projection));
  }

  begin(projection: string): Promise<number> {
    const declaration = this.declarations.get(projection);
    return this.write((catalogue) => {
      if (!declaration) throw new Error(`no projection ${projection} was declared`);
      return catalogue.generations(projection).building ?? catalogue.begin(declaration);
    });
  }

  checkpoint(projection: string, generation: number): Promise<Position | null> {
    return answer(() => this.catalogue.checkpoint(projection, generation));
  }

  parked(projection: string, generation: number): Promise<readonly ParkedEvent[]> {
    return answer(() => this.catalogue.parked(projection, generation));
  }

  async promote(projection: string, generation: number): Promise<void> {
    await this.write((catalogue) => {
      const { live, building } = catalogue.generations(projection);
      if (generation === live) return;
      if (generation !== building)
        throw new Error(`generation ${generation} of ${projection} is not building`);
      catalogue.promote(projection, generation);
    });
    this.reader.forgetLive();
  }

  async drop(projection: string, generation: number): Promise<void> {
    await this.write((catalogue) => {
      const { live, building } = catalogue.generations(projection);
      if (generation === live || generation === building) {
        throw new Error(`generation ${generation} of ${projection} is in use`);
      }
      if (catalogue.table(projection, generation)) catalogue.retire(projection, generation);
    });
    await this.emptyDropped();
  }

  async *scan(projection: string, generation: number): AsyncIterable<ViewDocument> {
    let after = '';
    for (;;) {
      const table = this.catalogue.table(projection, generation);
      if (!table) throw new StoreUnavailable(`generation ${generation} of ${projection} is gone`);
      const rows = this.reads.all(table.scan, [after, PAGE_ROWS]);
      yield* rows.map((row) => viewDocument<object>(row));
      const last = rows.at(-1);
      if (!last || rows.length < PAGE_ROWS) return;
      after = String(last[0]);
      await setImmediate();
    }
  }

  ready(): Promise<void> {
    return answer(() => void this.catalogue.generations(''));
  }

  /** Writes that wait are stored first. */
  async close(): Promise<void> {
    this.closing = true;
    await this.lastWrite;
    this.reads.close();
    this.writes?.close();
  }

  private write<T>(work: (catalogue: GenerationCatalogue) => T): Promise<T> {
    return this.queued((database) => database.transaction(() => work(new GenerationCatalogue(database))));
  }

  private queued<T>(work: (database: EmbeddedDatabase) => T | Promise<T>): Promise<T> {
    const { writes } = this;
    if (!writes) return Promise.reject(new Error('the view store was opened readonly'));
    if (this.closing) return Promise.reject(new StoreUnavailable('the view store is closed'));
    if (this.waitingWrites >= VIEW_QUEUE_LIMIT) {
      return Promise.reject(new StoreUnavailable('too many view writes wait'));
    }
    this.waitingWrites += 1;
    const result = this.lastWrite.then(() => work(writes)).finally(() => (this.waitingWrites -= 1));
    this.lastWrite = result.catch(() => undefined);
    return result;
  }

  /** Empties dropped tables piece by piece, then cuts the log: nothing of their documents stays in the files. */
  private async emptyDropped(): Promise<void> {
    for (const name of this.catalogue.droppedTables()) {
      while (await this.queued((database) => removeRows(database, name))) await setImmediate();
    }
    await this.queued((database) => database.truncateLog());
  }
}

/** True while rows were left. */
function removeRows(database: EmbeddedDatabase, name: string): boolean {
  return database.transaction(() => {
    const removed = database.run(
      `DELETE FROM "${name}" WHERE id IN (SELECT id FROM "${name}" LIMIT ${PAGE_ROWS})`,
      [],
    );
    if (removed === PAGE_ROWS) return true;
    database.exec(`DROP TABLE "${name}"`);
    database.forgetStatements();
    return false;
  });
}

function viewDocument<D extends object>([id, document, position]: unknown[]): ViewDocument<D> {
  return {
    id: originalText(String(id)),
    document: document === null ? null : (JSON.parse(String(document)) as D),
    position: String(position),
  };
}
