import type { EventDeclaration } from '../../../event-sourcing/event.js';
import type {
  Alert,
  AlertTransactionsAdded,
  CaseAssigned,
  CaseReopened,
  CaseReviewed,
  CaseSnoozed,
  NoteAdded,
  OutcomeProposed,
  ProposalReturned,
  ReportFiled,
  SuspiciousTransactionRaised,
} from './case-events.rules.js';
import type { RuleDefinition } from '../../../kernel/staff/rules.js';
import type { RuleParameters } from './alert-facts.rules.js';

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
  // Rules compared amounts alone.
  3: (data: Pick<Alert, 'ruleId' | 'parameters' | 'action'>) => ({ ...data, definition: definitionOf(data) }),
};

/** The names of the rules before schema version 4. Never changed. */
const SCHEMA_3_NAMES: Readonly<Record<string, string>> = {
  velocity: 'Velocity',
  structuring: 'Structuring',
  'over-maximum': 'Over the maximum',
};

function definitionOf({
  ruleId,
  parameters,
  action,
}: Pick<Alert, 'ruleId' | 'parameters' | 'action'>): RuleDefinition {
  const { count, windowMs, fromCents, belowCents } = parameters;
  const band = {
    ...(fromCents > 0 && { from: fromCents }),
    ...(belowCents !== null && { below: belowCents }),
  };
  return {
    name: SCHEMA_3_NAMES[ruleId] ?? ruleId,
    where: Object.keys(band).length > 0 ? { amountCents: band } : {},
    measure: 'attempts',
    atLeast: count,
    withinMs: windowMs,
    action,
  };
}

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
  definition: {
    name: 'Velocity',
    where: {},
    measure: 'attempts',
    atLeast: 3,
    withinMs: 3_600_000,
    action: 'flag',
  },
  transactions: [
    {
      transferId: '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03',
      amountCents: 2_000,
      refused: null,
      at: '2026-11-20T12:00:00.000Z',
    },
  ],
};

const { uid } = alertExample;
const analyst = '6c2d8f0e-4b1a-4f0d-9b6e-9a0c1d2e3f40';
const lead = '7d3e9f1f-5c2b-4a1e-8c7f-0b1d2e3f4a51';
const ofCase = { schemaVersion: 1, subject: (data: { readonly uid: string }) => data.uid } as const;
const seen = '00000000000000184655';

/** Event declarations of `case-{caseId}`. */
export const caseEvents: readonly [
  EventDeclaration<SuspiciousTransactionRaised>,
  EventDeclaration<AlertTransactionsAdded>,
  EventDeclaration<CaseReviewed>,
  EventDeclaration<CaseAssigned>,
  EventDeclaration<CaseSnoozed>,
  EventDeclaration<NoteAdded>,
  EventDeclaration<OutcomeProposed>,
  EventDeclaration<ProposalReturned>,
  EventDeclaration<CaseReopened>,
  EventDeclaration<ReportFiled>,
] = [
  {
    type: 'SuspiciousTransactionRaised',
    schemaVersion: 4,
    summary: 'A fraud rule alerted on a sender; the alert opened a case for review.',
    example: { ...alertExample, mode: 'live' },
    upcasts: alertUpcasts,
  },
  {
    type: 'AlertTransactionsAdded',
    schemaVersion: 4,
    summary: 'A later alert of the same chain joined the open case.',
    example: alertExample,
    upcasts: alertUpcasts,
  },
  {
    ...ofCase,
    type: 'CaseReviewed',
    schemaVersion: 2,
    summary: 'A case was closed with an outcome, by one person or by a lead who approved it.',
    personal: ['note'],
    upcasts: {
      // One person closed every case then.
      1: (data: object) => ({ ...data, proposedBy: null, seen: null, pause: false, fourEyes: false }),
    },
    example: {
      uid,
      outcome: 'suspicious',
      note: 'Amounts just under the limit, all to one handle.',
      reviewedBy: lead,
      reviewedAt: '2026-11-21T09:30:00.000Z',
      proposedBy: analyst,
      seen,
      pause: true,
      fourEyes: true,
    },
  },
  {
    ...ofCase,
    type: 'CaseAssigned',
    summary: 'A case was assigned to a member of staff, or unassigned.',
    example: { uid, assignee: analyst, by: analyst },
  },
  {
    ...ofCase,
    type: 'CaseSnoozed',
    summary: 'A case rests until a time; a new alert ends that.',
    personal: ['reason'],
    example: {
      uid,
      until: '2026-11-24T09:00:00.000Z',
      reason: 'The bank answers on Tuesday.',
      by: analyst,
    },
  },
  {
    ...ofCase,
    type: 'NoteAdded',
    summary: 'A member of staff wrote a note to a case.',
    personal: ['text'],
    example: { uid, text: 'Asked operations whether the handle is shared.', by: analyst },
  },
  {
    ...ofCase,
    type: 'OutcomeProposed',
    summary: 'An outcome of a case was proposed, for a lead to approve or return.',
    personal: ['reason'],
    example: {
      uid,
      outcome: 'suspicious',
      reason: 'Amounts just under the limit, all to one handle.',
      pause: true,
      seen,
      by: analyst,
      fourEyes: true,
    },
  },
  {
    ...ofCase,
    type: 'ProposalReturned',
    summary: 'A lead returned a proposed outcome.',
    personal: ['reason'],
    example: { uid, reason: 'Compare with the earlier case first.', by: lead },
  },
  {
    ...ofCase,
    type: 'CaseReopened',
    summary: 'A lead opened a closed case again.',
    personal: ['reason'],
    example: { uid, reason: 'The bank reported the same recipient.', by: lead },
  },
  {
    ...ofCase,
    type: 'ReportFiled',
    schemaVersion: 2,
    summary: 'A report about a suspicious case was filed with the authority, or amended.',
    personal: ['reference'],
    // A case had one report then.
    upcasts: { 1: (data: object) => ({ ...data, kind: 'initial' }) },
    example: {
      uid,
      kind: 'initial',
      reference: 'BSA-31000123456789',
      filedAt: '2026-12-02T15:00:00.000Z',
      by: analyst,
    },
  },
];
