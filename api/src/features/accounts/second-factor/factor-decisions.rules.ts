import { DomainError } from '../../../kernel/domain-error.js';
import type { AccountCommand, FactorChange } from '../account/account-commands.rules.js';
import type { AccountEvent } from '../account/account-events.rules.js';

/** What these decisions read of an account. */
interface FactorOwner {
  readonly emailConfirmed: boolean;
  readonly factorId: string | null;
}

const CHANGES: ReadonlySet<string> = new Set<FactorChange['type']>([
  'EnrolSecondFactor',
  'RemoveSecondFactor',
  'ReplaceRecoveryCodes',
  'UseRecoveryCode',
  'ResetSecondFactor',
]);

export function isFactorChange(command: AccountCommand): command is AccountCommand & FactorChange {
  return CHANGES.has(command.type);
}

/**
 * Only the owner of a confirmed address enrols: what an unconfirmed account has must not outlive the proof of its mailbox.
 * @throws DomainError email_not_confirmed
 */
export function requireConfirmed({ emailConfirmed }: Pick<FactorOwner, 'emailConfirmed'>): void {
  if (!emailConfirmed) throw new DomainError('email_not_confirmed');
}

/** What changes of an account's second factor record; nothing when another one has taken its place. */
export function changeFactor(command: FactorChange, account: FactorOwner): readonly AccountEvent[] {
  if (command.type === 'ResetSecondFactor') return reset(account);
  const { factorId } = command;
  if (command.type === 'EnrolSecondFactor') {
    if (account.factorId === factorId) return [];
    requireConfirmed(account);
    if (account.factorId !== command.replaces) throw new DomainError('second_factor_enrolled');
    return [{ type: 'SecondFactorEnrolled', data: { factorId } }];
  }
  if (account.factorId !== factorId) return [];
  if (command.type === 'RemoveSecondFactor')
    return [{ type: 'SecondFactorRemoved', data: { factorId, cause: 'owner' } }];
  return 'left' in command
    ? [{ type: 'RecoveryCodeUsed', data: { factorId, left: command.left } }]
    : [{ type: 'RecoveryCodesReplaced', data: { factorId } }];
}

function reset({ factorId }: FactorOwner): readonly AccountEvent[] {
  return factorId === null ? [] : [{ type: 'SecondFactorRemoved', data: { factorId, cause: 'operator' } }];
}
