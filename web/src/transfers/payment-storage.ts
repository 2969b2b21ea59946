import { storageKeys } from '../lib/keys';
import { optimisticTransfers } from './optimistic-transfers';
import { readPayment, type PendingPayment } from './pending-payment';

/** Payments stored per tab; beyond this limit abandoned reviews are evicted. */
export const PAYMENT_LIMIT = 20;

/** Stores a payment under its key for /payment?key=…, where it survives a reload. */
export function storePayment(payment: PendingPayment): void {
  const name = storageKeys.pendingPayment(payment.key);
  const others = Object.keys(sessionStorage).filter(
    (other) => other.startsWith(storageKeys.pendingPayment('')) && other !== name,
  );
  others.slice(PAYMENT_LIMIT - 1).forEach((other) => {
    sessionStorage.removeItem(other);
  });
  sessionStorage.setItem(name, JSON.stringify(payment));
}

/** This user's payment under a key; one sent from another tab is among the optimistic transfers. */
export function findPayment(uid: string, key: string): PendingPayment | null {
  const text = sessionStorage.getItem(storageKeys.pendingPayment(key));
  return parse(text, uid) ?? optimisticTransfers(uid).find((payment) => payment.key === key) ?? null;
}

/** The address of a payment's review. */
export function paymentPath({ key }: Pick<PendingPayment, 'key'>): string {
  return `/payment?key=${encodeURIComponent(key)}`;
}

/** The address where the payment of a requested transfer continues; the bank's page returns to it. */
export function transferPaymentPath(transferId: string): string {
  return `/payment?transfer=${encodeURIComponent(transferId)}`;
}

function parse(text: string | null, uid: string): PendingPayment | null {
  try {
    return readPayment(JSON.parse(text ?? 'null'), uid);
  } catch {
    return null;
  }
}
