import { Module } from '@nestjs/common';
import { EventSourcingModule } from '../../event-sourcing/event-sourcing.module.js';
import { EditRecipientsHandler } from './edit-recipients.command.js';
import { GetRecipients } from './get-recipients.query.js';
import { OwnRecipients } from './own-recipients.js';
import { recipientTopics } from './live-topics.rules.js';
import { recipientEvents } from './recipient.events.js';
import { RecipientsController } from './recipients.controller.js';
import { recipientsStream } from './recipients.decider.js';
import { recipientsProjection } from './recipients.projection.js';
import { RemoveRecipients, RemoveRecipientsHandler } from './remove-recipients.command.js';

/** The people a sender sends to, saved with their handles. */
@Module({
  imports: [
    EventSourcingModule.forFeature({
      streams: [recipientsStream],
      events: recipientEvents,
      projections: [recipientsProjection],
      live: [recipientTopics],
      refusals: { recipient_similar: 409, recipient_already_saved: 409 },
      leftovers: [(uid) => new RemoveRecipients(uid)],
      ownData: [OwnRecipients],
    }),
  ],
  controllers: [RecipientsController],
  providers: [EditRecipientsHandler, RemoveRecipientsHandler, GetRecipients, OwnRecipients],
})
export class RecipientsModule {}
