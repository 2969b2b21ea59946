import type { Decider } from '../event-sourcing/decider.js';
import type { DomainEvent } from '../event-sourcing/event.js';
import type { Locale, Role, SocialProvider, StaffRole } from '../kernel/accounts.js';
import { DomainError } from '../kernel/domain-error.js';
import { streamCategory } from '../event-sourcing/event.js';

export type AccountRegistered = DomainEvent<
  'AccountRegistered',
  { email: string; firstName: string; lastName: string; locale: Locale; credentialId: string }
>;
/** Also attests the minimum age in these terms (decision 15). */
export type TermsAccepted = DomainEvent<'TermsAccepted', { termsVersion: string; minimumAge: number }>;
export type EmailConfirmed = DomainEvent<'EmailConfirmed', Record<string, never>>;
export type PasswordChanged = DomainEvent<
  'PasswordChanged',
  { credentialId: string; replacedCredentialId: string; cause: 'change' | 'reset' }
>;
/**
 * `subjectIndex` is the blind index of issuer and `sub`. After a sign-up with a provider the account has no password until
 * one is set; an existing account is linked with its password.
 */
export type ExternalIdentityLinked = DomainEvent<
  'ExternalIdentityLinked',
  { provider: SocialProvider; subjectIndex: string; cause: 'sign-up' | 'password' }
>;
/** The owner removed it, with the password of the account. It can be linked again, here or elsewhere. */
export type ExternalIdentityUnlinked = DomainEvent<
  'ExternalIdentityUnlinked',
  { provider: SocialProvider; subjectIndex: string }
>;
export type RoleGranted = DomainEvent<'RoleGranted', { role: StaffRole }>;
export type RoleRevoked = DomainEvent<'RoleRevoked', { role: StaffRole }>;
export type AccountSuspended = DomainEvent<'AccountSuspended', Record<string, never>>;
export type AccountReinstated = DomainEvent<'AccountReinstated', Record<string, never>>;

export type AccountEvent =
  | AccountRegistered
  | TermsAccepted
  | EmailConfirmed
  | PasswordChanged
  | ExternalIdentityLinked
  | ExternalIdentityUnlinked
  | RoleGranted
  | RoleRevoked
  | AccountSuspended
  | AccountReinstated;

/** The minimum age in the terms. */
export const MINIMUM_AGE = 18;

interface At {
  readonly at: string;
}
export type RegisterAccount = At &
  Readonly<AccountRegistered['data']> & { readonly type: 'RegisterAccount'; readonly termsVersion: string };
/** An identity that a provider has just proven. */
interface ProvenIdentity {
  readonly provider: SocialProvider;
  readonly subjectIndex: string;
}
/**
 * A sign-up without a password, with an address that the provider has verified: the credential of the account does not
 * exist in the vault.
 */
export type RegisterWithIdentity = Omit<RegisterAccount, 'type'> &
  ProvenIdentity & { readonly type: 'RegisterWithIdentity' };
/** Only after the account's password was verified. */
export type LinkIdentity = At &
  ProvenIdentity & {
    readonly type: 'LinkIdentity';
    /** The provider has verified the very address of the account. */
    readonly confirmsEmail: boolean;
  };
/** Only after the account's password was verified. */
export type UnlinkProvider = At & { readonly type: 'UnlinkProvider'; readonly provider: SocialProvider };
export type ConfirmEmail = At & { readonly type: 'ConfirmEmail' };
/** `replaces` is the credential the caller proved to know; null = any (a reset). */
export type ChangePassword = At & {
  readonly type: 'ChangePassword';
  readonly credentialId: string;
  readonly replaces: string | null;
};
/** What the operator's command line may change (decision 19). */
export type Administration =
  | { readonly type: 'GrantRole' | 'RevokeRole'; readonly role: StaffRole }
  | { readonly type: 'SuspendAccount' | 'ReinstateAccount' };
export type AccountCommand =
  | RegisterAccount
  | RegisterWithIdentity
  | LinkIdentity
  | UnlinkProvider
  | ConfirmEmail
  | ChangePassword
  | (At & Administration);

/** An account folded from its own stream. */
export interface Account {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
  /** The current credential in the vault. */
  readonly credentialId: string;
  /** False after a sign-up with a provider, until a password is set. */
  readonly hasPassword: boolean;
  readonly identities: readonly ProvenIdentity[];
  readonly emailConfirmed: boolean;
  readonly roles: readonly Role[];
  /** A suspended account has no session and opens none. */
  readonly suspended: boolean;
}

/** Null until registered. */
export interface AccountState {
  readonly account: Account | null;
}

/** `account-{uid}`: identity and roles of a user. Password hashes are only in the vault. */
export const accountStream = streamCategory('account-');

export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = {
  name: 'account',
  initialState: () => ({ account: null }),
  decide: (command, { account }) =>
    command.type === 'RegisterAccount'
      ? register(command, account)
      : command.type === 'RegisterWithIdentity'
        ? registerWithIdentity(command, account)
        : change(command, known(account)),
  evolve: ({ account }, event) => ({
    account: event.type === 'AccountRegistered' ? registered(event.data) : evolved(known(account), event),
  }),
};

function register(command: RegisterAccount, account: Account | null): readonly AccountEvent[] {
  // A repeat of the attempt that registered, after a lost response.
  if (account?.credentialId === command.credentialId) return [];
  if (account) throw new DomainError('email_taken');
  return signedUp(command);
}

function signedUp(command: RegisterAccount | RegisterWithIdentity): readonly AccountEvent[] {
  const { email, firstName, lastName, locale, credentialId, termsVersion } = command;
  return [
    { type: 'AccountRegistered', data: { email, firstName, lastName, locale, credentialId } },
    { type: 'TermsAccepted', data: { termsVersion, minimumAge: MINIMUM_AGE } },
  ];
}

function registerWithIdentity(
  command: RegisterWithIdentity,
  account: Account | null,
): readonly AccountEvent[] {
  const { provider, subjectIndex } = command;
  // A repeat, or the other of two first sign-ins at the same time.
  if (account && hasIdentity(account, subjectIndex)) return [];
  if (account) throw new DomainError('email_taken');
  return [
    ...signedUp(command),
    { type: 'EmailConfirmed', data: {} },
    { type: 'ExternalIdentityLinked', data: { provider, subjectIndex, cause: 'sign-up' } },
  ];
}

function linkIdentity(
  { provider, subjectIndex, confirmsEmail }: LinkIdentity,
  account: Account,
): readonly AccountEvent[] {
  requireSocialSignIn(account);
  if (hasIdentity(account, subjectIndex)) return [];
  return [
    ...(confirmsEmail ? confirmEmail(account) : []),
    { type: 'ExternalIdentityLinked', data: { provider, subjectIndex, cause: 'password' } },
  ];
}

/** The last way to sign in stays: what remains is the password. */
function unlinkProvider({ provider }: UnlinkProvider, account: Account): readonly AccountEvent[] {
  requireOtherMethod(account);
  return identitiesAt(account, provider).map(({ subjectIndex }) => ({
    type: 'ExternalIdentityUnlinked',
    data: { provider, subjectIndex },
  }));
}

/** @throws DomainError last_sign_in_method */
export function requireOtherMethod({ hasPassword }: Account): void {
  if (!hasPassword) throw new DomainError('last_sign_in_method');
}

/** The accounts at a provider that the account is linked to. */
export function identitiesAt({ identities }: Account, provider: SocialProvider): readonly ProvenIdentity[] {
  return identities.filter((identity) => identity.provider === provider);
}

/** Whether the account is linked to this identity. */
export function hasIdentity({ identities }: Account, subjectIndex: string): boolean {
  return identities.some((identity) => identity.subjectIndex === subjectIndex);
}

/**
 * Refuses the accounts that no provider may open: a suspended one, and those of staff, whose rights must not depend on
 * an account elsewhere.
 * @throws DomainError account_suspended, social_staff
 */
export function requireSocialSignIn({ suspended, roles }: Account): void {
  if (suspended) throw new DomainError('account_suspended');
  if (roles.some((role) => role !== 'sender')) throw new DomainError('social_staff');
}

function confirmEmail({ emailConfirmed }: Account): readonly AccountEvent[] {
  return emailConfirmed ? [] : [{ type: 'EmailConfirmed', data: {} }];
}

function change(
  command: Exclude<AccountCommand, RegisterAccount | RegisterWithIdentity>,
  account: Account,
): readonly AccountEvent[] {
  if (command.type === 'ConfirmEmail') return confirmEmail(account);
  if (command.type === 'LinkIdentity') return linkIdentity(command, account);
  if (command.type === 'UnlinkProvider') return unlinkProvider(command, account);
  if (command.type === 'ChangePassword') return changePassword(command, account);
  return administer(command, account);
}

function administer(command: Administration, { roles, suspended }: Account): readonly AccountEvent[] {
  switch (command.type) {
    case 'GrantRole':
      return roles.includes(command.role) ? [] : [{ type: 'RoleGranted', data: { role: command.role } }];
    case 'RevokeRole':
      return roles.includes(command.role) ? [{ type: 'RoleRevoked', data: { role: command.role } }] : [];
    case 'SuspendAccount':
      return suspended ? [] : [{ type: 'AccountSuspended', data: {} }];
    case 'ReinstateAccount':
      return suspended ? [{ type: 'AccountReinstated', data: {} }] : [];
  }
}

function changePassword(command: ChangePassword, account: Account): readonly AccountEvent[] {
  const { credentialId, replaces } = command;
  if (account.credentialId === credentialId) return [];
  // The password was changed after the caller's was verified.
  if (replaces !== null && replaces !== account.credentialId) throw new DomainError('invalid_credentials');
  const cause = replaces === null ? 'reset' : 'change';
  return [
    { type: 'PasswordChanged', data: { credentialId, replacedCredentialId: account.credentialId, cause } },
  ];
}

function registered(data: AccountRegistered['data']): Account {
  return {
    ...data,
    hasPassword: true,
    identities: [],
    emailConfirmed: false,
    roles: ['sender'],
    suspended: false,
  };
}

function evolved(account: Account, event: Exclude<AccountEvent, AccountRegistered>): Account {
  switch (event.type) {
    case 'EmailConfirmed':
      return { ...account, emailConfirmed: true };
    case 'PasswordChanged':
      return { ...account, credentialId: event.data.credentialId, hasPassword: true };
    case 'ExternalIdentityLinked':
      return linked(account, event.data);
    case 'ExternalIdentityUnlinked':
      return unlinked(account, event.data);
    case 'RoleGranted':
      return { ...account, roles: [...account.roles, event.data.role] };
    case 'RoleRevoked':
      return { ...account, roles: account.roles.filter((role) => role !== event.data.role) };
    case 'AccountSuspended':
      return { ...account, suspended: true };
    case 'AccountReinstated':
      return { ...account, suspended: false };
    case 'TermsAccepted':
      return account;
  }
}

function linked(account: Account, { cause, ...identity }: ExternalIdentityLinked['data']): Account {
  const hasPassword = account.hasPassword && cause !== 'sign-up';
  return { ...account, hasPassword, identities: [...account.identities, identity] };
}

function unlinked(account: Account, { subjectIndex }: ExternalIdentityUnlinked['data']): Account {
  const identities = account.identities.filter((identity) => identity.subjectIndex !== subjectIndex);
  return { ...account, identities };
}

function known(account: Account | null): Account {
  if (!account) throw new DomainError('account_not_found');
  return account;
}
