import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../http/principal.js';
import { RecordNotice } from '../lifecycle/record-notice.command.js';
import { CardPayments } from './card-payments.js';

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
  @Public()
  @HttpCode(200)
  @ApiOkResponse()
  async stripe(@Req() { body, headers }: FastifyRequest): Promise<void> {
    const signature = headers['stripe-signature'];
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const data = this.processor.parseWebhook(raw, typeof signature === 'string' ? signature : undefined);
    await this.commands.execute(new RecordNotice({ type: 'PaymentNoticeReceived', data }));
  }
}
