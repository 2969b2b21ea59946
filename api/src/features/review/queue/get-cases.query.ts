import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { turnToRead } from '../../../engine/view-store/pages-of.js';
import { ViewStore, type ViewPage, type ViewQuery } from '../../../engine/view-store/view-store.port.js';
import type { CaseItem, CasePage, SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { ERASED } from '../../../kernel/text/erased.js';
import { maskText } from '../../../kernel/text/masks.js';
import { currentCase, isWanted, sourceOf, type CasesFilter } from './case-lists.js';
import { assignmentOf, readReviewers } from './reviewers.js';
import { namesFrom } from './people-names.js';
import { suspiciousTransactionsProjection } from '../cases/suspicious-transactions.projection.js';

interface CasesRequest extends CasesFilter {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Found extends Omit<CasePage, 'items'> {
  readonly items: readonly SuspiciousTransaction[];
}

/** Most cases that one call checks for matches. */
const SEARCH_LIMIT = 2_000;
/** Cases per read of a search. */
const SEARCH_PAGE = 200;

/** Begins every cursor of the reviewed cases in a list of both; alone, it names their first page. */
const REVIEWED = 'reviewed:';

/** A page of cases: by default the open one that is due next first, reviewed ones newest first. */
@Injectable()
export class GetCases {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
  ) {}

  async execute(request: CasesRequest): Promise<CasePage> {
    let { cursor } = request;
    for (;;) {
      const page = await this.page({ ...request, cursor });
      // A page without any case would look like the end of the list.
      if (page.items.length > 0 || page.nextCursor === null || page.cut)
        return { ...page, items: await this.named(page.items) };
      cursor = page.nextCursor;
    }
  }

  private async page(request: CasesRequest): Promise<Found> {
    const { reviewed, list, number, cursor = '' } = request;
    if ((reviewed ?? list ?? number) !== undefined) return this.search(request);
    if (!cursor.startsWith(REVIEWED)) {
      const page = await this.search({ ...request, reviewed: false });
      return { ...page, nextCursor: page.nextCursor ?? REVIEWED };
    }
    const rest = { ...request, reviewed: true, cursor: cursor.slice(REVIEWED.length) };
    const page = await this.search(rest);
    return { ...page, nextCursor: page.nextCursor === null ? null : REVIEWED + page.nextCursor };
  }

  /** Ends at `limit` cases, at the last one, or after SEARCH_LIMIT of them; the cursor continues from there. */
  private async search({ limit, ...request }: CasesRequest): Promise<Found> {
    const now = isoInstant(this.clock.now());
    const items: SuspiciousTransaction[] = [];
    // Most lists contain only what is wanted: a page of them is one read.
    let query: ViewQuery = { ...sourceOf(request), limit, ...(request.cursor && { cursor: request.cursor }) };
    for (
      let searched = 0;
      searched < SEARCH_LIMIT;
      searched += query.limit, query = { ...query, limit: SEARCH_PAGE }
    ) {
      await turnToRead(this.views, query);
      const page = await this.views.find(suspiciousTransactionsProjection, query);
      for (const [index, one] of page.items.entries()) {
        const found = currentCase(one, now);
        if (!isWanted(found, request)) continue;
        items.push(found);
        if (items.length < limit) continue;
        return { items, nextCursor: await this.cursorAfter(index + 1, query, page), cut: false };
      }
      if (page.nextCursor === null) return { items, nextCursor: null, cut: false };
      query = { ...query, cursor: page.nextCursor };
    }
    return { items, nextCursor: query.cursor ?? null, cut: true };
  }

  /** Where the cases after the first `count` of a page begin. */
  private async cursorAfter(count: number, query: ViewQuery, page: ViewPage): Promise<string | null> {
    if (count === page.items.length) return page.nextCursor;
    const begun = await this.views.find(suspiciousTransactionsProjection, { ...query, limit: count });
    return begun.nextCursor;
  }

  private async named(items: readonly SuspiciousTransaction[]): Promise<CaseItem[]> {
    const nameOf = namesFrom(this.views);
    const reviewers = await readReviewers(this.views);
    return Promise.all(
      items.map(async (one) => ({
        ...one,
        senderName: maskText((await nameOf(one.uid)) ?? ERASED),
        ...(await assignmentOf(one, reviewers, nameOf)),
      })),
    );
  }
}
