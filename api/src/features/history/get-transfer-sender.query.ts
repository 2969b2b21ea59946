import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { DomainError } from '../../kernel/domain-error.js';
import { transactionsProjection } from '../transfers/history/transactions.projection.js';

/** The uid of a transfer's sender. */
export class GetTransferSender extends Query<string> {
  constructor(readonly transferId: string) {
    super();
  }
}

/** @throws not_found */
@QueryHandler(GetTransferSender)
export class GetTransferSenderHandler implements IQueryHandler<GetTransferSender> {
  constructor(private readonly views: ViewStore) {}

  async execute({ transferId }: GetTransferSender): Promise<string> {
    const transfer = await this.views.get(transactionsProjection, transferId);
    if (!transfer) throw new DomainError('not_found');
    return transfer.uid;
  }
}
