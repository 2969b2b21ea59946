import { Injectable } from '@nestjs/common';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { readTransactions } from './transactions-failure.js';
import type { Transaction } from '../../../kernel/money/transfers.js';
import { transactionsProjection } from './transactions.projection.js';

/** One transfer of a sender. @throws not_found, also for another sender's transfer */
@Injectable()
export class GetTransaction {
  constructor(private readonly views: ViewStore) {}

  async execute(uid: string, transferId: string): Promise<Transaction> {
    const transaction = await readTransactions(() => this.views.get(transactionsProjection, transferId));
    if (transaction?.uid !== uid) throw new DomainError('not_found');
    return transaction;
  }
}
