import { parseAmountCents, TOTAL_PATTERN } from '@kernel/money';
import { PLATFORMS, type Platform } from '@kernel/platforms';
import type { Amount, Fees, TransferDraft } from '@kernel/transfers';

/** What Quick Send hands to /payment in the history entry, so that it survives a reload (decision 12). */
export interface PaymentState extends TransferDraft {
  /** Whose payment it is: a history entry outlives a sign-out. */
  readonly uid: string;
  /** Idempotency key of this one payment. */
  readonly key: string;
  readonly fees: Fees;
  /** Set once it was paid: going back to this entry opens the transfer. */
  readonly paidTransferId?: string;
}

/** Values that /payment's Edit and "Send again" put back into Quick Send. */
export type QuickSendDraft = Partial<TransferDraft>;

const TEXT_MAX_LENGTH = 320;
const KEY_PATTERN = /^[\w-]{8,64}$/;

/** This person's payment in a history entry, or null when there is none, it is another's or no whole one. */
export function readPaymentState(value: unknown, uid: string): PaymentState | null {
  if (!isRecord(value) || value.uid !== uid) return null;
  const { key, paidTransferId } = value;
  const draft = readDraft(value);
  const fees = readFees(value.fees);
  if (typeof key !== 'string' || !KEY_PATTERN.test(key) || !isComplete(draft) || !fees) return null;
  const state = { ...draft, uid, key, fees };
  return typeof paidTransferId === 'string' ? { ...state, paidTransferId } : state;
}

/** What a history entry of /dashboard holds for Quick Send. */
export function draftState(uid: string, transfer: TransferDraft) {
  return { uid, draft: draftOf(transfer) };
}

/** This person's draft in a history entry; fields that cannot be one are left out. */
export function readQuickSendDraft(value: unknown, uid: string): QuickSendDraft {
  if (!isRecord(value) || value.uid !== uid || !isRecord(value.draft)) return {};
  return readDraft(value.draft);
}

/** The four fields of a transfer without what else stands beside them. */
export function draftOf({ recipient, platform, handle, amount }: TransferDraft): TransferDraft {
  return { recipient, platform, handle, amount };
}

function readDraft(value: Readonly<Record<string, unknown>>): QuickSendDraft {
  const { recipient, platform, handle, amount } = value;
  return {
    ...(isText(recipient) && { recipient }),
    ...(isPlatform(platform) && { platform }),
    ...(isText(handle) && { handle }),
    ...(isAmount(amount) && { amount }),
  };
}

function isComplete(draft: QuickSendDraft): draft is TransferDraft {
  return Boolean(draft.recipient && draft.platform && draft.handle && draft.amount);
}

function readFees(value: unknown): Fees | null {
  if (!isRecord(value) || !isRecord(value.breakdown)) return null;
  const { totalFee, total, breakdown } = value;
  const { flipFee, processingFee } = breakdown;
  if (!isAmount(totalFee) || !isTotal(total) || !isAmount(flipFee) || !isAmount(processingFee)) return null;
  return { totalFee, total, breakdown: { flipFee, processingFee } };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_MAX_LENGTH;
}

function isPlatform(value: unknown): value is Platform {
  return PLATFORMS.some((platform) => platform === value);
}

function isAmount(value: unknown): value is Amount {
  return typeof value === 'string' && parseAmountCents(value) !== null;
}

function isTotal(value: unknown): value is Amount {
  return typeof value === 'string' && parseAmountCents(value, TOTAL_PATTERN) !== null;
}
