import { storageKeys } from '../../lib/api/keys';
import { storage } from '../../lib/storage';
import { readStored } from '../../lib/stored';
import { readPayment, type PendingPayment } from './pending-payment';

/** Payments kept by a tab, and by a browser for one sender; beyond this limit the oldest leftovers are evicted. */
export const PAYMENT_LIMIT = 20;

const NONE: readonly PendingPayment[] = [];

const listeners = new Set<() => void>();
/** Last stored text per user and its payments: unchanged storage returns the same array, which React requires. */
const parsed = new Map<string, { readonly text: string; readonly payments: readonly PendingPayment[] }>();

/** Stores a payment under its key for /payment?key=…, where it survives a reload. */
export function storePayment(payment: PendingPayment): void {
  const name = storageKeys.pendingPayment(payment.key);
  const tab = storage('session');
  const others = tab.names(storageKeys.pendingPayment('')).filter((other) => other !== name);
  others.slice(PAYMENT_LIMIT - 1).forEach((other) => {
    tab.remove(other);
  });
  tab.set(name, JSON.stringify(payment));
}

/** This user's payment under a key; one sent from another tab is among the optimistic transfers. */
export function findPayment(uid: string, key: string): PendingPayment | null {
  const stored = readStored('session', storageKeys.pendingPayment(key));
  return readPayment(stored, uid) ?? optimisticTransfers(uid).find((payment) => payment.key === key) ?? null;
}

/** The address of a payment's review. */
export function paymentPath({ key }: Pick<PendingPayment, 'key'>): string {
  return `/payment?key=${encodeURIComponent(key)}`;
}

/** The address where the payment of a requested transfer continues; the bank's page returns to it. */
export function transferPaymentPath(transferId: string): string {
  return `/payment?transfer=${encodeURIComponent(transferId)}`;
}

/** The user's payments without a response, newest first: recent lists show them until it arrives (decision 12). */
export function optimisticTransfers(uid: string): readonly PendingPayment[] {
  const name = storageKeys.optimisticTransfers(uid);
  const text = storage('local').get(name);
  if (text === null) return NONE;
  const known = parsed.get(uid);
  if (known?.text === text) return known.payments;
  const stored = readStored('local', name);
  const payments = (Array.isArray(stored) ? stored : [])
    .map((value) => readPayment(value, uid))
    .filter((payment) => payment !== null)
    .slice(0, PAYMENT_LIMIT);
  parsed.set(uid, { text, payments });
  return payments;
}

/** Adds a payment that is being sent; one that is sent again moves to the top. */
export function addOptimisticTransfer({ notSent: _, ...payment }: PendingPayment): void {
  const others = optimisticTransfers(payment.uid).filter(({ key }) => key !== payment.key);
  const sent = { ...payment, createdAt: new Date().toISOString() };
  write(payment.uid, [sent, ...others].slice(0, PAYMENT_LIMIT));
}

/** Marks a payment that never reached the server. */
export function markNotSent({ uid, key }: PendingPayment): void {
  write(
    uid,
    optimisticTransfers(uid).map((payment) =>
      payment.key === key ? { ...payment, notSent: true } : payment,
    ),
  );
}

/** Removes a payment once the server responded, with any response. */
export function removeOptimisticTransfer({ uid, key }: PendingPayment): void {
  write(
    uid,
    optimisticTransfers(uid).filter((payment) => payment.key !== key),
  );
}

/** Calls back on changes here and in other tabs. */
export function onOptimisticTransfers(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}

function write(uid: string, payments: readonly PendingPayment[]): void {
  const name = storageKeys.optimisticTransfers(uid);
  if (payments.length === 0) storage('local').remove(name);
  else storage('local').set(name, JSON.stringify(payments));
  for (const listener of listeners) listener();
}
