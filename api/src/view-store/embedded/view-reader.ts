import { performance } from 'node:perf_hooks';
import type { SqliteDatabase } from '../../config/sqlite.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { SEPARATOR, originalText, storedText } from '../../config/stored-text.js';
import { encodeCursor } from '../cursor.js';
import type { GenerationCatalogue } from './generation-catalogue.js';
import { DOCUMENT_SEPARATOR, findSql } from './find-sql.js';
import type { GenerationTable } from './generation-table.js';
import { DeclaredViews, heldIndex } from '../view-question.js';
import type { ViewDeclaration, ViewQuery } from '../view-store.port.js';

/** How long a reader uses a cached live pointer: another process may have promoted. */
const LIVE_POINTER_MS = 1_000;

/** The texts of a page's documents, joined, and where the next one begins. */
export interface PageText {
  readonly documents: string;
  readonly nextCursor: string | null;
}

interface LiveTable {
  readonly table: GenerationTable;
  readonly untilMs: number;
}

/** Reads from the live generation of each view. */
export class ViewReader {
  private readonly views = new DeclaredViews();
  private readonly liveTables = new Map<string, LiveTable>();

  constructor(
    private readonly database: SqliteDatabase,
    private readonly catalogue: GenerationCatalogue,
  ) {}

  declare(declaration: ViewDeclaration): void {
    this.views.declare(declaration);
  }

  /** The next query reads the live pointers again. */
  forgetLive(): void {
    this.liveTables.clear();
  }

  get(view: string, id: string): string | null {
    const row = this.withLiveTable(view, (table) => this.database.first(table.get, [storedText(id)]));
    return typeof row?.[0] === 'string' ? row[0] : null;
  }

  find(view: string, query: ViewQuery): PageText {
    const { desc = false, limit, from, to } = query;
    const { index: declared, equal, scope, at } = this.views.question(view, query);
    const row = this.withLiveTable(view, (table) => {
      const index = heldIndex(table.indexes, declared);
      const { sql, parameters } = findSql(table, { index, equal, from, to, desc, at, rows: limit + 1 });
      return this.database.first(sql, parameters);
    });
    const [documents, count, place] = row ?? [];
    if (typeof documents !== 'string') return { documents: '', nextCursor: null };
    if (Number(count) <= limit) return { documents, nextCursor: null };
    const [sort = '', id = ''] = String(place).split(SEPARATOR);
    return {
      documents: documents.slice(0, documents.lastIndexOf(DOCUMENT_SEPARATOR)),
      nextCursor: encodeCursor(scope, { sort: originalText(sort), id: originalText(id) }),
    };
  }

  /** A table can be dropped while its pointer is cached: then the pointer is read again, once. */
  private withLiveTable<T>(view: string, read: (table: GenerationTable) => T): T {
    const table = this.liveTable(view);
    try {
      return read(table);
    } catch (error) {
      this.liveTables.delete(view);
      const current = this.liveTable(view);
      if (current.name === table.name) throw error;
      return read(current);
    }
  }

  private liveTable(view: string): GenerationTable {
    const now = performance.now();
    const known = this.liveTables.get(view);
    if (known && now < known.untilMs) return known.table;
    const name = this.views.projection(view);
    const { live } = this.catalogue.generations(name);
    const table = live === null ? null : this.catalogue.table(name, live);
    if (!table) throw new StoreUnavailable(`${view} is being built`);
    const kept = known?.table.name === table.name ? known.table : table;
    this.liveTables.set(view, { table: kept, untilMs: now + LIVE_POINTER_MS });
    return kept;
  }
}
