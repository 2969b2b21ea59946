import { Injectable } from '@nestjs/common';
import { ViewStore } from '../../engine/view-store/view-store.port.js';
import { type Me, SIGN_IN_METHODS, type SignInMethod } from '../../kernel/people/accounts.js';
import { DomainError } from '../../kernel/domain-error.js';
import { type AccountFacts, meOf } from '../../kernel/people/me.js';
import { AccountDirectory } from './account/account-directory.js';
import type { Account } from './account/account-state.rules.js';
import { accountsProjection } from './account/accounts.projection.js';
import { userPrefsProjection } from '../preferences/user-prefs.projection.js';
import { kycRequestsProjection, newestRequestOf } from '../verification/kyc-requests.projection.js';

/** The views that GET /me reads. */
export const ME_VIEWS = [accountsProjection, userPrefsProjection, kycRequestsProjection];

/** The signed-in user, for the screens. */
@Injectable()
export class GetMe {
  constructor(
    private readonly views: ViewStore,
    private readonly directory: AccountDirectory,
  ) {}

  /** @param known the account, when the caller has a more recent one than the view may have */
  async execute(uid: string, known?: Account): Promise<Me> {
    const [account, prefs, requests] = await Promise.all([
      known ? knownFacts(known) : this.account(uid),
      this.views.get(userPrefsProjection, uid),
      this.views.find(kycRequestsProjection, newestRequestOf(uid)),
    ]);
    return meOf(uid, account, { prefs, latestCheck: requests.items[0]?.status });
  }

  /** From the account's own stream while the view does not have it yet, as after a sign-up with a provider. */
  private async account(uid: string): Promise<AccountFacts> {
    const document = await this.views.get(accountsProjection, uid);
    if (document) return document;
    const account = await this.directory.ownOf(uid);
    if (!account) throw new DomainError('unauthenticated');
    return knownFacts(account);
  }
}

function knownFacts({ hasPassword, identities, factorId, ...account }: Account): AccountFacts {
  const linked = new Set<SignInMethod>(identities.map(({ provider }) => provider));
  const has = (method: SignInMethod) => (method === 'password' ? hasPassword : linked.has(method));
  return { ...account, signInMethods: SIGN_IN_METHODS.filter(has), hasSecondFactor: factorId !== null };
}
