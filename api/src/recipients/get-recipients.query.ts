import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { RECIPIENTS_LIMIT, type SavedRecipient } from '../kernel/recipients.js';
import type { Page } from '../kernel/transfers.js';
import { ViewStore } from '../view-store/view-store.port.js';

/** All of a sender's saved recipients, newest first: never more than one page. */
export class GetRecipients extends Query<Page<SavedRecipient>> {
  constructor(readonly uid: string) {
    super();
  }
}

@QueryHandler(GetRecipients)
export class GetRecipientsHandler implements IQueryHandler<GetRecipients> {
  constructor(private readonly views: ViewStore) {}

  async execute({ uid }: GetRecipients): Promise<Page<SavedRecipient>> {
    return this.views.find<SavedRecipient>('recipients', {
      by: 'bySender',
      where: { uid },
      desc: true,
      limit: RECIPIENTS_LIMIT,
    });
  }
}
