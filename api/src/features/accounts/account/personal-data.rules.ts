import type { StreamEvent } from '../../../event-sourcing/event.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { Role } from '../../../kernel/people/accounts.js';
import { ERASED } from '../../../kernel/text/erased.js';
import { unlinking } from '../social/linking/linked-identities.rules.js';
import type { AccountErased, AccountEvent, ExternalIdentityUnlinked } from './account-events.rules.js';
import type { AccountCommand, PersonalDataCommand } from './account-commands.rules.js';

/** What these decisions read of an account. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly closedAt: string | null;
  readonly legalHold: boolean;
  readonly erased: boolean;
  readonly hasLeftovers: boolean;
  readonly roles: readonly Role[];
  readonly identities: readonly ExternalIdentityUnlinked['data'][];
}

const PERSONAL_DATA_COMMANDS: ReadonlySet<AccountCommand['type']> = new Set<PersonalDataCommand['type']>([
  'ChangeName',
  'CloseAccount',
  'ClearAccount',
  'PlaceLegalHold',
  'LiftLegalHold',
  'EraseAccount',
]);

/** Whether a command is decided by {@link changePerson}. */
export function isPersonalDataCommand(
  command: AccountCommand,
): command is AccountCommand & PersonalDataCommand {
  return PERSONAL_DATA_COMMANDS.has(command.type);
}

/**
 * A change of the person's data, or of how long it is kept. A repeat records nothing.
 * @throws DomainError account_closed, account_erased, already_on_hold, not_on_hold, account_open, legal_hold
 */
export function changePerson(command: PersonalDataCommand, person: Person): readonly AccountEvent[] {
  switch (command.type) {
    case 'ChangeName':
      return changeName(command, person);
    case 'CloseAccount':
      return close(person);
    case 'ClearAccount':
      return person.hasLeftovers ? [{ type: 'AccountCleared', data: {} }] : [];
    case 'PlaceLegalHold':
      return placeLegalHold(command, person);
    case 'LiftLegalHold':
      if (!person.legalHold) throw new DomainError('not_on_hold');
      return [{ type: 'LegalHoldLifted', data: { reason: command.reason, by: command.by } }];
    case 'EraseAccount':
      return erase(person);
  }
}

function placeLegalHold(
  { reason, by }: Extract<PersonalDataCommand, { type: 'PlaceLegalHold' }>,
  { erased, legalHold }: Person,
): readonly AccountEvent[] {
  if (erased) throw new DomainError('account_erased');
  if (legalHold) throw new DomainError('already_on_hold');
  return [{ type: 'LegalHoldPlaced', data: { reason, by } }];
}

function changeName(
  { firstName, lastName }: Extract<PersonalDataCommand, { type: 'ChangeName' }>,
  person: Person,
): readonly AccountEvent[] {
  requireOpen(person);
  if (person.firstName === firstName && person.lastName === lastName) return [];
  return [{ type: 'NameChanged', data: { firstName, lastName } }];
}

/** Every account at a provider can be linked elsewhere again; a role that was granted meanwhile ends. */
export function close({ closedAt, identities, roles }: Person): readonly AccountEvent[] {
  if (closedAt !== null) return [];
  return [
    { type: 'AccountClosed', data: {} },
    ...identities.map(unlinking),
    ...roles.flatMap((role) => (role === 'sender' ? [] : [{ type: 'RoleRevoked', data: { role } } as const])),
  ];
}

function erase({ closedAt, legalHold, erased }: Person): readonly AccountEvent[] {
  if (erased) return [];
  if (closedAt === null) throw new DomainError('account_open');
  if (legalHold) throw new DomainError('legal_hold');
  return [{ type: 'AccountErased', data: {} }];
}

function requireOpen({ closedAt }: Person): void {
  if (closedAt !== null) throw new DomainError('account_closed');
}

/** No text of the person is left. */
export function afterErasure<Account extends Person>(
  account: Account,
  { metadata: { at } }: StreamEvent<AccountErased>,
): Account {
  const gone = { email: ERASED, firstName: ERASED, lastName: ERASED, emailRequest: null, heldEmails: [] };
  // It was open where an older backup was restored.
  return { ...account, ...gone, closedAt: account.closedAt ?? at, erased: true };
}

/** What a request that was under way may still want of an account that is closed: its session is ending. */
const OF_OPEN_ACCOUNTS: ReadonlySet<AccountCommand['type']> = new Set<AccountCommand['type']>([
  'ConfirmEmail',
  'LinkIdentity',
  'ReclaimWithIdentity',
  'UnlinkProvider',
  'ChangePassword',
  'EnrolSecondFactor',
  'ReplaceRecoveryCodes',
  'UseRecoveryCode',
  'GrantRole',
]);

/** @throws DomainError unauthenticated for what a request of before still wants of a closed account */
export function requireOpenFor(wanted: AccountCommand['type'], { closedAt }: Pick<Person, 'closedAt'>): void {
  if (closedAt !== null && OF_OPEN_ACCOUNTS.has(wanted)) throw new DomainError('unauthenticated');
}
