import { Injectable } from '@nestjs/common';
import { AccountDirectory } from '../account/account-directory.js';
import { Claims } from '../account/claims.js';
import { Leftovers } from '../leftovers.js';
import { Credentials } from '../passwords/credentials.js';
import { OneTimeTokens } from '../passwords/one-time-tokens.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { SessionStore } from '../sessions/session-store.js';

/** Removes the data of a closed account. Name and history stay until retention ends. */
@Injectable()
export class ClosedAccounts {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly claims: Claims,
    private readonly sessions: SessionStore,
    private readonly tokens: OneTimeTokens,
    private readonly credentials: Credentials,
    private readonly factors: SecondFactors,
    private readonly leftovers: Leftovers,
  ) {}

  /** Its addresses can be signed up again; its ways to sign in, cards, recipients and preferences are removed. Idempotent. */
  async clear(uid: string): Promise<void> {
    const account = await this.closedOf(uid);
    // Also those of a change at the same time: it cannot be undone any more.
    for (const { email } of [account, ...account.heldEmails]) await this.claims.releaseEmail(email, uid);
    await this.sessions.endAll(uid);
    await this.tokens.removeAll(uid);
    await this.credentials.remove(account.credentialId);
    await this.factors.removeAll(uid, null);
    await this.leftovers.remove(uid, 'closed');
  }

  /** The same once no request of before can be under way any more: nothing is left to do afterwards. */
  async clearForGood(uid: string): Promise<void> {
    await this.clear(uid);
    await this.leftovers.noteRemoved(uid);
  }

  private async closedOf(uid: string) {
    const account = await this.directory.byUid(uid);
    if (!account || account.closedAt === null) throw new Error(`The account ${uid} is not closed`);
    return account;
  }
}
