import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Secrets } from '../../config/runtime.js';
import type { SignInRequest } from '../../kernel/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import { AccountDirectory } from '../account-directory.js';
import type { Caller } from '../caller.js';
import { emailIndex } from '../email-address.js';
import { ATTEMPT_BUDGETS, AttemptLimiter } from '../passwords/attempt-limiter.js';
import { Credentials } from '../passwords/credentials.js';
import { KnownDevices } from '../passwords/known-devices.js';
import { OpenSession, type SignedIn } from './open-session.js';

export class SignIn extends Command<SignedIn> {
  constructor(
    readonly credentials: SignInRequest,
    readonly caller: Caller,
    /** Issued at an earlier sign-in in the same browser. */
    readonly deviceToken: string | undefined,
  ) {
    super();
  }
}

/** Treats an unknown address like a wrong password: same work, same response, same counters. */
@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  @Inject() private readonly secrets!: Secrets;
  @Inject() private readonly directory!: AccountDirectory;
  @Inject() private readonly credentials!: Credentials;
  @Inject() private readonly attempts!: AttemptLimiter;
  @Inject() private readonly devices!: KnownDevices;
  @Inject() private readonly sessions!: OpenSession;

  async execute({ credentials, caller, deviceToken }: SignIn): Promise<SignedIn> {
    const index = emailIndex(credentials.email, this.secrets);
    await this.attempts.take(ATTEMPT_BUDGETS.signInAddress, caller.network);
    const found = await this.directory.byEmail(credentials.email);
    const credentialId = found?.account.credentialId ?? null;
    const deviceId = this.devices.idOf(deviceToken, credentialId ?? 'none');
    const counter = deviceId === null ? index : `${index}:${deviceId}`;
    await this.attempts.take(ATTEMPT_BUDGETS.signInAccount, counter);
    const matches = await this.credentials.match(credentialId, credentials.password);
    if (!found || !matches) throw new DomainError('invalid_credentials');
    // Only who knows the password learns of a suspension.
    if (found.account.suspended) throw new DomainError('account_suspended');
    await this.attempts.forget(ATTEMPT_BUDGETS.signInAccount, counter);
    await this.attempts.returnAttempt(ATTEMPT_BUDGETS.signInAddress, caller.network);
    return this.sessions.for(found, { device: caller.device, deviceToken });
  }
}
