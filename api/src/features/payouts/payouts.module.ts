import { Module } from '@nestjs/common';
import { HttpModule } from '../../http/http.module.js';
import { PayoutWebhooksController } from './payout-webhooks.controller.js';
import { PayPalModule } from './paypal/paypal.module.js';

/** Payouts to the recipient's platform. */
@Module({
  controllers: [PayoutWebhooksController],
  imports: [HttpModule, PayPalModule],
})
export class PayoutsModule {}
