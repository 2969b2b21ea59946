import type { Transaction } from '@kernel/money/transfers';
import type { PendingPayment } from './pending-payment';
import { transferIdOf } from '../page/transfer-id';

/** The payments that a list of transfers does not hold yet. */
export function unlisted(
  payments: readonly PendingPayment[],
  transfers: readonly Transaction[],
): readonly PendingPayment[] {
  return payments.filter((payment) => {
    const id = transferIdOf(payment);
    return transfers.every((transfer) => transfer.id !== id);
  });
}

/** Payments without a response above the transfers; one payment is one row. */
export function withPayments(
  payments: readonly PendingPayment[],
  transfers: readonly Transaction[],
): readonly (Transaction | PendingPayment)[] {
  return [...unlisted(payments, transfers), ...transfers];
}
