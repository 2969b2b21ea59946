import type { DeclineGroup } from '../../../kernel/money/transfers.js';

/** What a provider says the money is; null where it does not say. Another currency than USD is 0. */
interface Told {
  readonly cents: number | null;
}

/** A payment's state at the processor. `providerAt` is the provider's instant (ISO-8601 UTC). */
export type PaymentState =
  | ({
      readonly state: 'authorized' | 'captured' | 'cancelled';
      readonly paymentRef: string;
      readonly providerAt: string;
    } & Told)
  | {
      readonly state: 'requires_action';
      readonly paymentRef: string;
      readonly providerAt: string;
      /** The bank's challenge page; it grants access to the payment: never log it. */
      readonly actionUrl: string;
    }
  | {
      readonly state: 'declined';
      readonly paymentRef: string | null;
      readonly providerAt: string;
      readonly group: DeclineGroup;
    };

/** A refund's state at the processor; `pending` ends by webhook or `findRefund`. */
export interface RefundState extends Told {
  readonly state: 'pending' | 'completed' | 'failed';
  readonly refundRef: string;
  readonly providerAt: string;
}

/** A dispute of a payment, maybe of a part of it. */
export interface PaymentDispute {
  readonly disputeRef: string;
  readonly cents: number;
  readonly state: 'open' | 'won' | 'lost';
}

/** A payout's state on its rail (docs/providers.md). */
export type PayoutState = Told &
  (
    | { readonly state: 'pending' | 'unclaimed'; readonly payoutRef: string; readonly providerAt: string }
    | { readonly state: 'delivered'; readonly payoutRef: string; readonly providerAt: string }
    | ({ readonly state: 'failed' } & NotPaid)
    | ({ readonly state: 'returned' } & NotPaid)
  );

/** Definitely not paid, or paid and returned. */
interface NotPaid {
  readonly payoutRef: string | null;
  readonly providerAt: string;
  /** A code of ours that has a text: wrong_handle, account_closed, blocked, limit, expired, recalled, other. */
  readonly reason: string;
}
