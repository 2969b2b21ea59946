import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { RECIPIENTS_LIMIT, type Recipients } from '../../kernel/people/recipients.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { recipientsProjection } from './recipients.projection.js';

/** All of a sender's saved recipients, newest first: never more than one page. */
export class GetRecipients extends Query<Recipients> {
  constructor(readonly uid: string) {
    super();
  }
}

@QueryHandler(GetRecipients)
export class GetRecipientsHandler implements IQueryHandler<GetRecipients> {
  constructor(private readonly views: ViewStore) {}

  async execute({ uid }: GetRecipients): Promise<Recipients> {
    return this.views.find(recipientsProjection, {
      by: 'bySender',
      where: { uid },
      desc: true,
      limit: RECIPIENTS_LIMIT,
    });
  }
}
