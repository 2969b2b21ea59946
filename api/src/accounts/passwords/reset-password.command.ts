import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Secrets } from '../../config/runtime.js';
import { DomainError } from '../../kernel/domain-error.js';
import { AccountDirectory } from '../account-directory.js';
import type { Caller } from '../caller.js';
import { emailIndex } from '../email-address.js';
import { SessionStore } from '../sessions/session-store.js';
import { ATTEMPT_BUDGETS, AttemptLimiter } from './attempt-limiter.js';
import { Credentials } from './credentials.js';
import { OneTimeTokens } from './one-time-tokens.js';
import { PasswordStrength } from './password-strength.js';
import { SetPassword } from './set-password.js';

export class ResetPassword extends Command<void> {
  constructor(
    readonly token: string,
    readonly password: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Sets a new password with a mailed link, once; every session ends. */
@CommandHandler(ResetPassword)
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  @Inject() private readonly secrets!: Secrets;
  @Inject() private readonly directory!: AccountDirectory;
  @Inject() private readonly attempts!: AttemptLimiter;
  @Inject() private readonly sessions!: SessionStore;
  @Inject() private readonly strength!: PasswordStrength;
  @Inject() private readonly credentials!: Credentials;
  @Inject() private readonly tokens!: OneTimeTokens;
  @Inject() private readonly passwords!: SetPassword;

  async execute({ token, password, caller }: ResetPassword): Promise<void> {
    await this.attempts.take(ATTEMPT_BUDGETS.tokenAddress, caller.network);
    const uid = await this.tokens.ownerOf(token, 'reset-password');
    const account = await this.directory.byUid(uid);
    if (!account) throw new DomainError('token_invalid');
    const { email, firstName, lastName } = account;
    // Before the token is consumed: a refused password does not use up the link.
    await this.strength.require(password, [email, firstName, lastName]);
    const credentialId = await this.credentials.add(uid, password);
    try {
      await this.tokens.consume(token, 'reset-password');
    } catch (error) {
      await this.credentials.remove(credentialId);
      throw error;
    }
    await this.passwords.record(uid, credentialId, null);
    await this.sessions.endAll(uid);
    await this.attempts.forget(ATTEMPT_BUDGETS.signInAccount, emailIndex(email, this.secrets));
  }
}

/** Counted like the reset itself, so that it is no cheaper way of guessing tokens. */
export class CheckResetLink extends Command<void> {
  constructor(
    readonly token: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * Refuses a mailed link that cannot reset a password, without using up one that can.
 * @throws DomainError token_invalid
 */
@CommandHandler(CheckResetLink)
export class CheckResetLinkHandler implements ICommandHandler<CheckResetLink> {
  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly tokens: OneTimeTokens,
  ) {}

  async execute({ token, caller }: CheckResetLink): Promise<void> {
    await this.attempts.take(ATTEMPT_BUDGETS.tokenAddress, caller.network);
    await this.tokens.ownerOf(token, 'reset-password');
  }
}
