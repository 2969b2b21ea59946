import { storageKeys } from '../lib/keys';
import { readPayment, type PendingPayment } from './pending-payment';

/** A sender pays one at a time; beyond this limit the oldest leftovers are dropped. */
export const OPTIMISTIC_LIMIT = 20;

const NONE: readonly PendingPayment[] = [];

const listeners = new Set<() => void>();
/** Last stored text per user and its payments: unchanged storage returns the same array, which React requires. */
const parsed = new Map<string, { readonly text: string; readonly payments: readonly PendingPayment[] }>();

/** The user's payments without a response, newest first: recent lists show them until it arrives (decision 12). */
export function optimisticTransfers(uid: string): readonly PendingPayment[] {
  const text = localStorage.getItem(storageKeys.optimisticTransfers(uid));
  if (text === null) return NONE;
  const known = parsed.get(uid);
  if (known?.text === text) return known.payments;
  const payments = parse(text, uid);
  parsed.set(uid, { text, payments });
  return payments;
}

/** Adds a payment that is being sent; one that is sent again moves to the top. */
export function addOptimisticTransfer({ notSent: _, ...payment }: PendingPayment): void {
  const others = optimisticTransfers(payment.uid).filter(({ key }) => key !== payment.key);
  const sent = { ...payment, createdAt: new Date().toISOString() };
  write(payment.uid, [sent, ...others].slice(0, OPTIMISTIC_LIMIT));
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

/** Removes a payment once the server responded, whatever the response was. */
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

function parse(text: string, uid: string): readonly PendingPayment[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [];
    return value
      .map((stored) => readPayment(stored, uid))
      .filter((payment) => payment !== null)
      .slice(0, OPTIMISTIC_LIMIT);
  } catch {
    return [];
  }
}

function write(uid: string, payments: readonly PendingPayment[]): void {
  const name = storageKeys.optimisticTransfers(uid);
  try {
    if (payments.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(payments));
  } catch {
    // When storage is full the list lacks the entry; the payment itself is not affected.
  }
  for (const listener of listeners) listener();
}
