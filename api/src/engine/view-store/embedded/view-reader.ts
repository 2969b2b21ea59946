import type { SqliteDatabase } from '../../storage/sqlite.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { SEPARATOR, originalText, storedText } from '../../storage/stored-text.js';
import { encodeCursor } from '../cursor.js';
import type { GenerationCatalogue } from './generation-catalogue.js';
import { DOCUMENT_SEPARATOR, findSql } from './find-sql.js';
import type { GenerationTable } from './generation-table.js';
import { heldIndex, type DeclaredViews } from '../declared-views.js';
import type { ViewQuery } from '../view-store.port.js';

/** Reads from the live generation of each view. */
export class ViewReader {
  constructor(
    private readonly database: SqliteDatabase,
    private readonly catalogue: GenerationCatalogue,
    private readonly views: DeclaredViews,
  ) {}

  get(view: string, id: string): string | null {
    const row = this.withLiveTable(view, (table) => this.database.first(table.get, [storedText(id)]));
    return typeof row?.[0] === 'string' ? row[0] : null;
  }

  /** A ViewPage as JSON. */
  findJson(view: string, query: ViewQuery): string {
    const checked = this.views.check(view, query);
    const row = this.withLiveTable(view, (table) => {
      const index = heldIndex(table.indexes, checked.index);
      const { sql, parameters } = findSql(table, { ...checked, index });
      return this.database.first(sql, parameters);
    });
    const [documents, count, sort, ids] = row ?? [];
    const all = String(documents ?? '');
    if (Number(count) < checked.rows) return `{"items":[${all}],"nextCursor":null}`;
    const joined = String(ids);
    const cursor = encodeCursor(checked.scope, {
      sort: checked.index.numeric ? Number(sort) : originalText(String(sort)),
      id: originalText(joined.slice(joined.lastIndexOf(SEPARATOR) + 1)),
    });
    return `{"items":[${all.slice(0, all.lastIndexOf(DOCUMENT_SEPARATOR))}],"nextCursor":"${cursor}"}`;
  }

  /** Another process can drop a table after its pointer was read: then the pointer is read again, once. */
  private withLiveTable<T>(view: string, read: (table: GenerationTable) => T): T {
    const table = this.liveTable(view);
    try {
      return read(table);
    } catch (error) {
      const current = this.liveTable(view);
      if (current.name === table.name) throw error;
      return read(current);
    }
  }

  private liveTable(view: string): GenerationTable {
    const table = this.catalogue.liveTable(this.views.named(view).name);
    if (!table) throw new StoreUnavailable(`${view} is being built`);
    return table;
  }
}
