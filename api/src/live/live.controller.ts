import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Throttle } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal } from '../http/principal.js';
import { LiveHub } from './live-hub.js';
import { LiveStream } from './live-stream.js';

/** Browsers open a lost stream every three seconds, each tab without Web Locks its own. */
const OPENED_PER_MINUTE = 120;

/** Headers that keep proxies from collecting or compressing what has to arrive now. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // A connection that stays after its stream would keep a process that stops.
  connection: 'close',
};

/** What changed, as it happens. */
@ApiTags('live')
@Controller('events')
export class LiveController {
  constructor(private readonly hub: LiveHub) {}

  /**
   * Server-sent events: `event: change` whenever something that the caller reads has changed, with
   * `{"topics": ["transfers", "transfer:{id}", "allowance"], "position": "…"}` as data and the position as id. A read that
   * sends the position back as `x-flip-position` sees the change. A stream begins with the topic `*`, everything, also one
   * that is resumed with `Last-Event-ID`. A comment every 20 s keeps it open; it ends with the session.
   */
  @Get()
  @Throttle({ default: { limit: OPENED_PER_MINUTE } })
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { type: 'string' } } } })
  events(
    @CurrentPrincipal() principal: Principal,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    this.hub.requireRoom();
    void reply.headers(STREAM_HEADERS);
    if (method === 'HEAD') {
      void reply.send();
      return;
    }
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    const stream = new LiveStream(principal, raw);
    const forget = () => {
      this.hub.remove(stream);
    };
    // An error is a write to a reader that has disconnected.
    raw.on('close', forget).on('error', forget);
    this.hub.add(stream);
  }
}
