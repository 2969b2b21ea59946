import { Injectable } from '@nestjs/common';
import type { StreamEvent } from '../../../event-sourcing/event.js';
import type { AccountEvent, EmailChanged } from '../account/account-events.rules.js';
import { hasIdentity } from '../account/account.decider.js';
import { AccountDirectory } from '../account/account-directory.js';
import { Claims } from '../account/claims.js';
import { Credentials } from '../passwords/credentials.js';
import { OneTimeTokens } from '../passwords/one-time-tokens.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { SessionStore } from './session-store.js';

/** Ends what a recorded change has shut out of an account. Idempotent: the saga repeats it in case the server was killed. */
@Injectable()
export class ShutOut {
  constructor(
    private readonly sessions: SessionStore,
    private readonly credentials: Credentials,
    private readonly directory: AccountDirectory,
    private readonly claims: Claims,
    private readonly tokens: OneTimeTokens,
    private readonly factors: SecondFactors,
  ) {}

  async after(uid: string, events: readonly StreamEvent<AccountEvent>[]): Promise<void> {
    for (const { type, data, metadata } of events) {
      if (type === 'PasswordChanged' || type === 'AccountReclaimed')
        await this.credential(data.replacedCredentialId, { uid, at: metadata.at });
      if (type === 'EmailChanged') await this.address(uid, { ...data, at: metadata.at });
      if (type === 'ExternalIdentityUnlinked')
        await this.identity(data.subjectIndex, { uid, at: metadata.at });
      if (type === 'SecondFactorEnrolled') await this.factor(uid, { enrolled: true, at: metadata.at });
      if (type === 'SecondFactorRemoved') await this.factor(uid, { enrolled: false, at: metadata.at });
    }
  }

  /** A replaced credential, with the sessions that it opened and the resets that were requested before. */
  async credential(
    replacedCredentialId: string,
    { uid, at }: { readonly uid: string; readonly at: string },
  ): Promise<void> {
    await this.tokens.withdrawBefore(uid, 'reset-password', at);
    await this.sessions.endAll(uid, ({ credentialId }) => credentialId === replacedCredentialId);
    await this.credentials.remove(replacedCredentialId);
  }

  /** After a change of address, every session until then but the one that asked for it, and the links of the mailbox of before. */
  async address(
    uid: string,
    { changeId, cause, at }: Pick<EmailChanged['data'], 'changeId' | 'cause'> & { readonly at: string },
  ): Promise<void> {
    await this.tokens.withdrawBefore(uid, 'reset-password', at);
    await this.tokens.withdrawBefore(uid, 'enrolment-mail', at);
    await this.sessions.endAll(
      uid,
      ({ createdAtMs, emailChangeId }) =>
        createdAtMs <= Date.parse(at) && (cause === 'undo' || emailChangeId !== changeId),
    );
  }

  /** The sessions opened until a factor was enrolled that have no code of it, or with codes of one until it was removed. */
  async factor(
    uid: string,
    { enrolled, at }: { readonly enrolled: boolean; readonly at: string },
  ): Promise<void> {
    await this.sessions.endAll(
      uid,
      ({ codeAtMs, createdAtMs }) => createdAtMs <= Date.parse(at) && (codeAtMs === undefined) === enrolled,
    );
    // A link undoes the enrolment that it was mailed about, and no later one.
    await this.tokens.withdrawBefore(uid, 'undo-factor', at);
    const account = await this.directory.byUid(uid);
    await this.factors.removeAll(uid, account?.factorId ?? null, Date.parse(at));
  }

  /** A removed identity, with the sessions that it opened until an instant; it can be linked again, here or elsewhere. */
  async identity(
    subjectIndex: string,
    { uid, at }: { readonly uid: string; readonly at: string },
  ): Promise<void> {
    await this.sessions.endOpenedBy(subjectIndex, { uid, at });
    const account = await this.directory.byUid(uid);
    if (!account || !hasIdentity(account, subjectIndex)) await this.claims.releaseIdentity(subjectIndex, uid);
  }
}
