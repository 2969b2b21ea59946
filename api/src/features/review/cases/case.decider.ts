import type { DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { reasonOf } from './alert-reason.rules.js';
import { decideForStaff, type StaffCommand } from './case-decisions.rules.js';
import type {
  Alert,
  AlertEvent,
  AlertTransactionsAdded,
  CaseEvent,
  SuspiciousTransactionRaised,
} from './case-events.rules.js';
import { afterCaseEvent, emptyCase, type CaseState } from './case-state.rules.js';

export type CaseCommand = (DecidedCommand & { readonly type: 'raise'; readonly alert: Alert }) | StaffCommand;

/** Alerts join a case until its first review; afterwards they open another one. */
export const caseDecider: Decider<CaseState, CaseCommand, CaseEvent> = {
  name: 'case',
  initialState: emptyCase,
  decide: (command, state) =>
    command.type === 'raise' ? raise(command.alert, state) : decideForStaff(command, state),
  evolve: afterCaseEvent,
};

function raise(alert: Alert, state: CaseState): readonly AlertEvent[] {
  if (state.triggers.has(alert.transactionId)) return [];
  if (state.wasReviewed) throw new DomainError('case_already_reviewed');
  return [state.status === 'none' ? raised(alert) : added(alert, state)];
}

function raised(alert: Alert): SuspiciousTransactionRaised {
  return { type: 'SuspiciousTransactionRaised', data: { ...alert, mode: 'live' } };
}

function added(alert: Alert, state: CaseState): AlertTransactionsAdded {
  const transactions = alert.transactions.filter(
    (transaction) => !state.transactions.has(transaction.transferId),
  );
  const txs = transactions.map((transaction) => transaction.transferId);
  const all = [...state.transactions.values(), ...transactions];
  const reason = reasonOf({ id: alert.ruleId, definition: alert.definition }, all);
  return { type: 'AlertTransactionsAdded', data: { ...alert, transactions, alert: { reason, txs } } };
}
