import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../http/edge/caller-network.js';
import { CurrentPrincipal, type Principal } from '../http/contract/principal.js';
import { LimitedTo } from '../http/edge/route-options.js';
import { ListenDto } from './listen.dto.js';
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
   * `{"topics": ["transfers", "transfer:{id}", "allowance"]}` as data and a token as id. A read that returns the token in
   * `x-flip-position` sees the change. A stream begins with the topic `*`, everything, unless `after` is the token of an
   * earlier message or read and nothing was announced to the caller since. A comment every 20 s keeps it open; it ends with
   * the session. `Last-Event-ID` is ignored.
   */
  @Get()
  @LimitedTo(OPENED_PER_MINUTE)
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { type: 'string' } } } })
  // oxlint-disable-next-line flip/max-params -- Nest injects each
  events(
    @CurrentPrincipal() principal: Principal,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() { after }: ListenDto,
  ): void {
    const address = addressOf(request);
    this.hub.requireRoom();
    void reply.headers(STREAM_HEADERS);
    if (request.method === 'HEAD') {
      void reply.send();
      return;
    }
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, reply.getHeaders() as Record<string, string>);
    // Reads of staff need the second factor, and so do notifications about them.
    const roles = principal.roles.filter((role) => principal.hasFactor || role === 'sender');
    const stream = new LiveStream({ ...principal, roles }, address, raw);
    const forget = () => {
      this.hub.remove(stream);
    };
    // An error is a write to a reader that has disconnected.
    raw.on('close', forget).on('error', forget);
    this.hub.add(stream, after);
  }
}
