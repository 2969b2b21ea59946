import { Module } from '@nestjs/common';
import { Clock } from '../config/clock.js';
import { ProviderSettings } from '../config/runtime.js';
import { HttpModule } from '../http/http.module.js';
import { RequestMetrics } from '../http/log-and-metrics.js';
import { timed } from '../http/timed-calls.js';
import { CallPayoutRailHandler } from './call-payout-rail.handler.js';
import { FindPayoutHandler } from './find-payout.handler.js';
import { PayoutWebhooksController } from './payout-webhooks.controller.js';
import { Payouts } from './payouts.js';
import { PayPalPayouts } from './paypal/paypal-payouts.js';

/** Payouts to the recipient's platform. */
@Module({
  controllers: [PayoutWebhooksController],
  imports: [HttpModule],
  providers: [
    {
      provide: Payouts,
      inject: [ProviderSettings, Clock, RequestMetrics],
      useFactory: (settings: ProviderSettings, clock: Clock, metrics: RequestMetrics) =>
        timed(new PayPalPayouts(settings, clock), 'paypal', metrics),
    },
    CallPayoutRailHandler,
    FindPayoutHandler,
  ],
})
export class PayoutsModule {}
