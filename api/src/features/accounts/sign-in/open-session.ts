import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock.js';
import type { Role } from '../../../kernel/people/accounts.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { hasIdentity } from '../account/account.decider.js';
import type { Account } from '../account/account-state.rules.js';
import { AccountDirectory, type FoundAccount } from '../account/account-directory.js';
import { Leftovers } from '../leftovers.js';
import { Outbox } from '../mail/outbox.js';
import { KnownDevices } from '../passwords/known-devices.js';
import { AccessTokens } from '../sessions/access-tokens.js';
import type { NewFamily } from '../sessions/session-family.js';
import { type OpenedSession, SessionStore } from '../sessions/session-store.js';
import { SecondFactorRequired, SignInTickets, type Ticket } from './sign-in-tickets.js';

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

/** What proved the person. */
interface Proof extends Pick<Ticket, 'identity' | 'link'> {
  /** Signed up this very moment, which no mail needs to report. */
  readonly isNew?: boolean;
  /** A code of the second factor was accepted. */
  readonly hasCode?: boolean;
}

/** Any role except `sender` makes a user staff. */
export function isStaff(roles: readonly Role[]): boolean {
  return roles.some((role) => role !== 'sender');
}

/** Whether an account opens sessions. */
const isOpen = ({ suspended, closedAt }: Account): boolean => !suspended && closedAt === null;

/** The last step of every kind of sign-in: the session, the mail about a new browser, the tokens. */
@Injectable()
export class OpenSession {
  constructor(
    private readonly sessions: SessionStore,
    private readonly outbox: Outbox,
    private readonly directory: AccountDirectory,
    private readonly devices: KnownDevices,
    private readonly tokens: AccessTokens,
    private readonly leftovers: Leftovers,
    private readonly tickets: SignInTickets,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws SecondFactorRequired for an account with a second factor, until a code of it was accepted
   * @throws DomainError invalid_credentials when the proof has been replaced or removed, or the account suspended or closed, since
   */
  async for(
    found: FoundAccount,
    { device, deviceToken }: SignInBrowser,
    { isNew = false, hasCode = false, ...proven }: Proof = {},
  ): Promise<SignedIn> {
    const { account } = found;
    if (account.factorId !== null && !hasCode)
      throw new SecondFactorRequired(await this.ticketFor(found, { device, deviceToken }, proven));
    if (account.hasLeftovers) await this.leftovers.removeForGood(found.uid);
    const deviceId = this.devices.idOf(deviceToken, account);
    const session = await this.open(found, { device, hasCode, ...proven });
    if (deviceId === null && !isNew) await this.report(session, account);
    return {
      account,
      session,
      accessToken: await this.tokens.sign(session, account.roles),
      deviceToken: this.devices.issue(account, deviceId ?? undefined),
    };
  }

  private ticketFor(
    { uid, account: { credentialId } }: FoundAccount,
    { device, deviceToken }: SignInBrowser,
    proven: Pick<Ticket, 'identity' | 'link'>,
  ): Promise<string> {
    const browser = { device, ...(deviceToken !== undefined && { deviceToken }) };
    return this.tickets.issue({ uid, credentialId, ...browser, ...proven });
  }

  /** Mails the owner about a new browser, except at an address that may be a stranger's. */
  private async report({ sid, uid }: OpenedSession, { emailConfirmed }: Account): Promise<void> {
    if (emailConfirmed)
      await this.outbox.addAbout({ sessionId: sid }, sid, { kind: 'new-device', to: { uid } });
  }

  /** Opens no session when the password or second factor was changed, the identity removed, or the account suspended or closed, during the verification. */
  private async open(
    { uid, account }: FoundAccount,
    by: Pick<NewFamily, 'device' | 'identity'> & { readonly hasCode: boolean },
  ): Promise<OpenedSession> {
    const { credentialId, roles, factorId } = account;
    const session = await this.sessions.open(uid, {
      credentialId,
      staff: isStaff(roles),
      device: by.device,
      ...(by.identity !== undefined && { identity: by.identity }),
      ...(by.hasCode && { codeAtMs: this.clock.now() }),
    });
    const now = await this.directory.ownOf(uid);
    const isSame = now?.credentialId === credentialId && now.factorId === factorId;
    if (isSame && isOpen(now) && (by.identity === undefined || hasIdentity(now, by.identity))) return session;
    await this.sessions.end(session.sid);
    throw new DomainError('invalid_credentials');
  }
}
