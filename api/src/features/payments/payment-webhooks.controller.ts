import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { noticeOf } from '../lifecycle/refund/missed-disputes.js';
import { RecordNotice } from '../lifecycle/worker/record-notice.command.js';
import { CardPayments } from '../lifecycle/payment/card-payments.js';

/** Webhooks of the card processor. Their signature replaces session and request header. */
@ApiTags('webhooks')
@Controller('webhooks')
export class PaymentWebhooksController {
  constructor(
    private readonly processor: CardPayments,
    private readonly commands: CommandBus,
  ) {}

  /** Accepts an event signed by the card processor. It is recorded before the response and processed afterwards. */
  @Post('stripe')
  @Refuses('webhook_signature_invalid', 'webhook_unreadable', 'clock_suspect')
  @Public()
  @HttpCode(200)
  async stripe(@Req() { body, headers }: FastifyRequest): Promise<void> {
    const signature = headers['stripe-signature'];
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const webhook = this.processor.parseWebhook(raw, typeof signature === 'string' ? signature : undefined);
    // The transfer of a dispute is looked up before the event is recorded; while that fails, the processor resends it.
    const data = await noticeOf(this.processor, webhook);
    await this.commands.execute(new RecordNotice({ type: 'PaymentNoticeReceived', data }));
  }
}
