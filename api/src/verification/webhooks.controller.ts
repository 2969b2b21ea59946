import { Controller, HttpCode, Post, type RawBodyRequest, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../http/principal.js';
import { ReceiveWebhook } from './receive-webhook.command.js';

/** What the identity provider tells by itself. Its signature stands for session and header. */
@ApiTags('webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly commands: CommandBus) {}

  /** Takes an event that the identity provider signed. It is recorded before the answer and processed after it. */
  @Post('persona')
  @Public()
  @HttpCode(200)
  @ApiOkResponse()
  async persona(@Req() { rawBody, headers }: RawBodyRequest<FastifyRequest>): Promise<void> {
    const signature = headers['persona-signature'];
    const raw = rawBody ?? Buffer.alloc(0);
    await this.commands.execute(
      new ReceiveWebhook(raw, typeof signature === 'string' ? signature : undefined),
    );
  }
}
