import { centsOf } from './money.js';
import type { Transaction, TransferStep } from './transfers.js';

/** The newest step of a kind. */
export function stepOf(
  { steps }: Pick<Transaction, 'steps'>,
  ...kinds: readonly TransferStep['step'][]
): TransferStep | undefined {
  return [...steps].reverse().find(({ step }) => kinds.includes(step));
}

/** Whether the card was charged: only then there is a receipt, and a page for the recipient. */
export function isCharged(transaction: Pick<Transaction, 'steps'>): boolean {
  return stepOf(transaction, 'captured') !== undefined;
}

/** When the platform got it: as it says itself, or for a payout of the desk, once it is delivered, when an operator began to pay it. */
export function sentStepOf(transfer: Pick<Transaction, 'steps'>): TransferStep | undefined {
  const sent = stepOf(transfer, 'payout_accepted', 'unclaimed');
  if (sent || !stepOf(transfer, 'delivered')) return sent;
  return stepOf(transfer, 'payout_submitted');
}

/** What has come back to the card, in cents, also in a lost dispute; a refund that is not complete is not counted. */
export function refundedCents(transaction: Pick<Transaction, 'steps' | 'status'>): number {
  const amount = stepOf(transaction, 'refund_initiated')?.amount;
  return amount !== undefined && transaction.status === 'refunded' ? centsOf(amount) : 0;
}

/** The refund that the processor confirmed, or that was paid back another way; one that the bank sent back afterwards is none. */
export function confirmedRefund(
  transaction: Pick<Transaction, 'steps' | 'status'>,
): TransferStep | undefined {
  return transaction.status === 'refunded' ? stepOf(transaction, 'refunded', 'refund_settled') : undefined;
}
