import { performance } from 'node:perf_hooks';
import type { EmbeddedDatabase } from '../embedded-database.js';
import { StoreUnavailable } from '../event-store/event-store.port.js';
import { SEPARATOR, originalText, storedText } from '../stored-text.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import type { GenerationCatalogue } from './generation-catalogue.js';
import { DOCUMENT_SEPARATOR, findSql } from './find-sql.js';
import type { GenerationTable, TableIndex } from './generation-table.js';
import { FIND_LIMIT, type ViewDeclaration, type ViewQuery } from './view-store.port.js';

/** How long a reader goes on with a live pointer before it looks again: another process may have promoted. */
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

/** Answers from the live generation of each view. */
export class ViewReader {
  private readonly declarations = new Map<string, ViewDeclaration>();
  private readonly liveTables = new Map<string, LiveTable>();

  constructor(
    private readonly database: EmbeddedDatabase,
    private readonly catalogue: GenerationCatalogue,
  ) {}

  declare(declaration: ViewDeclaration): void {
    const known = this.declarations.get(declaration.view);
    if (known && known.name !== declaration.name) {
      throw new Error(`${known.name} and ${declaration.name} both make the view ${declaration.view}`);
    }
    this.declarations.set(declaration.view, declaration);
  }

  /** The next question looks at the live pointers anew. */
  forgetLive(): void {
    this.liveTables.clear();
  }

  get(view: string, id: string): string | null {
    const row = this.withLiveTable(view, (table) => this.database.first(table.get, [storedText(id)]));
    return typeof row?.[0] === 'string' ? row[0] : null;
  }

  find(view: string, query: ViewQuery): PageText {
    const { by, desc = false, limit, from, to, cursor } = query;
    checkBounds(query);
    const declared = this.declaredIndex(view, by);
    const equal = equalValues(view, declared, query.where);
    const scope = JSON.stringify([view, by, desc, ...equal]);
    const at = cursor === undefined ? undefined : decodeCursor(scope, cursor);
    const row = this.withLiveTable(view, (table) => {
      const index = heldIndex(table, declared);
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

  /** A table can go between two looks at the live pointer: then the pointer is read again, once. */
  private withLiveTable<T>(view: string, ask: (table: GenerationTable) => T): T {
    const table = this.liveTable(view);
    try {
      return ask(table);
    } catch (error) {
      this.liveTables.delete(view);
      const current = this.liveTable(view);
      if (current.name === table.name) throw error;
      return ask(current);
    }
  }

  private liveTable(view: string): GenerationTable {
    const now = performance.now();
    const known = this.liveTables.get(view);
    if (known && now < known.untilMs) return known.table;
    const { name } = this.declaration(view);
    const { live } = this.catalogue.generations(name);
    const table = live === null ? null : this.catalogue.table(name, live);
    if (!table) throw new StoreUnavailable(`${view} is being built`);
    const kept = known?.table.name === table.name ? known.table : table;
    this.liveTables.set(view, { table: kept, untilMs: now + LIVE_POINTER_MS });
    return kept;
  }

  private declaration(view: string): ViewDeclaration {
    const declaration = this.declarations.get(view);
    if (!declaration) throw new Error(`no view ${view} was declared`);
    return declaration;
  }

  private declaredIndex(view: string, by: string): TableIndex {
    const index = this.declaration(view).indexes.find(({ name }) => name === by);
    if (!index) throw new Error(`${view} has no index ${by}`);
    return index;
  }
}

function checkBounds({ limit, from, to }: ViewQuery): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > FIND_LIMIT) {
    throw new RangeError(`a find returns 1 to ${FIND_LIMIT} documents, not ${limit}`);
  }
  for (const bound of [from, to] as unknown[]) {
    if (bound !== undefined && typeof bound !== 'string') throw new TypeError('a bound of a range is a text');
  }
}

/** The live generation may be of an older declaration; what it has no index for waits for the next one. */
function heldIndex(table: GenerationTable, { name, eq, sort }: TableIndex): TableIndex {
  const held = table.indexes.find(
    (index) =>
      index.sort === sort && index.eq.length === eq.length && index.eq.every((field, i) => field === eq[i]),
  );
  if (!held) throw new StoreUnavailable(`the index ${name} is being built`);
  return held;
}

function equalValues(
  view: string,
  { name, eq }: TableIndex,
  where: Readonly<Record<string, string | boolean>>,
): (string | boolean)[] {
  const values: unknown[] = eq.map((field) => (Object.hasOwn(where, field) ? where[field] : undefined));
  const known = values.filter((value) => typeof value === 'string' || typeof value === 'boolean');
  if (known.length !== eq.length || Object.keys(where).length !== eq.length) {
    throw new TypeError(`${view} by ${name} asks for a text or boolean of each of ${eq.join(', ')}`);
  }
  return known;
}
