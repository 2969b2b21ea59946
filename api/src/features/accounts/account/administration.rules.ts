import type { DecideAgain } from '../../../event-sourcing/decider.js';
import { LIFT_LAPSES_MS, type SuspensionCause } from '../../../kernel/staff/standing.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { Administration, ReinstateAccount, SuspendAccount } from './account-commands.rules.js';
import type { AccountClosed, AccountEvent, AccountSafety } from './account-events.rules.js';
import { close, type Person } from './personal-data.rules.js';

/** What keeps an account closed, and who asked to open it again. */
export interface Suspension {
  readonly cause: SuspensionCause;
  readonly request: { readonly by: string; readonly atMs: number } | null;
}

interface Administered extends Person {
  readonly suspension: Suspension | null;
  readonly factorId: string | null;
}

/** A change by an operator or a lead. */
export function administer(
  command: (Administration | DecideAgain<AccountSafety>) & { readonly at: string },
  administered: Administered,
): readonly AccountEvent[] {
  const { roles, suspension } = administered;
  switch (command.type) {
    case 'DecideAgain':
      return administerAgain(command, administered);
    case 'GrantRole':
      return roles.includes(command.role) ? [] : [{ type: 'RoleGranted', data: { role: command.role } }];
    case 'RevokeRole':
      return roles.includes(command.role) ? [{ type: 'RoleRevoked', data: { role: command.role } }] : [];
    case 'SuspendAccount':
      return suspend(command, suspension);
    case 'ReinstateAccount':
      return reinstate(command, suspension);
  }
}

/** Records a decision that a restore has undone, unless it holds: its agreement was given then. Who is erased was closed before. */
function administerAgain(
  { decision }: DecideAgain<AccountSafety>,
  administered: Administered,
): readonly AccountEvent[] {
  if (decision.type === 'AccountClosed') return close(administered);
  if (holds(decision, administered)) return [];
  return decision.type === 'AccountErased' ? [...close(administered), decision] : [decision];
}

function holds(
  { type, data }: Exclude<AccountSafety, AccountClosed>,
  { roles, suspension, factorId, legalHold, erased }: Administered,
): boolean {
  switch (type) {
    case 'RoleGranted':
      return roles.includes(data.role);
    case 'RoleRevoked':
      return !roles.includes(data.role);
    case 'AccountSuspended':
      return suspension?.cause === data.cause;
    case 'AccountReinstated':
      return suspension === null;
    case 'SecondFactorRemoved':
      return factorId !== data.factorId;
    case 'LegalHoldPlaced':
      return legalHold;
    case 'LegalHoldLifted':
      return !legalHold;
    case 'AccountErased':
      return erased;
  }
}

/** The request that another lead may still agree to. */
export function openReinstatement(suspension: Suspension | null, at: string): Suspension['request'] {
  const request = suspension?.request ?? null;
  return request && Date.parse(at) - request.atMs < LIFT_LAPSES_MS ? request : null;
}

/** A repeat records nothing; what a lead suspended, the operations team takes over. */
function suspend(
  { cause, reason, by }: SuspendAccount,
  suspension: Suspension | null,
): readonly AccountEvent[] {
  const isKept = suspension !== null && (suspension.cause === 'operations' || cause === 'lead');
  return isKept ? [] : [{ type: 'AccountSuspended', data: { cause, reason, by } }];
}

/**
 * The operations team lifts any suspension at once; of two leads the second one lifts a lead's.
 * @throws DomainError suspended_by_operations
 */
function reinstate(
  { cause, reason, by, at }: ReinstateAccount & { readonly at: string },
  suspension: Suspension | null,
): readonly AccountEvent[] {
  if (!suspension) return [];
  const lifted: AccountEvent = { type: 'AccountReinstated', data: { cause, reason, by } };
  if (cause === 'operations' || by === null) return [lifted];
  if (suspension.cause === 'operations') throw new DomainError('suspended_by_operations');
  const open = openReinstatement(suspension, at);
  if (!open) return [{ type: 'ReinstatementRequested', data: { reason, by, requestedAt: at } }];
  return open.by === by ? [] : [lifted];
}
