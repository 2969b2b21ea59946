import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import type { DomainEvent, EventDeclaration } from '../../event-sourcing/event.js';
import { evolveBy } from '../../event-sourcing/evolve.js';
import type { FraudRuleId, ReviewOutcome, RuleAction } from '../../kernel/compliance.js';
import { DomainError } from '../../kernel/domain-error.js';
import { reasonOf } from './alert-reason.rules.js';
import type { AlertTransaction, RuleParameters } from './fraud.rules.js';
import { streamCategory } from '../../event-sourcing/event.js';

/** What both alert events record. */
export interface Alert {
  readonly uid: string;
  /** The attempt that triggered the alert. */
  readonly transactionId: string;
  readonly alert: { readonly reason: string; readonly txs: readonly string[] };
  readonly ruleId: FraudRuleId;
  readonly ruleVersion: number;
  readonly parameters: RuleParameters;
  /** The rule's action when it alerted. */
  readonly action: RuleAction;
  readonly transactions: readonly AlertTransaction[];
}

export type SuspiciousTransactionRaised = DomainEvent<
  'SuspiciousTransactionRaised',
  Alert & { mode: 'live' }
>;
export type AlertTransactionsAdded = DomainEvent<'AlertTransactionsAdded', Alert>;
export type CaseReviewed = DomainEvent<
  'CaseReviewed',
  { uid: string; outcome: ReviewOutcome; note: string; reviewedBy: string; reviewedAt: string }
>;
export type CaseEvent = SuspiciousTransactionRaised | AlertTransactionsAdded | CaseReviewed;

export type CaseCommand = DecidedCommand &
  (
    | { readonly type: 'raise'; readonly alert: Alert }
    | {
        readonly type: 'review';
        readonly outcome: ReviewOutcome;
        readonly note: string;
        readonly reviewedBy: string;
      }
  );

/** `triggers` keeps the attempt that triggered each alert, so that reprocessing history adds nothing twice. */
export interface CaseState {
  status: 'none' | 'open' | 'reviewed';
  uid: string;
  readonly triggers: Set<string>;
  /** Every attempt behind the case by its id. */
  readonly transactions: Map<string, AlertTransaction>;
}

/** The stream of one case, from its first alert to its review. */
export const caseStream = streamCategory('case-');

export const caseDecider: Decider<CaseState, CaseCommand, CaseEvent> = {
  name: 'case',
  initialState: () => ({ status: 'none', uid: '', triggers: new Set(), transactions: new Map() }),
  decide(command, state) {
    if (command.type === 'review') return review(command, state);
    const { alert } = command;
    if (state.triggers.has(alert.transactionId)) return [];
    if (state.status === 'reviewed') throw new DomainError('case_already_reviewed');
    return [state.status === 'none' ? raised(alert) : added(alert, state)];
  },
  evolve: evolveBy<CaseState, CaseEvent>({
    SuspiciousTransactionRaised(state, { data }) {
      state.status = 'open';
      state.uid = data.uid;
      return withAlert(state, data);
    },
    AlertTransactionsAdded: (state, { data }) => withAlert(state, data),
    CaseReviewed: (state) => Object.assign(state, { status: 'reviewed' }),
  }),
};

function raised(alert: Alert): SuspiciousTransactionRaised {
  return { type: 'SuspiciousTransactionRaised', data: { ...alert, mode: 'live' } };
}

function added(alert: Alert, state: CaseState): AlertTransactionsAdded {
  const transactions = alert.transactions.filter(
    (transaction) => !state.transactions.has(transaction.transferId),
  );
  const txs = transactions.map((transaction) => transaction.transferId);
  const all = [...state.transactions.values(), ...transactions];
  const reason = reasonOf({ id: alert.ruleId, parameters: alert.parameters }, all);
  return { type: 'AlertTransactionsAdded', data: { ...alert, transactions, alert: { reason, txs } } };
}

function review(
  command: Extract<CaseCommand, { type: 'review' }>,
  state: CaseState,
): readonly CaseReviewed[] {
  const { outcome, note, reviewedBy, at } = command;
  if (state.status === 'none') throw new DomainError('not_found');
  // Nobody learns of a case about their own account.
  if (state.uid === reviewedBy) throw new DomainError('not_found');
  if (state.status === 'reviewed') throw new DomainError('case_already_reviewed');
  return [{ type: 'CaseReviewed', data: { uid: state.uid, outcome, note, reviewedBy, reviewedAt: at } }];
}

function withAlert(state: CaseState, alert: Alert): CaseState {
  state.triggers.add(alert.transactionId);
  for (const transaction of alert.transactions) state.transactions.set(transaction.transferId, transaction);
  return state;
}

/** What version 1 of each rule looked for: schema version 1 of the alert events did not record it. Never changed. */
const SCHEMA_1_PARAMETERS = {
  velocity: { count: 3, windowMs: 3_600_000, fromCents: 0, belowCents: null },
  structuring: { count: 2, windowMs: 86_400_000, fromCents: 20_000, belowCents: 25_000 },
  'over-maximum': { count: 1, windowMs: 0, fromCents: 100_001, belowCents: null },
} as const satisfies Readonly<Record<string, RuleParameters>>;

const alertUpcasts = {
  1: (data: { readonly ruleId: keyof typeof SCHEMA_1_PARAMETERS }) => ({
    ...data,
    parameters: SCHEMA_1_PARAMETERS[data.ruleId],
  }),
  // No rule held anything then.
  2: (data: object) => ({ ...data, action: 'flag' }),
};

const alertExample: Alert = {
  uid: '0b8f6c1e-0d3c-4a57-9f38-2f5f5a7f7a01',
  transactionId: '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03',
  alert: {
    reason: 'velocity: 3 attempts (0 refused) in 41 min; the rule alerts at 3 within 1 h',
    txs: ['2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c01', '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03'],
  },
  ruleId: 'velocity',
  ruleVersion: 1,
  parameters: SCHEMA_1_PARAMETERS.velocity,
  action: 'flag',
  transactions: [
    {
      transferId: '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03',
      amountCents: 2_000,
      refused: null,
      at: '2026-11-20T12:00:00.000Z',
    },
  ],
};

export const caseEvents: readonly [
  EventDeclaration<SuspiciousTransactionRaised>,
  EventDeclaration<AlertTransactionsAdded>,
  EventDeclaration<CaseReviewed>,
] = [
  {
    type: 'SuspiciousTransactionRaised',
    schemaVersion: 3,
    summary: 'A fraud rule alerted on a sender; the alert opened a case for review.',
    example: { ...alertExample, mode: 'live' },
    upcasts: alertUpcasts,
  },
  {
    type: 'AlertTransactionsAdded',
    schemaVersion: 3,
    summary: 'A later alert of the same chain joined the open case.',
    example: alertExample,
    upcasts: alertUpcasts,
  },
  {
    type: 'CaseReviewed',
    schemaVersion: 1,
    summary: 'An analyst closed the case with an outcome and a note.',
    personal: ['note'],
    subject: (data) => data.uid,
    example: {
      uid: alertExample.uid,
      outcome: 'cleared',
      note: 'Rent split among three roommates, confirmed by the sender.',
      reviewedBy: '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f40',
      reviewedAt: '2026-11-21T09:30:00.000Z',
    },
  },
];
