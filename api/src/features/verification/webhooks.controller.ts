import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { ReceiveWebhook } from './receive-webhook.command.js';

/** Webhooks of the identity provider. Their signature replaces session and request header. */
@ApiTags('webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly commands: CommandBus) {}

  /** Accepts an event signed by the identity provider. It is recorded before the response and processed afterwards. */
  @Post('persona')
  @Refuses('webhook_signature_invalid', 'webhook_unreadable', 'clock_suspect')
  @Public()
  @HttpCode(200)
  async persona(@Req() { body, headers }: FastifyRequest): Promise<void> {
    const signature = headers['persona-signature'];
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    await this.commands.execute(
      new ReceiveWebhook(raw, typeof signature === 'string' ? signature : undefined),
    );
  }
}
