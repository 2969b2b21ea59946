import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { RecordPage } from '../kernel/compliance.js';
import { VIEW_STORE } from '../config/tokens.js';
import type { ViewStore } from '../view-store/view-store.port.js';
import type { SuspiciousTransaction } from '../kernel/compliance.js';

export class GetRecords {
  constructor(
    readonly filter: {
      /** Undefined = both. */
      readonly reviewed?: boolean | undefined;
      readonly limit: number;
      readonly cursor?: string | undefined;
    },
  ) {}
}

/** A page of suspicious-transaction records, newest first. */
@QueryHandler(GetRecords)
export class GetRecordsHandler implements IQueryHandler<GetRecords, RecordPage> {
  constructor(@Inject(VIEW_STORE) private readonly views: ViewStore) {}

  execute({ filter: { reviewed, limit, cursor } }: GetRecords): Promise<RecordPage> {
    return this.views.find<SuspiciousTransaction>('suspicious_transactions', {
      ...(reviewed === undefined ? { by: 'byTime', where: {} } : { by: 'byReviewed', where: { reviewed } }),
      desc: true,
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
  }
}
