import { Global, Module } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import { ProviderSettings } from '../../../config/runtime.js';
import { HttpModule } from '../../../http/http.module.js';
import { RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import { timed } from '../../../engine/providers/timed-calls.js';
import { Payouts } from '../../lifecycle/payout/payouts.js';
import { PayPalPayouts } from './paypal-payouts.js';

/** The adapter of the port `Payouts`. Global, because `lifecycle` owns the port and imports no feature. */
@Global()
@Module({
  imports: [HttpModule],
  providers: [
    {
      provide: Payouts,
      inject: [ProviderSettings, Clock, RequestMetrics],
      useFactory: (settings: ProviderSettings, clock: Clock, metrics: RequestMetrics) =>
        timed(new PayPalPayouts(settings, clock), 'paypal', { metrics, settings }),
    },
  ],
  exports: [Payouts],
})
export class PayPalModule {}
