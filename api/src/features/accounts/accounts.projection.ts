import { type RecordedEvent, streamId } from '../../event-sourcing/event.js';
import type { Projection } from '../../event-sourcing/projection.js';
import { type Locale, type Role, SIGN_IN_METHODS, type SignInMethod } from '../../kernel/accounts.js';
import type { AccountEvent, AccountReclaimed, ExternalIdentityLinked } from './account-events.rules.js';
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
  readonly signInMethods: readonly SignInMethod[];
  readonly hasSecondFactor: boolean;
  /** When the account was last reclaimed or suspended: links that were shared until then are closed. */
  readonly cutAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Every account by uid. */
export const accountsProjection: Projection<AccountDocument> = {
  name: 'accounts',
  version: 4,
  indexes: [],
  prefixes: [accountStream.prefix],
  key: ({ stream }) => streamId(stream),
  apply: (document, event) => applied(document, event as RecordedEvent<AccountEvent>),
};

function applied(
  document: AccountDocument | null,
  event: RecordedEvent<AccountEvent>,
): AccountDocument | null {
  const updatedAt = event.metadata.at;
  if (event.type === 'AccountRegistered') {
    const { email, firstName, lastName, locale } = event.data;
    const uid = streamId(event.stream);
    const person = { uid, email, firstName, lastName, locale };
    const access = { emailConfirmed: false, roles: ['sender'], signInMethods: ['password'] } as const;
    const secondFactor = { hasSecondFactor: false };
    return { ...person, ...access, ...secondFactor, cutAt: null, createdAt: updatedAt, updatedAt };
  }
  const change = document && changes[event.type](document, event.data as never, updatedAt);
  return change ? { ...document, ...change, updatedAt } : document;
}

type Changes = {
  readonly [Type in Exclude<AccountEvent['type'], 'AccountRegistered'>]: (
    document: AccountDocument,
    data: Extract<AccountEvent, { type: Type }>['data'],
    at: string,
  ) => Partial<AccountDocument> | null;
};

/** What each event changes; null = nothing that is shown. */
const changes: Changes = {
  TermsAccepted: () => null,
  EmailConfirmed: () => ({ emailConfirmed: true }),
  PasswordChanged: ({ signInMethods }) =>
    signInMethods.includes('password') ? null : withPassword(signInMethods),
  AccountReclaimed: ({ signInMethods }, { by }, cutAt) => ({
    signInMethods: reclaimedMethods(signInMethods, by),
    cutAt,
  }),
  AccountCleared: () => null,
  ExternalIdentityLinked: ({ signInMethods }, linked) => ({
    signInMethods: methodsWith(signInMethods, linked),
  }),
  ExternalIdentityUnlinked: ({ signInMethods }, { provider }) => ({
    signInMethods: signInMethods.filter((method) => method !== provider),
  }),
  RoleGranted: ({ roles }, { role }) => ({ roles: [...roles, role] }),
  RoleRevoked: ({ roles }, { role }) => ({ roles: roles.filter((one) => one !== role) }),
  AccountSuspended: (_document, _data, cutAt) => ({ cutAt }),
  AccountReinstated: () => null,
  SecondFactorEnrolled: () => ({ hasSecondFactor: true }),
  SecondFactorRemoved: () => ({ hasSecondFactor: false }),
  RecoveryCodesReplaced: () => null,
  RecoveryCodeUsed: () => null,
};

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
