import { PLATFORMS } from '@kernel/money/platforms';
import type { Transaction, TransferDraft } from '@kernel/money/transfers';
import { storageKeys } from '../../lib/api/keys';
import { storage } from '../../lib/storage';
import { isOneOf, isRecordOf, isString, isText, readStored } from '../../lib/stored';
import { pickDraft } from '../payment/pending-payment';
import { readDraft, valuesOf, withoutPrefix, type QuickSendValues } from './quick-send-rules';

/** As typed: no field has a rule until the form is sent. */
const isTyped = isRecordOf({
  uid: isText,
  values: isRecordOf<QuickSendValues>({
    recipient: isString,
    platform: isOneOf('', ...PLATFORMS),
    handle: isString,
    amount: isString,
    note: isString,
  }),
});

/** Keeps what is typed into Quick Send while this tab is open, until it is sent or its sender signs out. */
export function storeQuickSend(uid: string, values: QuickSendValues): void {
  const empty = Object.values(values).every((value) => value === '');
  if (empty) forgetQuickSend();
  else storage('session').set(storageKeys.quickSend, JSON.stringify({ uid, values }));
}

/** Puts a recipient into the stored form; the rest stays as it was typed. */
export function fillQuickSend(
  uid: string,
  { recipient, platform, handle }: Pick<TransferDraft, 'recipient' | 'platform' | 'handle'>,
): void {
  const typed = storedQuickSend(uid) ?? valuesOf(null);
  storeQuickSend(uid, { ...typed, recipient, platform, handle: withoutPrefix(platform, handle) });
}

/** What this sender typed before, or null. */
export function storedQuickSend(uid: string): QuickSendValues | null {
  const stored = readStored('session', storageKeys.quickSend);
  return isTyped(stored) && stored.uid === uid ? stored.values : null;
}

/** Called once the transfer was sent. */
export function forgetQuickSend(): void {
  storage('session').remove(storageKeys.quickSend);
}

const sentListeners = new Set<(transfer: Transaction) => void>();

/** Calls back when a transfer turned out to have been sent; returns a function that stops it. */
export function onSent(listener: (transfer: Transaction) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

/** Called when a lost response turned out to be an acceptance: what was typed since then stays. */
export function forgetSent(transfer: Transaction): void {
  const stored = storedQuickSend(transfer.uid);
  if (stored && isDraftOf(stored, transfer)) forgetQuickSend();
  for (const listener of sentListeners) listener(transfer);
}

/** Whether the form says what this transfer was sent with. */
export function isDraftOf(values: QuickSendValues, transfer: TransferDraft): boolean {
  const draft = readDraft(values);
  return draft !== null && JSON.stringify(pickDraft(draft)) === JSON.stringify(pickDraft(transfer));
}
