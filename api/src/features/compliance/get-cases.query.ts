import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock, isoInstant } from '../../config/clock.js';
import { FIND_LIMIT, ViewStore } from '../../engine/view-store/view-store.port.js';
import { fullNameOf } from '../../kernel/accounts.js';
import type { CaseItem, CasePage, SuspiciousTransaction } from '../../kernel/compliance.js';
import { maskText } from '../../kernel/masks.js';
import { accountsProjection } from '../accounts/accounts.projection.js';
import { currentCase, isWanted, sourceOf, type CasesFilter } from './case-lists.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';

interface CasesRequest extends CasesFilter {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Found extends Omit<CasePage, 'items'> {
  readonly items: readonly SuspiciousTransaction[];
}

/** Begins every cursor of the reviewed cases in a list of both; alone, it names their first page. */
const REVIEWED = 'reviewed:';

export class GetCases extends Query<CasePage> {
  constructor(readonly request: CasesRequest) {
    super();
  }
}

/** A page of cases: by default the open one that is due next first, reviewed ones newest first. */
@QueryHandler(GetCases)
export class GetCasesHandler implements IQueryHandler<GetCases> {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
  ) {}

  async execute({ request }: GetCases): Promise<CasePage> {
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
    const { reviewed, list, cursor = '' } = request;
    if (reviewed !== undefined || list !== undefined) return this.search(request);
    if (!cursor.startsWith(REVIEWED)) {
      const page = await this.search({ ...request, reviewed: false });
      return { ...page, nextCursor: page.nextCursor ?? REVIEWED };
    }
    const rest = { ...request, reviewed: true, cursor: cursor.slice(REVIEWED.length) };
    const page = await this.search(rest);
    return { ...page, nextCursor: page.nextCursor === null ? null : REVIEWED + page.nextCursor };
  }

  /** Reads on until the page is at least half full, over at most FIND_LIMIT cases. */
  private async search(request: CasesRequest): Promise<Found> {
    const { limit } = request;
    const source = sourceOf(request);
    const now = isoInstant(this.clock.now());
    const items: SuspiciousTransaction[] = [];
    let cursor = request.cursor ?? '';
    for (let searched = 0; searched < FIND_LIMIT;) {
      const size = limit - items.length;
      const page = await this.views.find(suspiciousTransactionsProjection, {
        ...{ ...source, limit: size },
        ...(cursor && { cursor }),
      });
      searched += size;
      items.push(...page.items.map((one) => currentCase(one, now)).filter((one) => isWanted(one, request)));
      if (page.nextCursor === null) return { items, nextCursor: null, cut: false };
      cursor = page.nextCursor;
      if (items.length * 2 >= limit) return { items, nextCursor: cursor, cut: false };
    }
    return { items, nextCursor: cursor, cut: true };
  }

  private async named(items: readonly SuspiciousTransaction[]): Promise<CaseItem[]> {
    const people = new Set(items.flatMap(({ uid, assignee }) => [uid, assignee ?? []].flat()));
    const names = new Map<string, string>();
    await Promise.all(
      [...people].map(async (uid) => {
        const account = await this.views.get(accountsProjection, uid);
        if (account) names.set(uid, fullNameOf(account));
      }),
    );
    return items.map((one) => ({
      ...one,
      senderName: maskText(names.get(one.uid) ?? '[erased]'),
      assigneeName: one.assignee && (names.get(one.assignee) ?? null),
    }));
  }
}
