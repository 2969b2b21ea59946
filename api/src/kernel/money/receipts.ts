import { cardText } from './cards.js';
import { confirmedRefund, refundedCents, sentStepOf, stepOf } from './charge.js';
import { handleKindOf, handleText, type HandleKind } from '../text/handle-text.js';
import type { Platform } from './platforms.js';
import type { Amount, Transaction, TransferStatus } from './transfers.js';

/** The time zone of receipts and statements for every reader: that of Flip's office (docs/money.md). */
export const DOCUMENT_TIME_ZONE = 'America/New_York';

/** "2026-11-24 14:31:05" in a time zone, which spreadsheets read as a date. */
export function stampsIn(timeZone: string): (instant: string) => string {
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return (instant) => format.format(new Date(instant));
}

/** GET /transfers/:id/receipt: what a receipt says beyond its transfer. */
export class ReceiptFacts {
  /** Proves the receipt: anyone can look it up. @example "R7KM-9QX4-C1D8" */
  readonly code!: string;
  /** The page that looks up the code. */
  readonly checkUrl!: string;
  /** @example "Ana Morales" */
  readonly senderName!: string;
  /** No real money was moved. */
  readonly testMode!: boolean;
  readonly issuedAt!: string;
}

type ReceiptDetail =
  | 'card'
  | HandleKind
  | 'note'
  | 'paymentReference'
  | 'platformReference'
  | 'refundReference';
type Line<Name, Value> = readonly [name: Name, value: Value];

/** The lines of a charged transfer's receipt, on its page and in its PDF; unknown ones are omitted. */
export interface ReceiptLines {
  /** What goes, or has gone, back to the card, or to the sender another way. */
  readonly refund: Line<'refunded' | 'refundSettled' | 'refundStarted', Amount> | null;
  /** Steps and their instants. */
  readonly times: readonly Line<
    'requested' | 'captured' | 'payout_accepted' | 'delivered' | 'refund_initiated' | 'refunded',
    string
  >[];
  readonly details: readonly Line<ReceiptDetail, string>[];
}

export const receiptLinesOf = (transfer: Transaction): ReceiptLines => ({
  refund: refundOf(transfer),
  times: known([
    ['requested', transfer.createdAt],
    ['captured', stepOf(transfer, 'captured')?.at],
    ['payout_accepted', sentStepOf(transfer)?.at],
    ['delivered', stepOf(transfer, 'delivered')?.at],
    ['refund_initiated', stepOf(transfer, 'refund_initiated')?.at],
    ['refunded', confirmedRefund(transfer)?.at],
  ]),
  details: known(detailsOf(transfer)),
});

const detailsOf = (transfer: Transaction): readonly Line<ReceiptDetail, string | undefined>[] => [
  detail('card', transfer.card ? cardText(transfer.card) : undefined),
  detail(handleKindOf(transfer.handle), handleText(transfer.handle)),
  detail('note', transfer.note),
  detail('paymentReference', stepOf(transfer, 'authorized')?.reference),
  detail('platformReference', stepOf(transfer, 'delivered')?.reference ?? sentStepOf(transfer)?.reference),
  detail('refundReference', confirmedRefund(transfer)?.reference),
];

/** A detail is printed as it is: the code of a fixed list does not compile, since it is the key of a text (as of `times`). */
export const detail = <Text extends string>(
  name: ReceiptDetail,
  text: (Text & (string extends Text ? Text : never)) | undefined,
): Line<ReceiptDetail, string | undefined> => [name, text];

function refundOf(transfer: Transaction): ReceiptLines['refund'] {
  const amount = stepOf(transfer, 'refund_initiated')?.amount;
  if (amount === undefined) return null;
  if (refundedCents(transfer) === 0) return ['refundStarted', amount];
  return [confirmedRefund(transfer)?.step === 'refund_settled' ? 'refundSettled' : 'refunded', amount];
}

const known = <Name>(lines: readonly Line<Name, string | undefined>[]): readonly Line<Name, string>[] =>
  lines.flatMap(([name, value]) => (value ? [[name, value] as const] : []));

/** A month with charged transfers, of GET /statements. Months begin at midnight in DOCUMENT_TIME_ZONE. */
export class StatementMonth {
  /** @example "2026-11" */
  readonly month!: string;
  readonly transfers!: number;
  /** The amounts without fees. @example "120.00" */
  readonly sent!: Amount;
  /** Both fees. @example "6.90" */
  readonly fees!: Amount;
  /** Charged to cards: sent plus fees. @example "126.90" */
  readonly paid!: Amount;
  /** Returned to cards. @example "0.00" */
  readonly refunded!: Amount;
}

/** GET /statements, the newest month first. */
export class Statements {
  readonly items!: StatementMonth[];
  /** False when the sender has more transfers than one call reads; then the oldest months are missing. */
  readonly complete!: boolean;
}

/** Amounts and fees of several transfers, or of one. */
class StatementAmounts {
  /** @example "120.00" */
  readonly amount!: Amount;
  /** Both fees. @example "6.90" */
  readonly fees!: Amount;
}

class StatementSums extends StatementAmounts {
  /** Charged to the card: amount plus fees. @example "126.90" */
  readonly total!: Amount;
  /** Returned to the card. @example "0.00" */
  readonly refunded!: Amount;
}

/** A charged transfer on a statement. */
export class StatementLine extends StatementSums {
  /** The id of the transfer. */
  readonly id!: string;
  /** When it was requested. */
  readonly at!: string;
  /** @example "Maya Okafor" */
  readonly recipient!: string;
  readonly platform!: Platform;
  readonly status!: TransferStatus;
  /** The verification code of its receipt. @example "R7KM-9QX4-C1D8" */
  readonly code!: string;
}

/** GET /statements/:month/transfers: what the page shows and the PDF and the CSV file are written from. */
export class Statement {
  /** @example "2026-11" */
  readonly month!: string;
  /** The first instant of the month in the office's time zone. */
  readonly from!: string;
  /** The first instant of the next month. */
  readonly to!: string;
  /** @example "Ana Morales" */
  readonly senderName!: string;
  /** Oldest first; none where nothing was charged in the month. */
  readonly lines!: StatementLine[];
  /** Each column added up. */
  readonly sums!: StatementSums;
  /** Of the delivered transfers alone. */
  readonly delivered!: StatementAmounts;
  /** False when the month has more transfers than one statement lists; then the oldest are missing. */
  readonly complete!: boolean;
  /** The month before; null when the sender requested nothing earlier. @example "2026-10" */
  readonly previous!: string | null;
  /** The month after; null when it has not begun. */
  readonly next!: string | null;
  /** No real money was moved. */
  readonly testMode!: boolean;
  readonly issuedAt!: string;
}

/** Response of POST /transfers/:id/share. */
export class ShareLink {
  readonly url!: string;
  readonly expiresAt!: string;
}

/** A link that works, with what its sender knows it by. */
class ActiveShareLink extends ShareLink {
  /** The transfer that it shows. */
  readonly transferId!: string;
  /** @example "Maya Okafor" */
  readonly recipient!: string;
  /** @example "120.00" */
  readonly amount!: Amount;
  readonly status!: TransferStatus;
}

/** GET /shares, the newest first. */
export class ActiveShareLinks {
  readonly items!: ActiveShareLink[];
}

/** The state of a transfer on the recipient's page. `returned`: it ended without reaching the recipient. */
export type SharedStatus = 'processing' | 'sent' | 'delivered' | 'returned';

const SHARED_STATUSES: Readonly<Record<TransferStatus, SharedStatus>> = {
  processing: 'processing',
  sent: 'sent',
  delivered: 'delivered',
  cancelled: 'returned',
  declined: 'returned',
  refunding: 'returned',
  refunded: 'returned',
};

/** Why a transfer did not arrive is private to its sender: a decline, a cancellation and a refund look the same. */
export const sharedStatusOf = (status: TransferStatus): SharedStatus => SHARED_STATUSES[status];

/** `unclaimed`: the platform waits for the recipient, as long as it is there. */
type SharedStepKind = 'paid' | 'sent' | 'unclaimed' | 'delivered' | 'returned';

export class SharedStep {
  readonly step!: SharedStepKind;
  readonly at!: string;
}

/** GET /shared/:token and GET /receipts/:code: everything that a holder of the link or the code learns. */
export class SharedTransfer {
  /** @example "Ana" */
  readonly senderFirstName!: string;
  /** @example "120.00" */
  readonly amount!: Amount;
  readonly platform!: Platform;
  /** @example "$m••••" */
  readonly handleMasked!: string;
  readonly status!: SharedStatus;
  readonly steps!: SharedStep[];
  /** Until when the link works; null for a receipt's code, which does not expire. */
  readonly expiresAt!: string | null;
}
