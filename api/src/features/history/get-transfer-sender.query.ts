import { Injectable } from '@nestjs/common';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { DomainError } from '../../kernel/domain-error.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';

/** The uid of a transfer's sender. @throws not_found */
@Injectable()
export class GetTransferSender {
  constructor(private readonly views: ViewStore) {}

  async execute(transferId: string): Promise<string> {
    const transfer = await this.views.get(transactionsProjection, transferId);
    if (!transfer) throw new DomainError('not_found');
    return transfer.uid;
  }
}
