import { CHANGED_FIELDS, type ChangedField, type NextStep } from '@kernel/money/endings';
import { feesOf, type FeeScheduleName } from '@kernel/money/fees';
import { feesOnWire } from '@kernel/money/fees-on-wire';
import { centsOf, parseAmountCents, TOTAL_PATTERN } from '@kernel/money/money';
import { PLATFORMS } from '@kernel/money/platforms';
import {
  draftOf,
  sendOf,
  type Fees,
  type Transaction,
  type TransferDraft,
  type TransferProgress,
} from '@kernel/money/transfers';
import { isOneOf, isOptional, isRecordOf, isText, isTextWhere } from '../../lib/stored';

/**
 * A transfer between Quick Send and the server's response: stored under its key, listed while it is being sent.
 * `uid` names its owner, because storage may outlive the session; `id` is `mock-{uuid}`, which no server id starts with.
 */
export interface PendingPayment extends Omit<Transaction, keyof TransferProgress | 'released'> {
  /** Idempotency key of this one payment. */
  readonly key: string;
  /** Set once it was paid: going back to it opens the transfer. */
  readonly paidTransferId?: string;
  /** The server has no transfer under this key: it can be paid again, or dropped. */
  readonly notSent?: true;
}

const KEY_PATTERN = /^[\w-]{8,64}$/;

const isFilled = isTextWhere((text) => text !== '');
const isAmount = isTextWhere((text) => parseAmountCents(text) !== null);

/** The form and the API validate each field; stored, they only have their types. */
const DRAFT = {
  recipient: isFilled,
  platform: isOneOf(...PLATFORMS),
  handle: isFilled,
  amount: isAmount,
  note: isOptional(isText),
};
const isDraftState = isRecordOf<ReturnType<typeof draftState>>({
  uid: isText,
  draft: isRecordOf<TransferDraft>(DRAFT),
  change: isOptional(isOneOf('handle', 'amount', 'platform')),
});
const isPayment = isRecordOf<PendingPayment>({
  ...DRAFT,
  uid: isText,
  key: isTextWhere((text) => KEY_PATTERN.test(text)),
  id: isTextWhere((text) => text.startsWith('mock-')),
  createdAt: isTextWhere((text) => !Number.isNaN(Date.parse(text))),
  fees: isRecordOf<Fees>({
    totalFee: isAmount,
    total: isTextWhere((text) => parseAmountCents(text, TOTAL_PATTERN) !== null),
    breakdown: isRecordOf<Fees['breakdown']>({ flipFee: isAmount, processingFee: isAmount }),
  }),
  paidTransferId: isOptional(isText),
  notSent: isOptional(isOneOf(true)),
});

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
  return isPayment(value) && value.uid === uid ? value : null;
}

/** The state of a /dashboard history entry for Quick Send after Edit or "Send again". `change`: the field to correct. */
export function draftState(
  uid: string,
  draft: TransferDraft,
  change: ChangedField | null = null,
): { readonly uid: string; readonly draft: TransferDraft; readonly change?: ChangedField } {
  return { uid, draft, ...(change && { change }) };
}

/** The same for the next step after a transfer: all filled in, with the focus where something has to change. */
export function nextState(transfer: Transaction, next: NextStep) {
  return draftState(transfer.uid, pickDraft(transfer), CHANGED_FIELDS[next]);
}

/** This user's draft in a history entry, or null. */
export function readDraftState(state: unknown, uid: string): TransferDraft | null {
  return isDraftState(state) && state.uid === uid ? state.draft : null;
}

/** The field to correct in this user's draft of a history entry; null for none. */
export function readChangedField(state: unknown, uid: string): ChangedField | null {
  return isDraftState(state) && state.uid === uid ? (state.change ?? null) : null;
}

/** The fields of a transfer that its sender entered. */
export function pickDraft(transfer: TransferDraft): TransferDraft {
  return draftOf(sendOf(transfer));
}
