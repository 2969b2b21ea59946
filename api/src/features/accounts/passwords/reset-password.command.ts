import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Secrets } from '../../../config/runtime.js';
import type { ResetLink } from '../../../kernel/people/accounts.js';
import type { Caller } from '../caller.js';
import { emailIndex } from '../email-address.js';
import { Leftovers } from '../leftovers.js';
import { SessionStore } from '../sessions/session-store.js';
import { AttemptLimiter } from '../../../engine/vault/attempt-limiter.js';
import { ATTEMPT_BUDGETS } from './attempt-budgets.js';
import { Credentials } from './credentials.js';
import { OneTimeTokens } from './one-time-tokens.js';
import { PasswordStrength } from './password-strength.js';
import { ResetLinks } from './reset-links.js';
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

/**
 * Sets a new password with a mailed link, once; every session ends. It also proves the mailbox: an unconfirmed account is
 * its owner's from then on, without any data that was saved in it before.
 */
@CommandHandler(ResetPassword)
export class ResetPasswordHandler implements ICommandHandler<ResetPassword> {
  constructor(
    private readonly secrets: Secrets,
    private readonly attempts: AttemptLimiter,
    private readonly sessions: SessionStore,
    private readonly strength: PasswordStrength,
    private readonly credentials: Credentials,
    private readonly tokens: OneTimeTokens,
    private readonly passwords: SetPassword,
    private readonly links: ResetLinks,
    private readonly leftovers: Leftovers,
  ) {}

  async execute({ token, password, caller }: ResetPassword): Promise<void> {
    await this.attempts.take(ATTEMPT_BUDGETS.tokenAddress, caller.network);
    const { uid, account } = await this.links.open(token);
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
    const reset = await this.passwords.record(uid, credentialId, null);
    await this.sessions.endAll(uid);
    if (reset?.hasLeftovers) await this.leftovers.remove(uid);
    await this.attempts.forget(ATTEMPT_BUDGETS.signInAccount, emailIndex(email, this.secrets));
  }
}

/** Counted like the reset itself, so that it is no cheaper way of guessing tokens. */
export class CheckResetLink extends Command<ResetLink> {
  constructor(
    readonly token: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * The account of a mailed link; refuses one that sets no password. The link is not used up.
 * @throws DomainError token_invalid
 */
@CommandHandler(CheckResetLink)
export class CheckResetLinkHandler implements ICommandHandler<CheckResetLink> {
  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly links: ResetLinks,
  ) {}

  async execute({ token, caller }: CheckResetLink): Promise<ResetLink> {
    await this.attempts.take(ATTEMPT_BUDGETS.tokenAddress, caller.network);
    const { account } = await this.links.open(token);
    return { email: account.email };
  }
}
