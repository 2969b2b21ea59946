import type { Platform } from './platforms.js';
import type { Amount } from './transfers.js';

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

/** The answer to POST /transfers/:id/share. */
export interface ShareLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** What the recipient's page tells of a transfer. `returned`: it ended without reaching the recipient. */
export const SHARED_STATUSES = ['processing', 'sent', 'delivered', 'returned'] as const;
export type SharedStatus = (typeof SHARED_STATUSES)[number];

/** `unclaimed`: the platform waits for the recipient, as long as it is there. */
export const SHARED_STEPS = ['paid', 'sent', 'unclaimed', 'delivered', 'returned'] as const;

export interface SharedStep {
  readonly step: (typeof SHARED_STEPS)[number];
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
