import type { PayoutRoute } from '../../../kernel/money/platforms.js';
import type { PayoutOutcome } from '../../../kernel/money/payouts.js';
import type {
  CancelCause,
  PaymentCard,
  PayoutContradicted,
  PayoutFailed,
  Recaller,
  RefundCause,
  RefundSettlement,
} from './lifecycle-events.rules.js';

/** The newest attempt to pay. */
export interface PaymentAttempt {
  readonly attempt: number;
  readonly requestId: string;
  readonly card: PaymentCard;
  readonly state: 'requested' | 'action' | 'declined' | 'authorized' | 'captured' | 'voided';
  readonly paymentRef: string | null;
  /** When the intention was recorded. */
  readonly requestedAt: string;
  readonly providerAt: string;
  readonly captureRequested: boolean;
  readonly voidRequested: boolean;
}

export interface Payout {
  readonly route: PayoutRoute;
  /** Who claimed it at the desk; null: a rail pays it, or the claim was released. */
  readonly operator: string | null;
  readonly submittedAt: string;
  /** When it was claimed last, or submitted to a rail. */
  readonly claimedAt: string;
  /** Its claimant sent nothing: it is to be claimed again. */
  readonly isGivenBack: boolean;
  readonly state: 'submitted' | 'pending' | 'unclaimed' | 'delivered' | 'failed' | 'returned';
  /** The rail's own, once it has accepted the payout. */
  readonly payoutRef: string | null;
  readonly providerAt: string;
  readonly recalledBy: readonly Recaller[];
  /** Who reported that it failed; null: it has not. */
  readonly failedBy: PayoutFailed['data']['by'] | null;
  /** The platform continues a payout that is recorded as failed: an operator confirms it with the platform. */
  readonly contradiction: 'none' | 'open' | 'resolved';
  /** What contradicts the failure: a delivery, or a payout that its recipient may still get. */
  readonly found: PayoutContradicted['data']['found'] | null;
  readonly proposal: {
    readonly outcome: PayoutOutcome;
    readonly reference: string;
    readonly words: string;
    readonly operator: string;
    readonly at: string;
  } | null;
}

/** The newest attempt to refund. */
export interface Refund {
  readonly attempt: number;
  readonly cents: number;
  readonly cause: RefundCause;
  /** `settled`: it failed, and was paid back another way. */
  readonly state: 'requested' | 'pending' | 'completed' | 'failed' | 'settled';
  readonly refundRef: string | null;
  readonly providerAt: string;
  /** How it was paid back another way: reported by an operator, until a second one agrees. */
  readonly settlement: (RefundSettlement & { readonly operator: string; readonly at: string }) | null;
}

/** A cancellation that was asked for. */
export interface Cancel {
  readonly cause: CancelCause;
  /** The card was reserved or charged. */
  readonly returns: boolean;
}
