import { Controller, Delete, Get, HttpCode, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Sessions } from '../../../kernel/people/accounts.js';
import { isoInstant } from '../../../config/clock.js';
import { CurrentPrincipal, type Principal } from '../../../http/contract/principal.js';
import { TakesUuid, UuidParameter } from '../../../http/contract/validation.js';
import { EndOwnSessions } from './end-sessions.command.js';
import { SessionCookies } from './session-cookies.js';
import { SessionStore } from './session-store.js';

/** A user's sessions. */
@ApiTags('accounts')
@Controller('sessions')
export class SessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: SessionStore,
    private readonly cookies: SessionCookies,
  ) {}

  /** The caller's sessions. */
  @Get()
  async list(@CurrentPrincipal() { uid, sid: own }: Principal): Promise<Sessions> {
    const sessions = await this.sessions.list(uid);
    return {
      items: sessions.map(({ sid, family }) => ({
        id: sid,
        device: family.device,
        createdAt: isoInstant(family.createdAtMs),
        lastSeenAt: isoInstant(family.lastSeenAtMs),
        current: sid === own,
      })),
    };
  }

  /** Signs out everywhere, including here. */
  @Delete()
  @HttpCode(204)
  async endAll(
    @CurrentPrincipal() { uid }: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.commands.execute(new EndOwnSessions(uid, null));
    this.cookies.clear(reply);
  }

  /** Ends one of the caller's sessions. */
  @Delete(':id')
  @TakesUuid('id', "Of one of the person's own sessions")
  @HttpCode(204)
  async end(
    @CurrentPrincipal() { uid, sid: own }: Principal,
    @UuidParameter('id') sid: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.commands.execute(new EndOwnSessions(uid, sid));
    if (sid === own) this.cookies.clear(reply);
  }
}
