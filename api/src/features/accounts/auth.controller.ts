import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../http/contract/principal.js';
import { Refuses } from '../../http/contract/refuses.js';
import { Secrets } from '../../config/runtime.js';
import type { Me, Registered } from '../../kernel/people/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import { callerOf } from './caller.js';
import { GetMe } from './get-me.query.js';
import { RefreshSession } from './sign-in/refresh-session.command.js';
import { UndoEnrolment } from './second-factor/change-second-factor.command.js';
import { CodeDto } from './second-factor/second-factor.dto.js';
import type { SignedIn } from './sign-in/open-session.js';
import { SignIn } from './sign-in/sign-in.command.js';
import { SignInWithCode } from './sign-in/sign-in-with-code.command.js';
import { SignInDto } from './sign-in/sign-in.dto.js';
import { EndSession } from './sessions/end-sessions.command.js';
import { TokenDto } from './passwords/password-requests.dto.js';
import { SessionCookies } from './sessions/session-cookies.js';
import { SignUpDto } from './sign-up/sign-up.dto.js';
import { SignUp } from './sign-up/sign-up.command.js';

/** Sign-up, sign-in, refresh and sign-out. */
@ApiTags('accounts')
@Public()
@Controller('auth')
export class AuthController {
  constructor(
    private readonly secrets: Secrets,
    private readonly commands: CommandBus,
    private readonly getMe: GetMe,
    private readonly cookies: SessionCookies,
  ) {}

  /** Registers a user and mails a link to confirm the address. An address in use: 409. */
  @Post('sign-up')
  @Refuses('email_taken', 'password-does-not-meet-requirements', 'too_many_attempts', 'clock_suspect')
  async signUp(@Req() request: FastifyRequest, @Body() person: SignUpDto): Promise<Registered> {
    const uid = await this.commands.execute(new SignUp(person, callerOf(request, this.secrets)));
    return { uid };
  }

  /**
   * Opens a session. Wrong credentials: 401, the same for an unknown address. An account with a second factor: 401
   * `second_factor_required`, and five minutes to enter the code at `second-factor`.
   */
  @Post('sign-in')
  @Refuses('invalid_credentials', 'account_suspended', 'too_many_attempts', '401 second_factor_required')
  @HttpCode(200)
  async signIn(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() credentials: SignInDto,
  ): Promise<Me> {
    const browser = { caller: callerOf(request, this.secrets), deviceToken: this.cookies.device(request) };
    const command = new SignIn(credentials, browser);
    return this.opened(reply, await this.cookies.orTicket(reply, this.commands.execute(command)));
  }

  /** Finishes a sign-in with the code of the second factor, or a recovery code; each works once. Wrong or used: 401. */
  @Post('second-factor')
  @Refuses(
    'invalid_code',
    'second_factor_expired',
    'invalid_credentials',
    'account_suspended',
    'too_many_attempts',
    'social_taken',
    'clock_suspect',
  )
  @HttpCode(200)
  async secondFactor(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() code: CodeDto,
  ): Promise<Me> {
    const signedIn = await this.commands.execute(
      new SignInWithCode(this.cookies.ticket(request), code, callerOf(request, this.secrets).network),
    );
    this.cookies.clearTicket(reply);
    return this.opened(reply, signedIn);
  }

  /** Removes the second factor with the link of the mail that reported it, within 72 hours; not of staff. */
  @Post('second-factor/undo')
  @Refuses('token_invalid', 'too_many_attempts', 'clock_suspect')
  @HttpCode(204)
  async undoFactor(@Req() request: FastifyRequest, @Body() { token }: TokenDto): Promise<void> {
    await this.commands.execute(new UndoEnrolment(token, callerOf(request, this.secrets).network));
  }

  /** Ends the session of the caller's cookies, if any. */
  @Post('sign-out')
  @HttpCode(204)
  async signOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.endOwn(request);
    this.cookies.clear(reply);
  }

  /** Renews both tokens; 401 when the session has ended. The cookies stay: another tab may have just renewed them. */
  @Post('refresh')
  @Refuses('unauthenticated')
  @HttpCode(204)
  async refresh(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const token = this.cookies.refresh(request);
    if (token === undefined) throw new DomainError('unauthenticated');
    const { session, accessToken } = await this.commands.execute(
      new RefreshSession(token, callerOf(request, this.secrets)),
    );
    this.cookies.set(reply, accessToken, session);
  }

  private async opened(reply: FastifyReply, signedIn: SignedIn): Promise<Me> {
    const me = await this.getMe.execute(signedIn.session.uid, signedIn.account);
    await this.endOwn(reply.request);
    this.cookies.set(reply, signedIn.accessToken, signedIn.session);
    this.cookies.setDevice(reply, signedIn.deviceToken);
    return me;
  }

  /** Ends the session of the caller's cookies: at sign-out, and when another replaces it in the same browser. */
  private async endOwn(request: FastifyRequest): Promise<void> {
    const token = this.cookies.refresh(request);
    if (token !== undefined) await this.commands.execute(new EndSession(token));
  }
}
