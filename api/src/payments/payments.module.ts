import { Module } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { ProviderSettings } from '../config/runtime.js';
import { EventSourcingModule, withCommand } from '../event-sourcing/event-sourcing.module.js';
import { HttpModule } from '../http/http.module.js';
import { RequestMetrics } from '../http/log-and-metrics.js';
import { timed } from '../http/timed-calls.js';
import { TransferStream } from '../lifecycle/transfer-stream.js';
import { CallCardProcessorHandler } from './call-card-processor.handler.js';
import { CardPayments } from './card-payments.js';
import { cardsStream } from './cards/cards.decider.js';
import { CardsController } from './cards/cards.controller.js';
import { cardEvents } from './cards/cards.events.js';
import { Cards } from './cards/cards.js';
import { cardsProjection } from './cards/cards.projection.js';
import { cardTopics } from './cards/live-topics.rules.js';
import { ChangeCardHandler } from './cards/change-card.command.js';
import { DetachCardsWorker } from './cards/detach-cards.worker.js';
import { GetCardsHandler } from './cards/get-cards.query.js';
import { SaveCardHandler } from './cards/save-card.command.js';
import { ChooseCardHandler } from './choose-card.handler.js';
import { FindPaymentsHandler } from './find-payments.handler.js';
import { KeepCard, KeepCardHandler } from './keep-card.command.js';
import { keepCardSaga } from './keep-card.saga.js';
import { PaymentWebhooksController } from './payment-webhooks.controller.js';
import { StripeCards } from './stripe/stripe-cards.js';

/** Saved cards, and the card payment of a transfer. */
@Module({
  imports: [
    HttpModule,
    TransferStream,
    EventSourcingModule.forFeature({
      streams: [cardsStream],
      events: cardEvents,
      projections: [cardsProjection],
      live: [cardTopics],
      sagas: [withCommand(keepCardSaga, (kept, context) => new KeepCard(kept, context))],
    }),
  ],
  controllers: [CardsController, PaymentWebhooksController],
  providers: [
    {
      provide: CardPayments,
      inject: [ProviderSettings, Clock, RequestMetrics],
      useFactory: (settings: ProviderSettings, clock: Clock, metrics: RequestMetrics) =>
        timed(new StripeCards(settings, clock), 'stripe', metrics),
    },
    Cards,
    SaveCardHandler,
    ChangeCardHandler,
    GetCardsHandler,
    DetachCardsWorker,
    ChooseCardHandler,
    CallCardProcessorHandler,
    FindPaymentsHandler,
    KeepCardHandler,
  ],
})
export class PaymentsModule {}
