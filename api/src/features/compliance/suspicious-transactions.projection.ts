import { streamId } from '../../event-sourcing/event.js';
import { documentsBy, ofStream, type Projection } from '../../event-sourcing/projection.js';
import type { SuspiciousTransaction } from '../../kernel/compliance.js';
import { formatAmount } from '../../kernel/money.js';
import { caseStream, type CaseEvent } from './case.decider.js';
import type { AlertTransaction } from './fraud.rules.js';

/** Most transaction ids that a case lists; its stream has all of them. */
const SHOWN_TXS_LIMIT = 100;
const DUE_MS = 30 * 24 * 60 * 60 * 1_000;

/** The view suspicious_transactions: one document per case; only CaseReviewed sets `reviewed`. */
export const suspiciousTransactionsProjection: Projection<SuspiciousTransaction> = {
  name: 'suspicious_transactions',
  version: 1,
  indexes: [
    { name: 'byReviewed', eq: ['reviewed'], sort: 'createdAt' },
    { name: 'bySender', eq: ['uid'], sort: 'createdAt' },
  ],
  prefixes: [caseStream.prefix],
  ...documentsBy<SuspiciousTransaction, CaseEvent>(ofStream, {
    SuspiciousTransactionRaised: (_, { data, metadata, stream }) => ({
      id: streamId(stream),
      uid: data.uid,
      transactionId: data.transactionId,
      alert: { reason: data.alert.reason, txs: data.alert.txs.slice(0, SHOWN_TXS_LIMIT) },
      txCount: data.transactions.length,
      createdAt: metadata.at,
      updatedAt: metadata.at,
      reviewed: false,
      ruleId: data.ruleId,
      ruleVersion: data.ruleVersion,
      outcome: null,
      note: null,
      reviewedBy: null,
      reviewedAt: null,
      dueAt: new Date(Date.parse(metadata.at) + DUE_MS).toISOString(),
      atRisk: formatAmount(sumOf(data.transactions.filter((transaction) => transaction.refused === null))),
      attempted: formatAmount(sumOf(data.transactions)),
    }),
    AlertTransactionsAdded(document, { data, metadata }) {
      if (!document) return null;
      const accepted = data.transactions.filter((transaction) => transaction.refused === null);
      return {
        ...document,
        alert: {
          reason: data.alert.reason,
          txs: [...document.alert.txs, ...data.alert.txs].slice(0, SHOWN_TXS_LIMIT),
        },
        txCount: document.txCount + data.transactions.length,
        updatedAt: metadata.at,
        atRisk: formatAmount(centsOf(document.atRisk) + sumOf(accepted)),
        attempted: formatAmount(centsOf(document.attempted) + sumOf(data.transactions)),
      };
    },
    CaseReviewed: (document, { data, metadata }) =>
      document && {
        ...document,
        updatedAt: metadata.at,
        reviewed: true,
        outcome: data.outcome,
        note: data.note,
        reviewedBy: data.reviewedBy,
        reviewedAt: data.reviewedAt,
      },
  }),
};

function sumOf(transactions: readonly AlertTransaction[]): number {
  return transactions.reduce((sum, transaction) => sum + transaction.amountCents, 0);
}

/** "20.00" → 2000; unlike the kernel's, also for sums beyond the largest amount of a request. */
function centsOf(amount: string): number {
  return Number(amount.replace('.', ''));
}
