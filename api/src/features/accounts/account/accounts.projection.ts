import { type StreamEvent, streamId } from '../../../event-sourcing/event.js';
import { resultOf, type ByEvent } from '../../../event-sourcing/evolve.js';
import { ofStream, type Projection } from '../../../event-sourcing/projection.js';
import {
  type Locale,
  type Role,
  SIGN_IN_METHODS,
  type SignInMethod,
} from '../../../kernel/people/accounts.js';
import { ERASED } from '../../../kernel/text/erased.js';
import type {
  AccountEvent,
  AccountReclaimed,
  AccountRegistered,
  ExternalIdentityLinked,
} from './account-events.rules.js';
import { accountStream } from './account.decider.js';

/** A document of the view accounts. */
export interface AccountDocument {
  readonly uid: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
  readonly emailConfirmed: boolean;
  readonly roles: readonly Role[];
  /** Whether it has a role of staff. */
  readonly isStaff: boolean;
  readonly signInMethods: readonly SignInMethod[];
  readonly hasSecondFactor: boolean;
  /** When the account was last reclaimed, suspended or closed: links that were shared until then are closed. */
  readonly cutAt: string | null;
  readonly life: 'open' | 'closed' | 'erased';
  /** Null while it is open. */
  readonly closedAt: string | null;
  /** Closed, and its saved data may still be there. */
  readonly isClearing: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Every account by uid. */
export const accountsProjection: Projection<AccountDocument, AccountEvent> = {
  name: 'accounts',
  version: 6,
  indexes: [
    { name: 'byStaff', eq: ['isStaff'], sort: 'lastName' },
    // For the erasure after the end of retention.
    { name: 'byLife', eq: ['life'], sort: 'closedAt' },
    { name: 'byClearing', eq: ['isClearing'], sort: 'updatedAt' },
  ],
  prefixes: [accountStream.prefix],
  keys: ofStream,
  evolve(document, event) {
    if (event.type === 'AccountRegistered') return registered(event);
    const change = document && resultOf(changes, document, event);
    return change ? { ...document, ...change, updatedAt: event.metadata.at } : document;
  },
};

function registered({ stream, data, metadata: { at } }: StreamEvent<AccountRegistered>): AccountDocument {
  const { email, firstName, lastName, locale } = data;
  const person = { uid: streamId(stream), email, firstName, lastName, locale };
  const access = { emailConfirmed: false, roles: ['sender'], signInMethods: ['password'] } as const;
  const unset = {
    isStaff: false,
    hasSecondFactor: false,
    cutAt: null,
    life: 'open',
    closedAt: null,
    isClearing: false,
  } as const;
  return { ...person, ...access, ...unset, createdAt: at, updatedAt: at };
}

/** What each event changes; null = nothing that is shown. */
const changes: ByEvent<
  AccountDocument,
  Exclude<AccountEvent, AccountRegistered>,
  Partial<AccountDocument> | null
> = {
  TermsAccepted: () => null,
  EmailConfirmed: () => ({ emailConfirmed: true }),
  PasswordChanged: ({ signInMethods }) =>
    signInMethods.includes('password') ? null : withPassword(signInMethods),
  AccountReclaimed: ({ signInMethods }, { data: { by }, metadata: { at: cutAt } }) => ({
    signInMethods: reclaimedMethods(signInMethods, by),
    cutAt,
  }),
  AccountCleared: () => ({ isClearing: false }),
  ExternalIdentityLinked: ({ signInMethods }, { data: linked }) => ({
    signInMethods: methodsWith(signInMethods, linked),
  }),
  ExternalIdentityUnlinked: ({ signInMethods }, { data: { provider } }) => ({
    signInMethods: signInMethods.filter((method) => method !== provider),
  }),
  RoleGranted: ({ roles }, { data: { role } }) => withRoles([...roles, role]),
  RoleRevoked: ({ roles }, { data: { role } }) => withRoles(roles.filter((one) => one !== role)),
  AccountSuspended: (_, { metadata: { at: cutAt } }) => ({ cutAt }),
  AccountReinstated: () => null,
  ReinstatementRequested: () => null,
  SecondFactorEnrolled: () => ({ hasSecondFactor: true }),
  SecondFactorRemoved: () => ({ hasSecondFactor: false }),
  RecoveryCodesReplaced: () => null,
  RecoveryCodeUsed: () => null,
  EmailChangeRequested: () => null,
  EmailChangeConfirmed: () => null,
  EmailChangeCancelled: () => null,
  EmailGivenUp: () => null,
  EmailChanged: (_, { data: { email } }) => ({ email }),
  NameChanged: (_, { data }) => data,
  AccountClosed: (_, { metadata: { at } }) => ({
    cutAt: at,
    life: 'closed',
    closedAt: at,
    isClearing: true,
    signInMethods: [],
    hasSecondFactor: false,
  }),
  LegalHoldPlaced: () => null,
  LegalHoldLifted: () => null,
  AccountErased: () => ({ email: ERASED, firstName: ERASED, lastName: ERASED, life: 'erased' }),
};

function withRoles(roles: readonly Role[]): Partial<AccountDocument> {
  return { roles, isStaff: roles.some((role) => role !== 'sender') };
}

/** A sign-up with a provider has no password yet. */
function methodsWith(
  before: readonly SignInMethod[],
  { provider, cause }: ExternalIdentityLinked['data'],
): readonly SignInMethod[] {
  const kept = cause === 'sign-up' ? [] : before;
  return SIGN_IN_METHODS.filter((method) => method === provider || kept.includes(method));
}

/** The events that follow remove the providers. */
function reclaimedMethods(
  before: readonly SignInMethod[],
  by: AccountReclaimed['data']['by'],
): readonly SignInMethod[] {
  return SIGN_IN_METHODS.filter((method) =>
    method === 'password' ? by === 'reset' : before.includes(method),
  );
}

function withPassword(before: readonly SignInMethod[]): Partial<AccountDocument> {
  return { signInMethods: ['password', ...before] };
}
