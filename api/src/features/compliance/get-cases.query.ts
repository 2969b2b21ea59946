import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { CasePage } from '../../kernel/compliance.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';

interface CasesFilter {
  /** The member of staff who reads them: nobody sees a case about their own account. */
  readonly reader: string;
  /** Undefined = open ones, then reviewed ones. */
  readonly reviewed?: boolean | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Begins every cursor of the reviewed cases in a list of both; alone, it names their first page. */
const REVIEWED = 'reviewed:';

export class GetCases extends Query<CasePage> {
  constructor(readonly filter: CasesFilter) {
    super();
  }
}

/** A page of cases: the open one that is due next first, reviewed ones newest first. */
@QueryHandler(GetCases)
export class GetCasesHandler implements IQueryHandler<GetCases> {
  constructor(private readonly views: ViewStore) {}

  async execute({ filter }: GetCases): Promise<CasePage> {
    let { cursor } = filter;
    for (;;) {
      const page = await this.page({ ...filter, cursor });
      const items = page.items.filter(({ uid }) => uid !== filter.reader);
      // A page without any case would look like the end of the list.
      if (items.length > 0 || page.nextCursor === null) return { ...page, items };
      cursor = page.nextCursor;
    }
  }

  private async page({ reviewed, limit, cursor = '' }: CasesFilter): Promise<CasePage> {
    if (reviewed !== undefined) return this.find(reviewed, limit, cursor);
    if (!cursor.startsWith(REVIEWED)) {
      const { items, nextCursor } = await this.find(false, limit, cursor);
      return { items, nextCursor: nextCursor ?? REVIEWED };
    }
    const { items, nextCursor } = await this.find(true, limit, cursor.slice(REVIEWED.length));
    return { items, nextCursor: nextCursor === null ? null : REVIEWED + nextCursor };
  }

  private find(reviewed: boolean, limit: number, cursor: string): Promise<CasePage> {
    return this.views.find(suspiciousTransactionsProjection, {
      by: 'byReviewed',
      where: { reviewed },
      desc: reviewed,
      limit,
      ...(cursor && { cursor }),
    });
  }
}
