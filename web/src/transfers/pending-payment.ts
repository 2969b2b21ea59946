import { feesOf, type FeeScheduleName } from '@kernel/fees';
import { feesOnWire } from '@kernel/fees-on-wire';
import { centsOf, parseAmountCents, TOTAL_PATTERN } from '@kernel/money';
import { PLATFORMS } from '@kernel/platforms';
import {
  draftOf,
  sendOf,
  type Fees,
  type Transaction,
  type TransferDraft,
  type TransferProgress,
} from '@kernel/transfers';

/**
 * A transfer between Quick Send and the server's response: stored under its key, listed while it is being sent.
 * `uid` names its owner, because storage may outlive the session; `id` is `mock-{uuid}`, which no server id starts with.
 */
export interface PendingPayment extends Omit<Transaction, keyof TransferProgress | 'released' | 'revisions'> {
  /** Idempotency key of this one payment. */
  readonly key: string;
  /** Set once it was paid: going back to it opens the transfer. */
  readonly paidTransferId?: string;
  /** The server has no transfer under this key: it can be paid again, or dropped. */
  readonly notSent?: true;
}

type Unread = Readonly<Record<string, unknown>>;

/** Longer than any text of a transfer. */
const TEXT_MAX_LENGTH = 1_000;
const KEY_PATTERN = /^[\w-]{8,64}$/;

/** A payment under a new key, with the fees of the active schedule. */
export function newPayment(uid: string, draft: TransferDraft, schedule: FeeScheduleName): PendingPayment {
  return {
    ...draft,
    uid,
    key: crypto.randomUUID(),
    id: `mock-${crypto.randomUUID()}`,
    createdAt: new Date().toISOString(),
    fees: feesOnWire(feesOf(centsOf(draft.amount), schedule)),
  };
}

/** This user's stored payment, or null when it is another user's or incomplete. */
export function readPayment(value: unknown, uid: string): PendingPayment | null {
  if (!isRecord(value) || value.uid !== uid) return null;
  const { key, id, createdAt, fees, paidTransferId, notSent, ...draft } = value;
  const complete =
    isKey(key) &&
    isEntryId(id) &&
    isInstant(createdAt) &&
    isFees(fees) &&
    isOutcome(paidTransferId, notSent) &&
    isDraft(draft);
  return complete ? (value as unknown as PendingPayment) : null;
}

/** The state of a /dashboard history entry for Quick Send after Edit or "Send again". */
export function draftState(uid: string, draft: TransferDraft) {
  return { uid, draft };
}

/** This user's draft in a history entry, or null. */
export function readDraftState(state: unknown, uid: string): TransferDraft | null {
  return isRecord(state) && state.uid === uid && isDraft(state.draft) ? state.draft : null;
}

/** The fields of a transfer that its sender entered. */
export function pickDraft(transfer: TransferDraft): TransferDraft {
  return draftOf(sendOf(transfer));
}

/** Every field is a short text; the form and the API validate each one. */
function isDraft(value: unknown): value is TransferDraft {
  if (!isRecord(value) || !Object.values(value).every(isText)) return false;
  const { recipient, platform, handle, amount } = value;
  return Boolean(recipient && handle) && PLATFORMS.some((known) => known === platform) && isAmount(amount);
}

function isFees(value: unknown): value is Fees {
  if (!isRecord(value) || !isRecord(value.breakdown)) return false;
  const { flipFee, processingFee } = value.breakdown;
  return (
    [value.totalFee, flipFee, processingFee].every((fee) => isAmount(fee)) &&
    isAmount(value.total, TOTAL_PATTERN)
  );
}

function isOutcome(paidTransferId: unknown, notSent: unknown): boolean {
  return (
    (paidTransferId === undefined || isText(paidTransferId)) && (notSent === undefined || notSent === true)
  );
}

function isKey(value: unknown): boolean {
  return isText(value) && KEY_PATTERN.test(value);
}

function isEntryId(value: unknown): boolean {
  return isText(value) && value.startsWith('mock-');
}

function isInstant(value: unknown): boolean {
  return isText(value) && !Number.isNaN(Date.parse(value));
}

function isRecord(value: unknown): value is Unread {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_MAX_LENGTH;
}

function isAmount(value: unknown, pattern?: RegExp): boolean {
  return typeof value === 'string' && parseAmountCents(value, pattern) !== null;
}
