import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { RecordNotice } from '../lifecycle/worker/record-notice.command.js';
import { Payouts } from '../lifecycle/payout/payouts.js';

/** Webhooks of the payout rails. The rail's own check of the signature replaces session and request header. */
@ApiTags('webhooks')
@Controller('webhooks')
export class PayoutWebhooksController {
  constructor(
    private readonly rail: Payouts,
    private readonly commands: CommandBus,
  ) {}

  /** Accepts an event that PayPal confirms as its own. It is recorded before the response and processed afterwards. */
  @Post('paypal')
  @Refuses('webhook_signature_invalid', 'webhook_unreadable', 'payouts_unavailable', 'clock_suspect')
  @Public()
  @HttpCode(200)
  async paypal(@Req() { body, headers }: FastifyRequest): Promise<void> {
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const data = await this.rail.parseWebhook(raw, headers);
    await this.commands.execute(new RecordNotice({ type: 'PayoutNoticeReceived', data }));
  }
}
