import { Body, Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Secrets } from '../../../config/runtime.js';
import { CurrentPrincipal, type Principal, Public, RequireStepUp } from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { networkOf } from '../../../http/edge/caller-network.js';
import type { EmailConfirmation, EmailState } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { AccountDirectory } from '../account/account-directory.js';
import { CancelEmailRequest, ConfirmEmailChange, RequestEmail, UndoEmail } from './change-email.command.js';
import { ChangeOwnName } from './change-name.command.js';
import { EMAIL_CHANGE_LASTS_MS, hasLapsed, lastUndoable, missingEnds } from './email-change.rules.js';
import { ChangeEmailDto, ChangeNameDto, ConfirmEmailChangeDto, UndoEmailDto } from './person.dto.js';

/** Changes of one's own address and name. */
@ApiTags('accounts')
@Controller()
export class PersonController {
  constructor(
    private readonly commands: CommandBus,
    private readonly directory: AccountDirectory,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** The caller's address, the change of it that waits for confirmations, and the last one that can be undone. */
  @Get('me/email')
  email(@CurrentPrincipal() { uid }: Principal): Promise<EmailState> {
    return this.emailOf(uid);
  }

  /**
   * Asks for another address: it changes once the links mailed to both addresses were followed, within 24 hours. A later
   * request replaces it; the same address again mails the missing links again. The response is the same for an address that
   * another account has.
   */
  @Post('me/email')
  @RequireStepUp()
  @Refuses('email_unchanged', 'email_taken', 'account_closed', 'too_many_attempts', 'clock_suspect')
  @HttpCode(202)
  async changeEmail(
    @CurrentPrincipal() caller: Principal,
    @Body() { email }: ChangeEmailDto,
  ): Promise<EmailState> {
    await this.commands.execute(new RequestEmail(caller, email));
    return this.emailOf(caller.uid);
  }

  /** Withdraws the change of address that waits, if any. */
  @Delete('me/email')
  @Refuses('clock_suspect')
  @HttpCode(204)
  async cancelEmail(@CurrentPrincipal() { uid }: Principal): Promise<void> {
    await this.commands.execute(new CancelEmailRequest(uid));
  }

  /** Corrects the caller's name, while no identity check has confirmed it and none is under way. */
  @Post('me/name')
  @Refuses('name_verified', 'name_being_verified', 'account_closed', 'clock_suspect')
  @HttpCode(204)
  async changeName(@CurrentPrincipal() { uid }: Principal, @Body() name: ChangeNameDto): Promise<void> {
    await this.commands.execute(new ChangeOwnName(uid, name));
  }

  /**
   * Confirms a change of address with the link mailed to one of both addresses, which works repeatedly until it expires. With
   * the second one the address changes, and every session ends but the one that asked for it.
   */
  @Post('auth/email/confirm')
  @Refuses(
    'token_invalid',
    'email_taken',
    'account_closed',
    'account_suspended',
    'too_many_attempts',
    'clock_suspect',
  )
  @Public()
  @HttpCode(200)
  confirmEmail(
    @Req() request: FastifyRequest,
    @Body() { token, end }: ConfirmEmailChangeDto,
  ): Promise<EmailConfirmation> {
    return this.commands.execute(new ConfirmEmailChange(token, end, networkOf(request, this.secrets)));
  }

  /** Puts the address of before back with the link mailed to it, within seven days, and sets a new password; every session ends. */
  @Post('auth/email/undo')
  @Refuses(
    'token_invalid',
    'account_suspended',
    'password-does-not-meet-requirements',
    'too_many_attempts',
    'clock_suspect',
  )
  @Public()
  @HttpCode(204)
  async undoEmail(@Req() request: FastifyRequest, @Body() { token, password }: UndoEmailDto): Promise<void> {
    await this.commands.execute(new UndoEmail(token, password, networkOf(request, this.secrets)));
  }

  private async emailOf(uid: string): Promise<EmailState> {
    const account = await this.directory.ownOf(uid);
    if (!account) throw new DomainError('unauthenticated');
    const { email, emailRequest: request } = account;
    const nowMs = this.clock.now();
    const waits = request !== null && !hasLapsed(request, account, nowMs);
    const held = lastUndoable(account, nowMs);
    return {
      email,
      waiting: waits
        ? {
            email: request.email,
            expiresAt: isoInstant(request.requestedAtMs + EMAIL_CHANGE_LASTS_MS),
            missing: [...missingEnds(request, account)],
          }
        : null,
      undo: held ? { email: held.email, until: isoInstant(held.untilMs) } : null,
    };
  }
}
