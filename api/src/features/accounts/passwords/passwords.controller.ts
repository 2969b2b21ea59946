import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPrincipal, type Principal, Public } from '../../../http/contract/principal.js';
import { Refuses } from '../../../http/contract/refuses.js';
import { Secrets } from '../../../config/runtime.js';
import type { ResetLink } from '../../../kernel/people/accounts.js';
import { callerOf } from '../caller.js';
import { RequestConfirmation, RequestReset } from '../mail/request-mail.command.js';
import { ConfirmEmailByLink } from '../sign-up/confirm-email.command.js';
import { SessionCookies } from '../sessions/session-cookies.js';
import { ChangeOwnPassword } from './change-password.command.js';
import { KnownDevices } from './known-devices.js';
import { ChangePasswordDto, ForgotDto, ResetDto, TokenDto } from './password-requests.dto.js';
import { CheckResetLink, ResetPassword } from './reset-password.command.js';

/** Password resets and changes, and email confirmation. */
@ApiTags('accounts')
@Controller('auth')
export class PasswordsController {
  constructor(
    private readonly cookies: SessionCookies,
    private readonly devices: KnownDevices,
    private readonly commands: CommandBus,
    private readonly secrets: Secrets,
  ) {}

  /** Mails a reset link to the owner of the address; the response is the same when there is none. */
  @Post('forgot')
  @Refuses('too_many_attempts')
  @Public()
  @HttpCode(204)
  async forgot(@Req() request: FastifyRequest, @Body() { email }: ForgotDto): Promise<void> {
    await this.commands.execute(new RequestReset(email, callerOf(request, this.secrets)));
  }

  /** Sets a new password with a mailed link, once; every session ends. */
  @Post('reset')
  @Refuses('token_invalid', 'password-does-not-meet-requirements', 'too_many_attempts', 'clock_suspect')
  @Public()
  @HttpCode(204)
  async reset(@Req() request: FastifyRequest, @Body() { token, password }: ResetDto): Promise<void> {
    await this.commands.execute(new ResetPassword(token, password, callerOf(request, this.secrets)));
  }

  /** The account of a reset link; refuses a used or expired one before its owner types one. The link stays valid. */
  @Post('reset/check')
  @Refuses('token_invalid', 'too_many_attempts')
  @Public()
  @HttpCode(200)
  async checkReset(@Req() request: FastifyRequest, @Body() { token }: TokenDto): Promise<ResetLink> {
    return this.commands.execute(new CheckResetLink(token, callerOf(request, this.secrets)));
  }

  /** Changes the caller's password; every other session ends. */
  @Post('password')
  @Refuses(
    'current_password_wrong',
    'invalid_credentials',
    'password-does-not-meet-requirements',
    'too_many_attempts',
    'clock_suspect',
  )
  @HttpCode(204)
  async change(
    @CurrentPrincipal() principal: Principal,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: ChangePasswordDto,
  ): Promise<void> {
    const used = await this.commands.execute(new ChangeOwnPassword(principal, body.current, body.password));
    // This browser knows the new password too.
    this.cookies.setDevice(reply, this.devices.issue(used));
  }

  /** Confirms the caller's address with the link mailed to it, which works repeatedly until it expires. Another account's: 401. */
  @Post('confirm')
  @Refuses('token_invalid', 'other_account', 'too_many_attempts', 'clock_suspect')
  @HttpCode(204)
  async confirm(
    @Req() request: FastifyRequest & { readonly user: Principal },
    @Body() { token }: TokenDto,
  ): Promise<void> {
    const caller = callerOf(request, this.secrets);
    await this.commands.execute(new ConfirmEmailByLink(request.user.uid, token, caller));
  }

  /** Mails another link to confirm the caller's address. */
  @Post('confirm/resend')
  @Refuses('too_many_attempts')
  @HttpCode(204)
  async resend(@CurrentPrincipal() { uid }: Principal): Promise<void> {
    await this.commands.execute(new RequestConfirmation(uid));
  }
}
