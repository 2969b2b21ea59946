import { Injectable } from '@nestjs/common';
import { RECIPIENTS_LIMIT, type Recipients } from '../../kernel/people/recipients.js';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { recipientsProjection } from './recipients.projection.js';

/** All of a sender's saved recipients, newest first: never more than one page. */
@Injectable()
export class GetRecipients {
  constructor(private readonly views: ViewStore) {}

  async execute(uid: string): Promise<Recipients> {
    return this.views.find(recipientsProjection, {
      by: 'bySender',
      where: { uid },
      desc: true,
      limit: RECIPIENTS_LIMIT,
    });
  }
}
