import { evolveBy } from '../../../event-sourcing/evolve.js';
import type { Locale, Role } from '../../../kernel/people/accounts.js';
import {
  type LinkedIdentity,
  withIdentity,
  withoutIdentity,
} from '../social/linking/linked-identities.rules.js';
import type { AccountEvent, AccountRegistered } from './account-events.rules.js';
import type { Suspension } from './administration.rules.js';
import {
  type HeldEmail,
  type RequestedEmail,
  withAddress,
  withoutRequest,
} from '../person/email-change.rules.js';
import { afterErasure } from './personal-data.rules.js';

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
  readonly identities: readonly LinkedIdentity[];
  readonly emailConfirmed: boolean;
  /** The change of address that waits for its confirmations. */
  readonly emailRequest: RequestedEmail | null;
  /** Other addresses that no other account may have, in the order of their claims. */
  readonly heldEmails: readonly HeldEmail[];
  /** The change that brought the address; null for that of the sign-up, or after an undo. */
  readonly emailChangeId: string | null;
  readonly roles: readonly Role[];
  /** A suspended account has no session and opens none. */
  readonly suspended: boolean;
  readonly suspension: Suspension | null;
  /** It was reclaimed or closed, and data saved before may still be there: a reclaimed one opens only once that is removed. */
  readonly hasLeftovers: boolean;
  /** The second factor in the vault; every sign-in needs its code. Null without one. */
  readonly factorId: string | null;
  /** A closed account has no session and opens none. Null while it is open. */
  readonly closedAt: string | null;
  /** Nothing of the person is erased. */
  readonly legalHold: boolean;
  readonly erased: boolean;
}

/** An account as it was signed up. */
export function registered(data: AccountRegistered['data']): Account {
  return {
    ...data,
    hasPassword: true,
    identities: [],
    emailConfirmed: false,
    emailRequest: null,
    heldEmails: [],
    emailChangeId: null,
    roles: ['sender'],
    suspended: false,
    suspension: null,
    hasLeftovers: false,
    factorId: null,
    closedAt: null,
    legalHold: false,
    erased: false,
  };
}

/** An account after the next of its events. */
export const evolved = evolveBy<Account, Exclude<AccountEvent, AccountRegistered>>({
  TermsAccepted: (account) => account,
  EmailConfirmed: (account) => ({ ...account, emailConfirmed: true }),
  PasswordChanged: (account, { data: { credentialId } }) => ({ ...account, credentialId, hasPassword: true }),
  AccountReclaimed: (account, { data: { credentialId, by } }) => ({
    ...account,
    credentialId,
    hasPassword: by === 'reset',
    hasLeftovers: true,
  }),
  AccountCleared: (account) => ({ ...account, hasLeftovers: false }),
  ExternalIdentityLinked: (account, { data }) => withIdentity(account, data),
  ExternalIdentityUnlinked: (account, { data }) => withoutIdentity(account, data),
  RoleGranted: (account, { data: { role } }) => ({ ...account, roles: [...account.roles, role] }),
  RoleRevoked: (account, { data: { role } }) => ({
    ...account,
    roles: account.roles.filter((one) => one !== role),
  }),
  AccountSuspended: (account, { data: { cause } }) => ({
    ...account,
    suspended: true,
    suspension: { cause, request: null },
  }),
  AccountReinstated: (account) => ({ ...account, suspended: false, suspension: null }),
  ReinstatementRequested: (account, { data: { by, requestedAt } }) => ({
    ...account,
    suspension: account.suspension && {
      ...account.suspension,
      request: { by, atMs: Date.parse(requestedAt) },
    },
  }),
  SecondFactorEnrolled: (account, { data: { factorId } }) => ({ ...account, factorId }),
  SecondFactorRemoved: (account) => ({ ...account, factorId: null }),
  RecoveryCodesReplaced: (account) => account,
  RecoveryCodeUsed: (account) => account,
  EmailChangeRequested: (account, { data, metadata: { at } }) => ({
    ...account,
    emailRequest: { ...data, requestedAtMs: Date.parse(at), confirmedBy: [] },
  }),
  EmailChangeConfirmed: (account, { data: { by } }) => ({
    ...account,
    emailRequest: account.emailRequest && {
      ...account.emailRequest,
      confirmedBy: [...account.emailRequest.confirmedBy, by],
    },
  }),
  EmailChangeCancelled: (account, { metadata: { at } }) => withoutRequest(account, at),
  EmailChanged: withAddress,
  EmailGivenUp: (account, { data: { changeId } }) => ({
    ...account,
    heldEmails: account.heldEmails.filter((held) => held.changeId !== changeId),
  }),
  NameChanged: (account, { data }) => ({ ...account, ...data }),
  AccountClosed: (account, { metadata: { at: closedAt } }) => ({
    ...withoutRequest(account, closedAt),
    closedAt,
    hasPassword: false,
    factorId: null,
    hasLeftovers: true,
  }),
  LegalHoldPlaced: (account) => ({ ...account, legalHold: true }),
  LegalHoldLifted: (account) => ({ ...account, legalHold: false }),
  AccountErased: afterErasure,
});
