import { Global, Module } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { ProviderSettings } from '../../../config/runtime.js';
import { HttpModule } from '../../../http/http.module.js';
import { RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import { timed } from '../../../engine/providers/timed-calls.js';
import { CardPayments } from '../../lifecycle/payment/card-payments.js';
import { StripeCards } from './stripe-cards.js';

/** The adapter of the port `CardPayments`. Global, because `lifecycle` owns the port and imports no feature. */
@Global()
@Module({
  imports: [HttpModule],
  providers: [
    {
      provide: CardPayments,
      inject: [ProviderSettings, Clock, RequestMetrics],
      useFactory: (settings: ProviderSettings, clock: Clock, metrics: RequestMetrics) =>
        timed(new StripeCards(settings, clock), 'stripe', { metrics, settings }),
    },
  ],
  exports: [CardPayments],
})
export class StripeModule {}
