import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { CasePage, SuspiciousTransaction } from '../kernel/compliance.js';
import { ViewStore } from '../view-store/view-store.port.js';

export class GetCases extends Query<CasePage> {
  constructor(
    readonly filter: {
      /** Undefined = both. */
      readonly reviewed?: boolean | undefined;
      readonly limit: number;
      readonly cursor?: string | undefined;
    },
  ) {
    super();
  }
}

/** A page of cases, newest first. */
@QueryHandler(GetCases)
export class GetCasesHandler implements IQueryHandler<GetCases> {
  constructor(private readonly views: ViewStore) {}

  execute({ filter: { reviewed, limit, cursor } }: GetCases): Promise<CasePage> {
    return this.views.find<SuspiciousTransaction>('suspicious_transactions', {
      ...(reviewed === undefined ? { by: 'byTime', where: {} } : { by: 'byReviewed', where: { reviewed } }),
      desc: true,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
  }
}
