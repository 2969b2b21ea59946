import { DomainError } from '../../../kernel/domain-error.js';
import type { AccountEvent } from './account-events.rules.js';
import type { AccountCommand, PersonalDataCommand } from './account-commands.rules.js';

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly closedAt: string | null;
  readonly legalHold: boolean;
  readonly erased: boolean;
}

const PERSONAL_DATA_COMMANDS: ReadonlySet<AccountCommand['type']> = new Set<PersonalDataCommand['type']>([
  'ChangeName',
  'CloseAccount',
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
 * @throws DomainError account_closed, already_on_hold, not_on_hold, account_open, legal_hold
 */
export function changePerson(command: PersonalDataCommand, person: Person): readonly AccountEvent[] {
  switch (command.type) {
    case 'ChangeName':
      return changeName(command, person);
    case 'CloseAccount':
      return person.closedAt === null ? [{ type: 'AccountClosed', data: {} }] : [];
    case 'PlaceLegalHold':
      if (person.legalHold) throw new DomainError('already_on_hold');
      return [{ type: 'LegalHoldPlaced', data: { reason: command.reason, by: command.by } }];
    case 'LiftLegalHold':
      if (!person.legalHold) throw new DomainError('not_on_hold');
      return [{ type: 'LegalHoldLifted', data: { reason: command.reason, by: command.by } }];
    case 'EraseAccount':
      return erase(person);
  }
}

function changeName(
  { firstName, lastName }: Extract<PersonalDataCommand, { type: 'ChangeName' }>,
  person: Person,
): readonly AccountEvent[] {
  requireOpen(person);
  if (person.firstName === firstName && person.lastName === lastName) return [];
  return [{ type: 'NameChanged', data: { firstName, lastName } }];
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
