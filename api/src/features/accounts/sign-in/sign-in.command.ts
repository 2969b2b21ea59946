import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Secrets } from '../../../config/runtime.js';
import type { SignInRequest } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { AccountDirectory } from '../account/account-directory.js';
import type { Caller } from '../caller.js';
import { emailIndex } from '../email-address.js';
import { AttemptLimiter } from '../../../engine/vault/attempt-limiter.js';
import { ATTEMPT_BUDGETS } from '../passwords/attempt-budgets.js';
import { Credentials } from '../passwords/credentials.js';
import { KnownDevices } from '../passwords/known-devices.js';
import { OpenSession, type SignedIn } from './open-session.js';
import type { Ticket } from './sign-in-tickets.js';

export class SignIn extends Command<SignedIn> {
  constructor(
    readonly credentials: SignInRequest,
    readonly browser: {
      readonly caller: Caller;
      /** Issued at an earlier sign-in in the same browser. */
      readonly deviceToken: string | undefined;
    },
    /** An account at a provider that waits for this password. */
    readonly link?: Ticket['link'],
  ) {
    super();
  }
}

const SECOND_MS = 1_000;

/** Treats an unknown address like a wrong password: same work, same response, same counters. */
@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  private readonly logger = new Logger('sign-in');
  constructor(
    private readonly secrets: Secrets,
    private readonly directory: AccountDirectory,
    private readonly credentials: Credentials,
    private readonly attempts: AttemptLimiter,
    private readonly devices: KnownDevices,
    private readonly sessions: OpenSession,
  ) {}

  async execute({ credentials, browser: { caller, deviceToken }, link }: SignIn): Promise<SignedIn> {
    const index = emailIndex(credentials.email, this.secrets);
    await this.attempts.take(ATTEMPT_BUDGETS.signInAddress, caller.network);
    const found = await this.directory.byEmail(credentials.email);
    const credentialId = found?.account.credentialId ?? null;
    const deviceId = this.devices.idOf(deviceToken, found?.account);
    const counter = deviceId === null ? index : `${index}:${deviceId}`;
    const waitMs = await this.attempts.tryTake(ATTEMPT_BUDGETS.signInAccount, counter);
    // A stranger may have used up the attempts: a reset gives the owner new ones.
    if (waitMs > 0)
      throw new DomainError('too_many_attempts', {
        seconds: Math.ceil(waitMs / SECOND_MS),
        reset: '/forgot',
      });
    const matches = await this.credentials.match(credentialId, credentials.password);
    if (!found || !matches) {
      // Blind indexes: lines of one account or network can be counted without naming a person.
      this.logger.warn(`failed for account ${shortened(index)} from network ${shortened(caller.network)}`);
      throw new DomainError('invalid_credentials');
    }
    // Only who knows the password learns of a suspension.
    if (found.account.suspended) throw new DomainError('account_suspended');
    await this.attempts.forget(ATTEMPT_BUDGETS.signInAccount, counter);
    await this.attempts.returnAttempt(ATTEMPT_BUDGETS.signInAddress, caller.network);
    return this.sessions.for(found, { device: caller.device, deviceToken }, link && { link });
  }
}

/** Enough of a blind index to tell accounts or networks apart in the log. */
function shortened(index: string): string {
  return index.slice(0, 16);
}
