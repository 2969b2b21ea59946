import { type RecordedEvent, streamId } from '../event-sourcing/event.js';
import type { Projection } from '../event-sourcing/projection.js';
import {
  type Locale,
  type Role,
  SIGN_IN_METHODS,
  type SignInMethod,
  type SocialProvider,
} from '../kernel/accounts.js';
import { accountStream, type AccountEvent, type ExternalIdentityLinked } from './account.decider.js';

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
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Every account by uid. */
export const accountsProjection: Projection<AccountDocument> = {
  name: 'accounts',
  version: 2,
  view: 'accounts',
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
    return { ...person, ...access, createdAt: updatedAt, updatedAt };
  }
  return document && changed(document, event);
}

function changed(
  document: AccountDocument,
  event: Exclude<RecordedEvent<AccountEvent>, { type: 'AccountRegistered' }>,
): AccountDocument {
  const updatedAt = event.metadata.at;
  switch (event.type) {
    case 'EmailConfirmed':
      return { ...document, emailConfirmed: true, updatedAt };
    case 'RoleGranted':
      return { ...document, roles: [...document.roles, event.data.role], updatedAt };
    case 'RoleRevoked':
      return { ...document, roles: document.roles.filter((role) => role !== event.data.role), updatedAt };
    case 'ExternalIdentityLinked':
      return { ...document, signInMethods: methodsWith(document.signInMethods, event.data), updatedAt };
    case 'ExternalIdentityUnlinked':
      return withoutProvider(document, event.data.provider, updatedAt);
    case 'PasswordChanged':
      return withPassword(document, updatedAt);
    case 'TermsAccepted':
    case 'AccountSuspended':
    case 'AccountReinstated':
      return document;
  }
}

/** A sign-up with a provider has no password yet. */
function methodsWith(
  before: readonly SignInMethod[],
  { provider, cause }: ExternalIdentityLinked['data'],
): readonly SignInMethod[] {
  const kept = cause === 'sign-up' ? [] : before;
  return SIGN_IN_METHODS.filter((method) => method === provider || kept.includes(method));
}

function withoutProvider(
  document: AccountDocument,
  provider: SocialProvider,
  updatedAt: string,
): AccountDocument {
  const signInMethods = document.signInMethods.filter((method) => method !== provider);
  return { ...document, signInMethods, updatedAt };
}

function withPassword(document: AccountDocument, updatedAt: string): AccountDocument {
  const { signInMethods } = document;
  if (signInMethods.includes('password')) return document;
  return { ...document, signInMethods: ['password', ...signInMethods], updatedAt };
}
