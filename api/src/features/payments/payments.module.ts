import { Module } from '@nestjs/common';
import { EventSourcingModule, withCommand } from '../../event-sourcing/event-sourcing.module.js';
import { HttpModule } from '../../http/http.module.js';
import { TransferStream } from '../lifecycle/state/transfer-stream.js';
import { CardDeclines } from './card-declines.js';
import { cardDeclinesSaga } from './card-declines.saga.js';
import { cardholderStream } from './cards/cardholder.decider.js';
import { Cardholders } from './cards/cardholders.js';
import { CountDecline, CountDeclineHandler } from './count-decline.command.js';
import { cardsStream } from './cards/cards.decider.js';
import { CardsController } from './cards/cards.controller.js';
import { cardEvents } from './cards/cards.events.js';
import { cardUsesProjection } from './cards/card-uses.projection.js';
import { Cards } from './cards/cards.js';
import { cardsProjection } from './cards/cards.projection.js';
import { cardTopics } from './cards/live-topics.rules.js';
import { ChangeCardHandler } from './cards/change-card.command.js';
import { DetachCardsWorker } from './cards/detach-cards.worker.js';
import { OwnCards } from './cards/own-cards.js';
import { GetCards } from './cards/get-cards.query.js';
import { RemoveCards, RemoveCardsHandler } from './cards/remove-cards.command.js';
import { SaveCardHandler } from './cards/save-card.command.js';
import { ChooseCardHandler } from './choose-card.handler.js';
import { KeepCard, KeepCardHandler } from './keep-card.command.js';
import { keepCardSaga } from './keep-card.saga.js';
import { PaymentWebhooksController } from './payment-webhooks.controller.js';
import { StripeModule } from './stripe/stripe.module.js';

/** Saved cards, and the card payment of a transfer. */
@Module({
  imports: [
    HttpModule,
    StripeModule,
    TransferStream,
    EventSourcingModule.forFeature({
      streams: [cardsStream, cardholderStream],
      events: cardEvents,
      projections: [cardsProjection, cardUsesProjection],
      live: [cardTopics],
      refusals: { card_removed: 409, too_many_declines: 429, payments_unavailable: 503 },
      leftovers: [(uid) => new RemoveCards(uid)],
      ownData: [OwnCards],
      sagas: [
        withCommand(keepCardSaga, (kept, context) => new KeepCard(kept, context)),
        withCommand(cardDeclinesSaga, (declined) => new CountDecline(declined)),
      ],
    }),
  ],
  controllers: [CardsController, PaymentWebhooksController],
  providers: [
    Cards,
    Cardholders,
    CardDeclines,
    CountDeclineHandler,
    SaveCardHandler,
    ChangeCardHandler,
    RemoveCardsHandler,
    GetCards,
    OwnCards,
    DetachCardsWorker,
    ChooseCardHandler,
    KeepCardHandler,
  ],
})
export class PaymentsModule {}
