import { streamId, type StreamEvent } from '../../../event-sourcing/event.js';
import { documentsBy, ofStream, type Projection } from '../../../event-sourcing/projection.js';
import { caseNumberOf, type SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import { formatAmount } from '../../../kernel/money/money.js';
import {
  caseStream,
  type AlertTransactionsAdded,
  type CaseEvent,
  type CaseReviewed,
  type SuspiciousTransactionRaised,
} from './case-events.rules.js';
import type { AlertTransaction } from './alert-facts.rules.js';

/** Most transaction ids that a case lists; its stream has all of them. */
const SHOWN_TXS_LIMIT = 100;
const DUE_MS = 30 * 24 * 60 * 60 * 1_000;

/** The view suspicious_transactions: one document per case; only CaseReviewed sets `reviewed`, only CaseReopened ends it. */
export const suspiciousTransactionsProjection: Projection<SuspiciousTransaction> = {
  name: 'suspicious_transactions',
  version: 6,
  indexes: [
    { name: 'byReviewed', eq: ['reviewed'], sort: 'createdAt' },
    { name: 'byReviewedAtRisk', eq: ['reviewed'], sort: 'atRiskCents', numeric: true },
    { name: 'byStatus', eq: ['status'], sort: 'createdAt' },
    { name: 'byStatusAtRisk', eq: ['status'], sort: 'atRiskCents', numeric: true },
    { name: 'byAssignee', eq: ['assignee', 'reviewed'], sort: 'createdAt' },
    { name: 'byAssigneeAtRisk', eq: ['assignee', 'reviewed'], sort: 'atRiskCents', numeric: true },
    { name: 'byRule', eq: ['ruleId', 'reviewed'], sort: 'createdAt' },
    { name: 'byRuleAtRisk', eq: ['ruleId', 'reviewed'], sort: 'atRiskCents', numeric: true },
    { name: 'byReportDue', eq: ['outcome'], sort: 'reportDueAt' },
    { name: 'byNumber', eq: [], sort: 'number' },
    { name: 'byReportFiled', eq: ['outcome'], sort: 'reportFiledAt' },
    { name: 'byClosed', eq: ['reviewed'], sort: 'reviewedAt' },
    { name: 'bySender', eq: ['uid'], sort: 'createdAt' },
  ],
  prefixes: [caseStream.prefix],
  ...documentsBy<SuspiciousTransaction, CaseEvent>(ofStream, {
    SuspiciousTransactionRaised: (_, event) => opened(event),
    AlertTransactionsAdded: (document, event) => document && withAlert(document, event),
    CaseAssigned: (document, { data, metadata }) =>
      document && { ...document, updatedAt: metadata.at, assignee: data.assignee },
    CaseSnoozed: (document, { data, metadata }) =>
      document && {
        ...document,
        updatedAt: metadata.at,
        status: 'snoozed',
        snoozedUntil: data.until,
      },
    NoteAdded: (document, { metadata }) => document && { ...document, updatedAt: metadata.at },
    OutcomeProposed: (document, { metadata }) =>
      document && {
        ...document,
        updatedAt: metadata.at,
        status: 'proposed',
        openedAgain: null,
        snoozedUntil: null,
      },
    ProposalReturned: (document, { metadata }) =>
      document && { ...document, updatedAt: metadata.at, status: 'open', openedAgain: 'returned' },
    CaseReviewed: (document, event) => document && reviewed(document, event),
    CaseReopened: (document, { metadata }) =>
      document && {
        ...document,
        updatedAt: metadata.at,
        status: 'open',
        openedAgain: 'reopened',
        reviewed: false,
        outcome: null,
        note: null,
        reviewedBy: null,
        reviewedAt: null,
        pause: false,
      },
    ReportFiled: (document, { data, metadata }) =>
      document && {
        ...document,
        updatedAt: metadata.at,
        // A correction does not report what was found since.
        reportDueAt: data.kind === 'amended' ? document.reportDueAt : null,
        reportFiledAt: data.filedAt,
      },
  }),
};

/** Most cases of one sender that are read. */
const SENDER_CASES_LIMIT = 50;

/** The cases about one sender, newest first. */
export const newestCasesOf = (uid: string) =>
  ({ by: 'bySender', where: { uid }, desc: true, limit: SENDER_CASES_LIMIT }) as const;

function opened({ data, metadata, stream }: StreamEvent<SuspiciousTransactionRaised>): SuspiciousTransaction {
  const atRiskCents = sumOf(data.transactions.filter((transaction) => transaction.refused === null));
  const id = streamId(stream);
  return {
    id,
    number: caseNumberOf(id),
    uid: data.uid,
    transactionId: data.transactionId,
    alert: { reason: data.alert.reason, txs: data.alert.txs.slice(0, SHOWN_TXS_LIMIT) },
    txCount: data.transactions.length,
    createdAt: metadata.at,
    updatedAt: metadata.at,
    reviewed: false,
    status: 'open',
    openedAgain: null,
    assignee: null,
    snoozedUntil: null,
    ruleId: data.ruleId,
    ruleVersion: data.ruleVersion,
    outcome: null,
    note: null,
    reviewedBy: null,
    reviewedAt: null,
    pause: false,
    reportDueAt: null,
    reportFiledAt: null,
    dueAt: dueAfter(metadata.at),
    atRisk: formatAmount(atRiskCents),
    atRiskCents,
    attempted: formatAmount(sumOf(data.transactions)),
  };
}

function withAlert(
  document: SuspiciousTransaction,
  { data, metadata }: StreamEvent<AlertTransactionsAdded>,
): SuspiciousTransaction {
  const accepted = data.transactions.filter((transaction) => transaction.refused === null);
  const atRiskCents = document.atRiskCents + sumOf(accepted);
  return {
    ...document,
    alert: {
      reason: data.alert.reason,
      txs: [...document.alert.txs, ...data.alert.txs].slice(0, SHOWN_TXS_LIMIT),
    },
    txCount: document.txCount + data.transactions.length,
    updatedAt: metadata.at,
    status: document.status === 'snoozed' ? 'open' : document.status,
    snoozedUntil: null,
    atRisk: formatAmount(atRiskCents),
    atRiskCents,
    attempted: formatAmount(centsOf(document.attempted) + sumOf(data.transactions)),
  };
}

function reviewed(
  document: SuspiciousTransaction,
  { data, metadata }: StreamEvent<CaseReviewed>,
): SuspiciousTransaction {
  const { outcome, note, reviewedBy, reviewedAt, pause } = data;
  return {
    ...document,
    updatedAt: metadata.at,
    reviewed: true,
    status: 'closed',
    openedAgain: null,
    snoozedUntil: null,
    outcome,
    note,
    reviewedBy,
    reviewedAt,
    pause,
    reportDueAt: reportDueAt(document, data),
  };
}

/**
 * A suspicious case that was reopened before its report was filed keeps its date; after that, another review begins another
 * time. Cases from before approvals have no report here.
 */
function reportDueAt(
  { reportDueAt: known }: SuspiciousTransaction,
  { outcome, proposedBy, reviewedAt }: CaseReviewed['data'],
): string | null {
  if (outcome !== 'suspicious' || proposedBy === null) return null;
  return known ?? dueAfter(reviewedAt);
}

const dueAfter = (at: string): string => new Date(Date.parse(at) + DUE_MS).toISOString();

function sumOf(transactions: readonly AlertTransaction[]): number {
  return transactions.reduce((sum, transaction) => sum + transaction.amountCents, 0);
}

/** "20.00" → 2000; unlike the kernel's, also for sums beyond the largest amount of a request. */
function centsOf(amount: string): number {
  return Number(amount.replace('.', ''));
}
