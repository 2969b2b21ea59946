import type { Platform } from './platforms.js';
import type { Amount, TransferStatus } from './transfers.js';

/** The time zone of receipts and statements, whoever reads them: the one of Flip's office (docs/money.md). */
export const DOCUMENT_TIME_ZONE = 'America/New_York';

/** GET /transfers/:id/receipt: what a receipt says beyond its transfer. */
export interface ReceiptFacts {
  /** Proves the receipt: anyone can look it up ("R7KM-9QX4-C1D8"). */
  readonly code: string;
  /** The page that looks it up. */
  readonly checkUrl: string;
  readonly senderName: string;
  /** No real money was moved. */
  readonly testMode: boolean;
  readonly issuedAt: string;
}

/** A month with charged transfers, of GET /statements. Months begin at midnight in DOCUMENT_TIME_ZONE. */
export interface StatementMonth {
  /** "2026-11" */
  readonly month: string;
  readonly transfers: number;
  /** Charged to cards, fees included. */
  readonly paid: Amount;
  /** Returned to cards. */
  readonly refunded: Amount;
}

/** GET /statements, the newest month first. */
export interface Statements {
  readonly items: readonly StatementMonth[];
  /** False when the sender has more transfers than one call reads; then the oldest months are missing. */
  readonly complete: boolean;
}

/** A charged transfer on a statement. */
export interface StatementLine {
  readonly id: string;
  /** When it was requested. */
  readonly at: string;
  readonly recipient: string;
  readonly platform: Platform;
  readonly status: TransferStatus;
  readonly amount: Amount;
  /** Both fees. */
  readonly fees: Amount;
  /** Charged to the card: amount plus fees. */
  readonly total: Amount;
  /** Returned to the card. */
  readonly refunded: Amount;
  /** Of its receipt. */
  readonly code: string;
}

/** GET /statements/:month/transfers: what the page shows and the PDF and the CSV file are written from. */
export interface Statement {
  readonly month: string;
  /** Its first instant. */
  readonly from: string;
  /** The first instant of the next month. */
  readonly to: string;
  readonly senderName: string;
  /** Oldest first; none where nothing was charged in the month. */
  readonly lines: readonly StatementLine[];
  /** Each column added up. */
  readonly sums: Pick<StatementLine, 'amount' | 'fees' | 'total' | 'refunded'>;
  /** Amounts and fees of the delivered transfers alone. */
  readonly delivered: Pick<StatementLine, 'amount' | 'fees'>;
  /** False when the month has more transfers than one statement lists; then the oldest are missing. */
  readonly complete: boolean;
  /** The month before; null when the sender requested nothing earlier. */
  readonly previous: string | null;
  /** The month after; null when it has not begun. */
  readonly next: string | null;
  /** No real money was moved. */
  readonly testMode: boolean;
  readonly issuedAt: string;
}

/** The answer to POST /transfers/:id/share. */
export interface ShareLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** The state of a transfer on the recipient's page. `returned`: it ended without reaching the recipient. */
export type SharedStatus = 'processing' | 'sent' | 'delivered' | 'returned';

/** `unclaimed`: the platform waits for the recipient, as long as it is there. */
type SharedStepKind = 'paid' | 'sent' | 'unclaimed' | 'delivered' | 'returned';

export interface SharedStep {
  readonly step: SharedStepKind;
  readonly at: string;
}

/** GET /shared/:token and GET /receipts/:code: everything that somebody with the link or the code learns. */
export interface SharedTransfer {
  readonly senderFirstName: string;
  readonly amount: Amount;
  readonly platform: Platform;
  readonly handleMasked: string;
  readonly status: SharedStatus;
  readonly steps: readonly SharedStep[];
  /** Until when the link works; null for a receipt's code, which does not expire. */
  readonly expiresAt: string | null;
}
