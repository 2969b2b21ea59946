import { Injectable } from '@nestjs/common';
import type { Role } from '../../../kernel/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { type Account, hasIdentity } from '../account.decider.js';
import { AccountDirectory, type FoundAccount } from '../account-directory.js';
import { Leftovers } from '../leftovers.js';
import { Outbox } from '../mail/outbox.js';
import { KnownDevices } from '../passwords/known-devices.js';
import { AccessTokens } from '../sessions/access-tokens.js';
import type { NewFamily } from '../sessions/session-family.js';
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
  constructor(
    private readonly sessions: SessionStore,
    private readonly outbox: Outbox,
    private readonly directory: AccountDirectory,
    private readonly devices: KnownDevices,
    private readonly tokens: AccessTokens,
    private readonly leftovers: Leftovers,
  ) {}

  /**
   * `isNew`: signed up this very moment, which no mail needs to report. `identity`: the provider's account that proved the
   * person, none for the password.
   * @throws DomainError invalid_credentials when what proved the person was replaced or removed, or the account suspended,
   *   meanwhile
   */
  async for(
    found: FoundAccount,
    { device, deviceToken }: SignInBrowser,
    { isNew = false, identity }: { readonly isNew?: boolean; readonly identity?: string } = {},
  ): Promise<SignedIn> {
    const { account } = found;
    if (account.hasLeftovers) await this.leftovers.removeForGood(found.uid);
    const deviceId = this.devices.idOf(deviceToken, account.credentialId);
    const session = await this.open(found, { device, ...(identity !== undefined && { identity }) });
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
    if (emailConfirmed)
      await this.outbox.addAbout({ sessionId: sid }, sid, { kind: 'new-device', to: { uid } });
  }

  /** Opens no session when the password was changed, the identity removed, or the account suspended, during the verification. */
  private async open(
    { uid, account }: FoundAccount,
    by: Pick<NewFamily, 'device' | 'identity'>,
  ): Promise<OpenedSession> {
    const { credentialId, roles } = account;
    const session = await this.sessions.open(uid, { credentialId, staff: isStaff(roles), ...by });
    const now = await this.directory.ownOf(uid);
    const isLinked = by.identity === undefined || (now !== null && hasIdentity(now, by.identity));
    if (now?.credentialId === credentialId && !now.suspended && isLinked) return session;
    await this.sessions.end(session.sid);
    throw new DomainError('invalid_credentials');
  }
}
