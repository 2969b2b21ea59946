import { Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ReadsViews } from '../../../http/contract/position.interceptor.js';
import { CurrentPrincipal, type Principal, RequireStepUp } from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import type { AccountClosing } from '../../../kernel/people/closing.js';
import { openTransfersProjection } from '../../lifecycle/state/open-transfers.projection.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { transactionsProjection } from '../../transfers/history/transactions.projection.js';
import { CloseOwnAccount } from './close-account.command.js';
import { GetClosing } from './get-closing.query.js';

/** The end of an account. */
@ApiTags('accounts')
@Controller('me/close')
export class ClosingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly getClosing: GetClosing,
    private readonly cookies: SessionCookies,
  ) {}

  /** Whether the caller's account can be closed now, what has to end first, and until when name and history are kept. */
  @Get()
  @ReadsViews(transactionsProjection, openTransfersProjection)
  closing(@CurrentPrincipal() principal: Principal): Promise<AccountClosing> {
    return this.getClosing.execute(principal);
  }

  /**
   * Closes the caller's account for good and ends every session. Cards, recipients, links, preferences and ways to sign in are
   * removed, and the address can be signed up again; name and history are kept.
   */
  @Post()
  @RequireStepUp()
  @Refuses('staff_stays_open', 'email_just_changed', 'money_under_way', 'clock_suspect')
  @HttpCode(204)
  async close(
    @CurrentPrincipal() { uid }: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.commands.execute(new CloseOwnAccount(uid));
    this.cookies.clear(reply);
  }
}
