import { Inject, Injectable } from '@nestjs/common';
import type { Role } from '../../kernel/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import type { Account } from '../account.decider.js';
import { AccountDirectory, type FoundAccount } from '../account-directory.js';
import { Outbox } from '../mail/outbox.js';
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

/** The browser that signs in. */
export interface SignInBrowser {
  /** "Chrome, Windows" */
  readonly device: string;
  /** Issued at an earlier sign-in in the same browser. */
  readonly deviceToken: string | undefined;
}

/** Any role except `sender` makes a user staff. */
export function isStaff(roles: readonly Role[]): boolean {
  return roles.some((role) => role !== 'sender');
}

/** The last step of every sign-in, whatever proved the person: the session, the mail about a new browser, the tokens. */
@Injectable()
export class OpenSession {
  @Inject() private readonly sessions!: SessionStore;
  @Inject() private readonly outbox!: Outbox;

  constructor(
    private readonly directory: AccountDirectory,
    private readonly devices: KnownDevices,
    private readonly tokens: AccessTokens,
  ) {}

  /**
   * `isNew`: signed up this very moment, which no mail needs to report.
   * @throws DomainError invalid_credentials when the password changed or the account was suspended meanwhile
   */
  async for(
    found: FoundAccount,
    { device, deviceToken }: SignInBrowser,
    { isNew = false } = {},
  ): Promise<SignedIn> {
    const { account } = found;
    const deviceId = this.devices.idOf(deviceToken, account.credentialId);
    const session = await this.open(found, device);
    if (deviceId === null && !isNew) await this.report(session, account);
    return {
      account,
      session,
      accessToken: await this.tokens.sign(session, account.roles),
      deviceToken: this.devices.issue(account.credentialId, deviceId ?? undefined),
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
