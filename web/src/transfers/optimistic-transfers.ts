import { storageKeys } from '../lib/keys';
import { draftOf, readPaymentState, type PaymentState } from './payment-state';

/** Stands in every recent list from the press of Pay until the server's answer (decision 12). */
export interface OptimisticTransfer extends PaymentState {
  /** `mock-{uuid}`: a server id never starts so. */
  readonly id: string;
  readonly createdAt: string;
}

/** A sender pays one at a time; more than this are leftovers, of which the oldest go. */
export const OPTIMISTIC_LIMIT = 20;

const NONE: readonly OptimisticTransfer[] = [];

const listeners = new Set<() => void>();
/** Last text read per person, so that equal storage gives the equal list. */
const parsed = new Map<string, { readonly text: string; readonly list: readonly OptimisticTransfer[] }>();

/** The person's entries, newest first; the same array as long as nothing changed. */
export function optimisticTransfers(uid: string): readonly OptimisticTransfer[] {
  const text = localStorage.getItem(storageKeys.optimisticTransfers(uid));
  if (text === null) return NONE;
  const known = parsed.get(uid);
  if (known?.text === text) return known.list;
  const list = parseEntries(text, uid);
  parsed.set(uid, { text, list });
  return list;
}

/** Adds the entry of a payment being sent; a payment asked again keeps its first entry. */
export function addOptimisticTransfer(uid: string, payment: PaymentState): void {
  const list = optimisticTransfers(uid);
  if (list.some((entry) => entry.key === payment.key)) return;
  const entry: OptimisticTransfer = {
    ...draftOf(payment),
    id: `mock-${crypto.randomUUID()}`,
    uid,
    key: payment.key,
    fees: payment.fees,
    createdAt: new Date().toISOString(),
  };
  store(uid, [entry, ...list].slice(0, OPTIMISTIC_LIMIT));
}

/** Takes the entry away once the server answered, whatever the answer was. */
export function removeOptimisticTransfer(uid: string, key: string): void {
  store(
    uid,
    optimisticTransfers(uid).filter((entry) => entry.key !== key),
  );
}

/** Tells about changes here and in other tabs. */
export function onOptimisticTransfers(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}

function store(uid: string, list: readonly OptimisticTransfer[]): void {
  if (list.length === 0) localStorage.removeItem(storageKeys.optimisticTransfers(uid));
  else keep(storageKeys.optimisticTransfers(uid), JSON.stringify(list));
  announce();
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // A full storage costs the entry in the list, never the payment.
  }
}

function announce(): void {
  for (const listener of listeners) listener();
}

function parseEntries(text: string, uid: string): readonly OptimisticTransfer[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value)
      ? value.flatMap((entry) => readEntry(entry, uid)).slice(0, OPTIMISTIC_LIMIT)
      : NONE;
  } catch {
    return NONE;
  }
}

function readEntry(value: unknown, uid: string): readonly OptimisticTransfer[] {
  const payment = readPaymentState(value, uid);
  if (!payment) return [];
  const { id, createdAt } = value as { readonly id?: unknown; readonly createdAt?: unknown };
  if (typeof id !== 'string' || !id.startsWith('mock-')) return [];
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt))) return [];
  return [{ ...payment, id, createdAt }];
}
