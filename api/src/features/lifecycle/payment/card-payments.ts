import type { CardFacts } from '../../../kernel/money/cards.js';
import type { Platform } from '../../../kernel/money/platforms.js';
import type { PaymentNotice } from '../worker/notices.rules.js';
import type { PaymentState, RefundState } from '../state/provider-outcomes.rules.js';

export type { PaymentState, RefundState };

/** A card that the provider's frame has taken. */
export interface InspectedCard {
  readonly facts: CardFacts;
  /** The provider's own name of the number, the same in every account; null where it has none. */
  readonly fingerprint: string | null;
}

/** A card at the provider: the reference of the payment method, and of the customer it may be saved for. */
export interface CardOnFile {
  readonly paymentMethodRef: string;
  readonly customerRef: string | null;
}

/** One attempt to reserve the total on a card. Repeated with the same `key` it has the same result. */
export interface AuthorizationRequest {
  /** The intention's id, the provider's idempotency key. */
  readonly key: string;
  readonly transferId: string;
  readonly totalCents: number;
  /** What the recipient gets. */
  readonly amountCents: number;
  readonly card: CardOnFile;
  /** Keep the card for later payments of this customer. */
  readonly saveCard: boolean;
  /** Who sends and who receives, as card networks require for account funding. */
  readonly sender: { readonly uid: string };
  readonly recipient: { readonly name: string; readonly platform: string };
  /** Where the bank's challenge page returns to. */
  readonly returnUrl: string;
}

/**
 * A webhook with a valid signature that concerns a payment, refund or dispute of a transfer. A dispute has no metadata of ours:
 * `transferOf` names the transfer of its payment.
 */
export type PaymentWebhook = PaymentNotice['data'];

/** A payment in a list: the metadata that it was made with name its transfer and attempt; null where they are not ours. */
export interface ListedPayment {
  readonly paymentRef: string;
  readonly transferId: string | null;
  readonly key: string | null;
  readonly cents: number;
  /** False: the amount is only reserved. */
  readonly isCharged: boolean;
  readonly chargedAt: string;
  /** From the metadata, as far as they have it. */
  readonly uid: string | null;
  readonly platform: Platform | null;
  readonly amountCents: number | null;
}
interface ListedPayments {
  readonly payments: readonly ListedPayment[];
  readonly next: string | null;
}

/**
 * The card processor. Every call has a deadline and throws ProviderUnknown when the outcome is not known, and
 * `payments_unavailable` (DomainError) where nothing can have happened. Rules: docs/providers.md.
 */
export abstract class CardPayments {
  /** Brand, last digits, funding, expiry and fingerprint of a card. @throws card_not_found */
  abstract inspect(paymentMethodRef: string): Promise<InspectedCard>;
  /** Reserves the total; nothing is charged yet. */
  abstract authorize(request: AuthorizationRequest): Promise<PaymentState>;
  /** The payment's current state. */
  abstract find(paymentRef: string): Promise<PaymentState>;
  /** Charges the whole reservation. `cancelled` when it had ended. */
  abstract capture(paymentRef: string, key: string): Promise<PaymentState>;
  /** Ends a payment that is not captured. `captured` when it is too late. */
  abstract cancel(paymentRef: string, key: string): Promise<PaymentState>;
  /** Returns `cents` of a captured payment. @throws RefusedByProvider */
  abstract refund(refund: {
    readonly paymentRef: string;
    readonly transferId: string;
    readonly cents: number;
    readonly key: string;
  }): Promise<RefundState>;
  abstract findRefund(refundRef: string): Promise<RefundState>;
  /** Every refund of a payment, for reconciliation. */
  abstract refundsOf(paymentRef: string): Promise<readonly RefundState[]>;
  /** The transfer of a payment; null when the payment is none of ours. */
  abstract transferOf(paymentRef: string): Promise<string | null>;
  /** Disputes opened since an instant, as webhooks would have reported their present state. @throws ProviderUnknown */
  abstract disputesSince(from: string): AsyncIterable<PaymentWebhook>;
  /** Every dispute of a payment, as webhooks would have reported its present state. @throws ProviderUnknown */
  abstract disputesOf(paymentRef: string): Promise<readonly PaymentWebhook[]>;
  /** All payments of a transfer that the provider knows, for reconciliation, newest first. */
  abstract paymentsOf(transferId: string): Promise<readonly PaymentState[]>;
  /**
   * Payments created since then that hold or have taken money, newest first, a page at a time.
   * @param after `next` of the page before; null for the first
   */
  abstract paymentsSince(since: string, after: string | null): Promise<ListedPayments>;
  /** The payments of a transfer that hold or have taken money, as `paymentsSince` lists them, newest first. */
  abstract chargesFor(transferId: string): Promise<readonly ListedPayment[]>;
  /** Creates the customer that saved cards belong to. */
  abstract createCustomer(uid: string, key: string): Promise<{ readonly customerRef: string }>;
  /** Saves a card without paying. @throws card_declined with `group` */
  abstract saveCard(card: CardOnFile & { readonly customerRef: string }, key: string): Promise<void>;
  /** The provider forgets the card. A card it does not know is no error. */
  abstract removeCard(paymentMethodRef: string): Promise<void>;
  /** @throws webhook_signature_invalid, webhook_unreadable */
  abstract parseWebhook(raw: Buffer, signature: string | undefined): PaymentWebhook;
}
