import { fullNameOf, type Me } from './accounts.js';
import type { UserPrefs } from './preferences.js';
import { badgeOf, type KycStatus } from './verification.js';

/** The person of an account. */
export interface AccountFacts extends Pick<
  Me,
  'email' | 'emailConfirmed' | 'firstName' | 'locale' | 'hasSecondFactor'
> {
  readonly lastName: string;
  readonly roles: readonly Me['roles'][number][];
  readonly signInMethods: readonly Me['signInMethods'][number][];
}

/** A person as the screens show them: what they prefer comes before what they signed up with. */
export function meOf(
  uid: string,
  account: AccountFacts,
  { prefs, latestCheck }: { readonly prefs: UserPrefs | null; readonly latestCheck: KycStatus | undefined },
): Me {
  const { email, firstName, emailConfirmed, roles, signInMethods, hasSecondFactor } = account;
  const fullName = fullNameOf(account);
  return {
    uid,
    email,
    emailConfirmed,
    firstName,
    fullName,
    roles: [...roles],
    signInMethods: [...signInMethods],
    hasSecondFactor,
    displayName: prefs?.displayName ?? fullName,
    verification: badgeOf(latestCheck),
    locale: prefs?.locale ?? account.locale,
  };
}
