import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { readTransactions } from './transactions-failure.js';
import type { Transaction } from '../../../kernel/money/transfers.js';
import { transactionsProjection } from './transactions.projection.js';

/** One transfer of a sender. @throws not_found, also for another sender's transfer */
export class GetTransaction extends Query<Transaction> {
  constructor(
    readonly uid: string,
    readonly transferId: string,
  ) {
    super();
  }
}

@QueryHandler(GetTransaction)
export class GetTransactionHandler implements IQueryHandler<GetTransaction> {
  constructor(private readonly views: ViewStore) {}

  async execute({ uid, transferId }: GetTransaction): Promise<Transaction> {
    const transaction = await readTransactions(() => this.views.get(transactionsProjection, transferId));
    if (transaction?.uid !== uid) throw new DomainError('not_found');
    return transaction;
  }
}
