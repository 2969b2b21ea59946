import { type RecordedEvent, streamId } from '../event-sourcing/event.js';
import type { Projection } from '../event-sourcing/projection.js';
import type { Locale, Role } from '../kernel/accounts.js';
import { accountStream, type AccountEvent } from './account.decider.js';

/** A document of the view accounts. */
export interface AccountDocument {
  readonly uid: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
  readonly emailConfirmed: boolean;
  readonly roles: readonly Role[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Every account by uid. */
export const accountsProjection: Projection<AccountDocument> = {
  name: 'accounts',
  version: 1,
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
    return { ...person, emailConfirmed: false, roles: ['sender'], createdAt: updatedAt, updatedAt };
  }
  if (!document) return null;
  switch (event.type) {
    case 'EmailConfirmed':
      return { ...document, emailConfirmed: true, updatedAt };
    case 'RoleGranted':
      return { ...document, roles: [...document.roles, event.data.role], updatedAt };
    case 'RoleRevoked':
      return { ...document, roles: document.roles.filter((role) => role !== event.data.role), updatedAt };
    case 'TermsAccepted':
    case 'PasswordChanged':
    case 'AccountSuspended':
    case 'AccountReinstated':
      return document;
  }
}
