import type { Platform } from './platforms.js';
import type { Amount, TransferStatus } from './transfers.js';

/** The time zone of receipts and statements for every reader: that of Flip's office (docs/money.md). */
export const DOCUMENT_TIME_ZONE = 'America/New_York';

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

/** A month with charged transfers, of GET /statements. Months begin at midnight in DOCUMENT_TIME_ZONE. */
export class StatementMonth {
  /** @example "2026-11" */
  readonly month!: string;
  readonly transfers!: number;
  /** Charged to cards, fees included. @example "126.90" */
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

/** The state of a transfer on the recipient's page. `returned`: it ended without reaching the recipient. */
export type SharedStatus = 'processing' | 'sent' | 'delivered' | 'returned';

/** `unclaimed`: the platform waits for the recipient, as long as it is there. */
type SharedStepKind = 'paid' | 'sent' | 'unclaimed' | 'delivered' | 'returned';

export class SharedStep {
  readonly step!: SharedStepKind;
  readonly at!: string;
}

/** GET /shared/:token and GET /receipts/:code: everything that somebody with the link or the code learns. */
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
