import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Secrets } from '../../config/runtime.js';
import type { Role, SignInRequest } from '../../kernel/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { Account } from '../account.decider.js';
import { AccountDirectory, type FoundAccount } from '../account-directory.js';
import type { Caller } from '../caller.js';
import { emailIndex } from '../email-address.js';
import { Outbox } from '../mail/outbox.js';
import { ATTEMPT_BUDGETS, AttemptLimiter } from '../passwords/attempt-limiter.js';
import { Credentials } from '../passwords/credentials.js';
import { KnownDevices } from '../passwords/known-devices.js';
import { AccessTokens } from '../sessions/access-tokens.js';
import { type OpenedSession, SessionStore } from '../sessions/session-store.js';

/** The result of a sign-in. */
export interface SignedIn {
  readonly account: Account;
  readonly session: OpenedSession;
  readonly accessToken: string;
  readonly deviceToken: string;
}

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

/** Any role except `sender` makes a user staff. */
export function isStaff(roles: readonly Role[]): boolean {
  return roles.some((role) => role !== 'sender');
}

/** Treats an unknown address like a wrong password: same work, same response, same counters. */
@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  @Inject() private readonly secrets!: Secrets;
  @Inject() private readonly directory!: AccountDirectory;
  @Inject() private readonly credentials!: Credentials;
  @Inject() private readonly sessions!: SessionStore;
  @Inject() private readonly outbox!: Outbox;

  constructor(
    private readonly attempts: AttemptLimiter,
    private readonly devices: KnownDevices,
    private readonly tokens: AccessTokens,
  ) {}

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
    await this.attempts.giveBack(ATTEMPT_BUDGETS.signInAddress, caller.network);
    const session = await this.open(found, caller.device);
    if (deviceId === null) await this.report(session, found.account);
    return {
      account: found.account,
      session,
      accessToken: await this.tokens.sign(session, found.account.roles),
      deviceToken: this.devices.issue(found.account.credentialId, deviceId ?? undefined),
    };
  }

  /** Mails the owner about a new browser, but nobody at an address that may be a stranger's. */
  private async report({ sid, uid }: OpenedSession, { emailConfirmed }: Account): Promise<void> {
    if (emailConfirmed) await this.outbox.add(sid, 'new-device', { uid });
  }

  /** Opens no session when the password was changed, or the account suspended, during the verification. */
  private async open({ uid, account }: FoundAccount, device: string): Promise<OpenedSession> {
    const { credentialId, roles } = account;
    const session = await this.sessions.open(uid, { credentialId, device, staff: isStaff(roles) });
    const now = await this.directory.ownOf(uid);
    if (now?.credentialId === credentialId && !now.suspended) return session;
    await this.sessions.end(session.sid);
    throw new DomainError('invalid_credentials');
  }
}
