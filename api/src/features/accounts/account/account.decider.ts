import type { Decider } from '../../../event-sourcing/decider.js';
import { streamCategory } from '../../../event-sourcing/event.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type {
  AccountCommand,
  ChangePassword,
  LinkIdentity,
  ReclaimWithIdentity,
  RegisterAccount,
  RegisterWithIdentity,
  UndoEmailChange,
  UnlinkProvider,
} from './account-commands.rules.js';
import { type Account, evolved, registered } from './account-state.rules.js';
import { administer } from './administration.rules.js';
import { changePerson, isPersonalDataCommand, requireOpenFor } from './personal-data.rules.js';
import { cancelled, changeAddress, isEmailCommand, undoable } from '../person/email-change.rules.js';
import { identitiesAt, requireOtherMethod, unlinking } from '../social/linking/linked-identities.rules.js';
import { changeFactor, isFactorChange } from '../second-factor/factor-decisions.rules.js';
import type { AccountEvent } from './account-events.rules.js';

/** The minimum age in the terms. */
export const MINIMUM_AGE = 18;

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
    { type: 'ExternalIdentityLinked', data: { provider, subjectIndex, cause: 'sign-up', ownAddress: true } },
  ];
}

function linkIdentity(
  { provider, subjectIndex, vouchedFor, credentialId }: LinkIdentity,
  account: Account,
): readonly AccountEvent[] {
  if (credentialId !== account.credentialId) throw new DomainError('social_expired');
  requireLinking(account);
  if (hasIdentity(account, subjectIndex)) return [];
  const ownAddress = vouchedFor === account.email;
  return [
    { type: 'ExternalIdentityLinked', data: { provider, subjectIndex, cause: 'password', ownAddress } },
  ];
}

/** The account belongs to the person who proved the mailbox: every earlier way to sign in ends. */
function reclaimWithIdentity(command: ReclaimWithIdentity, account: Account): readonly AccountEvent[] {
  const { provider, subjectIndex, credentialId } = command;
  requireSocialSignIn(account);
  // Confirmed or reclaimed in the meantime: its password is required.
  if (account.emailConfirmed) throw new DomainError('social_link_required');
  return [
    ...reclaimed(account, { credentialId, by: 'provider' }),
    { type: 'ExternalIdentityLinked', data: { provider, subjectIndex, cause: 'sign-up', ownAddress: true } },
  ];
}

function reclaimed(
  account: Account,
  { credentialId, by }: { readonly credentialId: string; readonly by: 'reset' | 'provider' },
): readonly AccountEvent[] {
  const { credentialId: replacedCredentialId, identities } = account;
  return [
    { type: 'AccountReclaimed', data: { credentialId, replacedCredentialId, by } },
    ...confirmEmail(account),
    ...identities.map(unlinking),
    ...cancelled(account.emailRequest),
  ];
}

/** The last way to sign in stays: what remains is the password. */
function unlinkProvider({ provider }: UnlinkProvider, account: Account): readonly AccountEvent[] {
  requireOtherMethod(account);
  return identitiesAt(account, provider).map(unlinking);
}

/** Whether the account is linked to this identity. */
export function hasIdentity({ identities }: Account, subjectIndex: string): boolean {
  return identities.some((identity) => identity.subjectIndex === subjectIndex);
}

/**
 * Refuses the accounts that no provider may open: a suspended one, and those of staff: their rights must not depend on
 * an account elsewhere.
 * @throws DomainError account_suspended, social_staff
 */
export function requireSocialSignIn({ suspended, roles }: Account): void {
  if (suspended) throw new DomainError('account_suspended');
  if (roles.some((role) => role !== 'sender')) throw new DomainError('social_staff');
}

/**
 * Refuses to link a provider to an account that may be a stranger's to the owner of its mailbox.
 * @throws DomainError account_suspended, social_staff, email_not_confirmed
 */
export function requireLinking(account: Account): void {
  requireSocialSignIn(account);
  if (!account.emailConfirmed) throw new DomainError('email_not_confirmed');
}

function confirmEmail({ emailConfirmed }: Account): readonly AccountEvent[] {
  return emailConfirmed ? [] : [{ type: 'EmailConfirmed', data: {} }];
}

function change(
  command: Exclude<AccountCommand, RegisterAccount | RegisterWithIdentity>,
  account: Account,
): readonly AccountEvent[] {
  requireOpenFor(command.type, account);
  if (isFactorChange(command)) return changeFactor(command, account);
  if (isPersonalDataCommand(command)) return changePerson(command, account);
  if (isEmailCommand(command)) return changeAddress(command, account);
  switch (command.type) {
    case 'ConfirmEmail':
      return confirmEmail(account);
    case 'LinkIdentity':
      return linkIdentity(command, account);
    case 'ReclaimWithIdentity':
      return reclaimWithIdentity(command, account);
    case 'UnlinkProvider':
      return unlinkProvider(command, account);
    case 'ChangePassword':
      return setPassword(command, account);
    case 'UndoEmailChange':
      return undoEmailChange(command, account);
    default:
      return administer(command, account);
  }
}

const setPassword = (command: ChangePassword, account: Account): readonly AccountEvent[] =>
  command.replaces === null ? resetPassword(command, account) : changePassword(command, account);

function changePassword(
  { credentialId, replaces }: ChangePassword,
  account: Account,
): readonly AccountEvent[] {
  if (account.credentialId === credentialId) return [];
  // The password was changed after the caller's was verified.
  if (replaces !== account.credentialId) throw new DomainError('invalid_credentials');
  return [passwordChanged(account, credentialId, 'change')];
}

/** The owner of the mailbox. A confirmed account loses only the ways in that lead past this mailbox. */
function resetPassword({ credentialId }: ChangePassword, account: Account): readonly AccountEvent[] {
  if (account.credentialId === credentialId) return [];
  if (!account.emailConfirmed) return reclaimed(account, { credentialId, by: 'reset' });
  const foreign = account.identities.filter(({ ownAddress }) => !ownAddress);
  return [
    passwordChanged(account, credentialId, 'reset'),
    ...foreign.map(unlinking),
    ...cancelled(account.emailRequest),
  ];
}

/**
 * The owner of the mailbox of before takes the account back: every later way to sign in ends. The second factor of then stays, as
 * does any of staff, whom an operator helps.
 */
function undoEmailChange(
  { changeId, credentialId, at }: UndoEmailChange,
  account: Account,
): readonly AccountEvent[] {
  const held = undoable(account, changeId, Date.parse(at));
  if (!held || account.closedAt !== null) throw new DomainError('token_invalid');
  if (account.suspended) throw new DomainError('account_suspended');
  const foreign = account.identities.filter(({ subjectIndex }) => !held.vouchedFor.includes(subjectIndex));
  const { factorId } = account;
  const isForeignFactor = factorId !== null && factorId !== held.factorId && account.roles.length === 1;
  return [
    { type: 'EmailChanged', data: { changeId, email: held.email, cause: 'undo' } },
    passwordChanged(account, credentialId, 'reset'),
    ...foreign.map(unlinking),
    ...(isForeignFactor
      ? [{ type: 'SecondFactorRemoved', data: { factorId, cause: 'owner' } } as const]
      : []),
  ];
}

function passwordChanged(account: Account, credentialId: string, cause: 'change' | 'reset'): AccountEvent {
  const { credentialId: replacedCredentialId } = account;
  return { type: 'PasswordChanged', data: { credentialId, replacedCredentialId, cause } };
}

function known(account: Account | null): Account {
  if (!account) throw new DomainError('account_not_found');
  return account;
}
