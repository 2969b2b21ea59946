import { DomainError } from '../../../../kernel/domain-error.js';
import type { SocialProvider } from '../../../../kernel/people/accounts.js';
import type { ProvenIdentity } from '../../account/account-commands.rules.js';
import type { ExternalIdentityLinked, ExternalIdentityUnlinked } from '../../account/account-events.rules.js';

/** `ownAddress`: the provider vouched for the very address of the account. */
export type LinkedIdentity = ProvenIdentity & { readonly ownAddress: boolean };

interface Linking {
  readonly hasPassword: boolean;
  readonly identities: readonly LinkedIdentity[];
}

/** An account after an identity was linked; one that signed up with it has no password. */
export function withIdentity<Account extends Linking>(
  account: Account,
  { cause, ...identity }: ExternalIdentityLinked['data'],
): Account {
  const hasPassword = account.hasPassword && cause !== 'sign-up';
  return { ...account, hasPassword, identities: [...account.identities, identity] };
}

/** An account after an identity was removed from it. */
export function withoutIdentity<Account extends Linking>(
  account: Account,
  { subjectIndex }: ExternalIdentityUnlinked['data'],
): Account {
  const identities = account.identities.filter((identity) => identity.subjectIndex !== subjectIndex);
  return { ...account, identities };
}

/** The end of a link: the identity can be linked again, here or elsewhere. */
export const unlinking = ({ provider, subjectIndex }: ProvenIdentity): ExternalIdentityUnlinked => ({
  type: 'ExternalIdentityUnlinked',
  data: { provider, subjectIndex },
});

/** @throws DomainError last_sign_in_method */
export function requireOtherMethod({ hasPassword }: Pick<Linking, 'hasPassword'>): void {
  if (!hasPassword) throw new DomainError('last_sign_in_method');
}

/** The accounts at a provider that the account is linked to. */
export function identitiesAt(
  { identities }: Pick<Linking, 'identities'>,
  provider: SocialProvider,
): readonly ProvenIdentity[] {
  return identities.filter((identity) => identity.provider === provider);
}
