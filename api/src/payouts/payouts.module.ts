import { Module } from '@nestjs/common';
import { CallPayoutRailHandler } from './call-payout-rail.handler.js';
import { FindPayoutHandler } from './find-payout.handler.js';
import { PayoutWebhooksController } from './payout-webhooks.controller.js';
import { Payouts } from './payouts.js';
import { PayPalPayouts } from './paypal/paypal-payouts.js';

/** Payouts to the recipient's platform. */
@Module({
  controllers: [PayoutWebhooksController],
  providers: [{ provide: Payouts, useClass: PayPalPayouts }, CallPayoutRailHandler, FindPayoutHandler],
})
export class PayoutsModule {}
