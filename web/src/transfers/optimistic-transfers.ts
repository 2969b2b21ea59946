import type { TransferDraft } from '@kernel/transfers';
import { storageKeys } from '../lib/keys';
import { readPayment, type PendingPayment } from './pending-payment';

/** Listed in every recent list from the press of Pay until the server's answer (decision 12). */
export interface OptimisticTransfer extends TransferDraft {
  readonly id: string;
  readonly createdAt: string;
  /** Key of the payment it stands for. */
  readonly key: string;
}

/** A sender pays one at a time; more than this are leftovers, of which the oldest are dropped. */
export const OPTIMISTIC_LIMIT = 20;

type Sent = PendingPayment & Required<Pick<PendingPayment, 'entry'>>;

interface Lists {
  readonly payments: readonly Sent[];
  readonly transfers: readonly OptimisticTransfer[];
}

const NOTHING: Lists = { payments: [], transfers: [] };

const listeners = new Set<() => void>();
/** Last text read per person: equal storage gives the same arrays, so that no screen renders for ever. */
const parsed = new Map<string, Lists & { readonly text: string }>();

/** The person's payments that were sent and not answered, newest first. */
export function sentPayments(uid: string): readonly PendingPayment[] {
  return read(uid).payments;
}

/** The same as entries of a list of transfers. */
export function optimisticTransfers(uid: string): readonly OptimisticTransfer[] {
  return read(uid).transfers;
}

/** Adds the entry of a payment being sent; a payment that is sent again keeps its first entry. */
export function addOptimisticTransfer(payment: PendingPayment): void {
  const { payments } = read(payment.uid);
  if (payments.some(({ key }) => key === payment.key)) return;
  const entry = { id: `mock-${crypto.randomUUID()}`, createdAt: new Date().toISOString() };
  write(payment.uid, [{ ...payment, entry }, ...payments].slice(0, OPTIMISTIC_LIMIT));
}

/** Removes the entry once the server answered, whatever the answer was. */
export function removeOptimisticTransfer({ uid, key }: PendingPayment): void {
  write(
    uid,
    read(uid).payments.filter((payment) => payment.key !== key),
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

function read(uid: string): Lists {
  const text = localStorage.getItem(storageKeys.optimisticTransfers(uid));
  if (text === null) return NOTHING;
  const known = parsed.get(uid);
  if (known?.text === text) return known;
  const payments = parse(text, uid);
  const transfers = payments.map(({ draft, entry, key }) => ({ ...draft, ...entry, key }));
  const lists = { text, payments, transfers };
  parsed.set(uid, lists);
  return lists;
}

function parse(text: string, uid: string): readonly Sent[] {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [];
    return value
      .map((stored) => readPayment(stored, uid))
      .filter((payment) => payment?.entry !== undefined)
      .slice(0, OPTIMISTIC_LIMIT) as Sent[];
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
    // A full storage costs the entry in the list, never the payment.
  }
  for (const listener of listeners) listener();
}
