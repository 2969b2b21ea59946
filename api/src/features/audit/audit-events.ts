import { Injectable } from '@nestjs/common';
import { pagesOf } from '../../engine/view-store/pages-of.js';
import { FIND_LIMIT, ViewStore } from '../../engine/view-store/view-store.port.js';
import { isWanted, sourcesOf, type AuditFilter, type AuditSource } from './audit-filter.js';
import { auditProjection, type AuditDocument } from './audit.projection.js';

/** Who reads which events of the audit. */
export interface AuditRequest {
  /** Nothing about their own account is shown to them. */
  readonly reader: string;
  readonly filter: AuditFilter;
}

interface AuditEventsPage {
  readonly items: readonly AuditDocument[];
  readonly nextCursor: string | null;
}

/** Reads the view audit. */
@Injectable()
export class AuditEvents {
  constructor(private readonly views: ViewStore) {}

  /** Newest first; reads on until there are enough, over at most FIND_LIMIT events. */
  async page(
    { reader, filter }: AuditRequest,
    {
      limit,
      enough = 1,
      cursor,
    }: { readonly limit: number; readonly enough?: number; readonly cursor?: string | undefined },
  ): Promise<AuditEventsPage> {
    const source = await this.sourceOf(filter);
    const items: AuditDocument[] = [];
    let next = cursor;
    for (let searched = 0; ;) {
      const page = await this.views.find(auditProjection, {
        ...source,
        desc: true,
        limit: limit - items.length,
        ...(next !== undefined && { cursor: next }),
      });
      searched += page.items.length;
      items.push(...page.items.filter((one) => isWanted(one, reader, filter)));
      const { nextCursor } = page;
      if (items.length >= enough || nextCursor === null || searched >= FIND_LIMIT)
        return { items, nextCursor };
      next = nextCursor;
    }
  }

  /** All of them in the order of their times, then of the log, page by page. */
  async *all({ reader, filter }: AuditRequest): AsyncGenerator<readonly AuditDocument[]> {
    const source = await this.sourceOf(filter);
    for await (const page of pagesOf(this.views, auditProjection, source))
      yield page.filter((one) => isWanted(one, reader, filter));
  }

  /** An id is that of a sender, a case or a transfer, never of two. */
  private async sourceOf(filter: AuditFilter): Promise<AuditSource> {
    const sources = sourcesOf(filter);
    for (const source of sources.slice(0, -1)) {
      const { items } = await this.views.find(auditProjection, { ...source, limit: 1 });
      if (items.length > 0) return source;
    }
    const last = sources.at(-1);
    if (!last) throw new Error('a filter has a source');
    return last;
  }
}
