import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock, isoInstant } from '../../config/clock.js';
import { FIND_LIMIT, ViewStore } from '../../engine/view-store/view-store.port.js';
import { CASE_LISTS, type CaseCounts, type CaseList } from '../../kernel/compliance.js';
import { currentCase, isWanted, sourceOf } from './case-lists.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';

/** Numbers above it are not counted any further. */
const COUNT_LIMIT = 1_001;

export class GetCaseCounts extends Query<CaseCounts> {
  constructor(
    /** The member of staff who reads them. */
    readonly reader: string,
  ) {
    super();
  }
}

/** How many cases each list of the queue has. */
@QueryHandler(GetCaseCounts)
export class GetCaseCountsHandler implements IQueryHandler<GetCaseCounts> {
  constructor(
    private readonly views: ViewStore,
    private readonly clock: Clock,
  ) {}

  async execute({ reader }: GetCaseCounts): Promise<CaseCounts> {
    const counts = await Promise.all(
      CASE_LISTS.map(async (list) => [list, await this.count(list, reader)] as const),
    );
    return Object.fromEntries(counts) as Record<CaseList, number>;
  }

  private async count(list: CaseList, reader: string): Promise<number> {
    const filter = { list, reader };
    const now = isoInstant(this.clock.now());
    const { items } = await this.views.find(suspiciousTransactionsProjection, {
      ...sourceOf(filter),
      limit: FIND_LIMIT,
    });
    const wanted = items.filter((one) => isWanted(currentCase(one, now), filter));
    return Math.min(wanted.length, COUNT_LIMIT);
  }
}
