import type { StreamEvent } from '../../../event-sourcing/event.js';
import { evolveBy } from '../../../event-sourcing/evolve.js';
import type { CaseChange, ReviewOutcome } from '../../../kernel/staff/compliance.js';
import type { Alert, CaseEvent, CaseSnoozed, OutcomeProposed, ReportFiled } from './case-events.rules.js';
import type { AlertTransaction } from './alert-facts.rules.js';

/** An event that can change a decision. */
interface Change extends CaseChange {
  readonly revision: bigint;
}

/** `triggers` keeps the attempt that triggered each alert, so that reprocessing history adds nothing twice. */
export interface CaseState {
  status: 'none' | 'open' | 'reviewed';
  uid: string;
  readonly triggers: Set<string>;
  /** Every attempt behind the case by its id. */
  readonly transactions: Map<string, AlertTransaction>;
  assignee: string | null;
  /** The snooze that no alert, proposal or review has ended; null without one. */
  rest: CaseSnoozed['data'] | null;
  /** Null when nothing waits for a second person. */
  proposal: OutcomeProposed['data'] | null;
  /** Of the last review. */
  outcome: ReviewOutcome | null;
  lastReport: ReportFiled['data'] | null;
  /** Reviewed once: later alerts open another case, also while this one is open again. */
  wasReviewed: boolean;
  readonly changes: Change[];
}

export const emptyCase = (): CaseState => ({
  status: 'none',
  uid: '',
  triggers: new Set(),
  transactions: new Map(),
  assignee: null,
  rest: null,
  proposal: null,
  outcome: null,
  lastReport: null,
  wasReviewed: false,
  changes: [],
});

export const afterCaseEvent = evolveBy<CaseState, CaseEvent>({
  SuspiciousTransactionRaised(state, event) {
    state.status = 'open';
    state.uid = event.data.uid;
    return withAlert(state, event);
  },
  AlertTransactionsAdded: (state, event) => withAlert(state, event),
  CaseAssigned(state, event) {
    state.assignee = event.data.assignee;
    return changed(state, event, event.data.by);
  },
  CaseSnoozed(state, { data }) {
    state.rest = data;
    return state;
  },
  NoteAdded: (state) => state,
  OutcomeProposed(state, event) {
    state.proposal = event.data;
    state.rest = null;
    return changed(state, event, event.data.by);
  },
  ProposalReturned(state, event) {
    state.proposal = null;
    return changed(state, event, event.data.by);
  },
  CaseReviewed(state, event) {
    const { outcome, reviewedBy } = event.data;
    Object.assign(state, { status: 'reviewed', outcome, wasReviewed: true });
    Object.assign(state, { proposal: null, rest: null });
    return changed(state, event, reviewedBy);
  },
  CaseReopened(state, event) {
    state.status = 'open';
    return changed(state, event, event.data.by);
  },
  ReportFiled(state, { data }) {
    state.lastReport = data;
    return state;
  },
});

/** The sum of the case's accepted attempts. */
export function atRiskCentsOf({ transactions }: CaseState): number {
  let sum = 0;
  for (const { amountCents, refused } of transactions.values()) if (refused === null) sum += amountCents;
  return sum;
}

/** When the first attempt behind the case was made. */
export function firstAttemptAt({ transactions }: CaseState): string {
  const times = [...transactions.values()].map(({ at }) => at);
  return times.reduce((first, at) => (at < first ? at : first));
}

function withAlert(
  state: CaseState,
  event: StreamEvent<Extract<CaseEvent, { readonly data: Alert }>>,
): CaseState {
  state.triggers.add(event.data.transactionId);
  state.rest = null;
  for (const transaction of event.data.transactions)
    state.transactions.set(transaction.transferId, transaction);
  return changed(state, event, null);
}

function changed(state: CaseState, { type, revision, metadata }: StreamEvent<CaseEvent>, by: string | null) {
  state.changes.push({ type, by, at: metadata.at, revision });
  return state;
}
