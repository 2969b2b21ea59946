import type {
  PaymentState,
  RefundState,
  PaymentWebhook,
} from '../../api/src/features/lifecycle/payment/card-payments.js';
import { CardPayments, type InspectedCard } from '../../api/src/features/lifecycle/payment/card-payments.js';
import { ProviderUnknown } from '../../api/src/engine/providers/provider-unknown.js';
import { DomainError } from '../../api/src/kernel/domain-error.js';
import type { CardFacts } from '../../api/src/kernel/money/cards.js';

/** The cards of an in-memory card processor: tokenizes, saves and deletes them. It charges nothing. */
export class CardProcessor extends CardPayments {
  /** Customer by saved card. */
  readonly kept = new Map<string, string>();
  readonly customers = new Map<string, string>();
  isAway = false;
  private readonly cards = new Map<string, CardFacts>();

  /** A card entered in the frame; returns its token. */
  enter(facts: Partial<CardFacts> = {}): string {
    const token = `pm_entered_${String(this.cards.size + 1)}`;
    const last4 = String(5_000 + this.cards.size);
    this.cards.set(token, { brand: 'visa', last4, expMonth: 8, expYear: 2028, funding: 'debit', ...facts });
    return token;
  }

  override inspect(token: string): Promise<InspectedCard> {
    return this.call(() => {
      const facts = this.cards.get(token);
      if (!facts) throw new DomainError('card_not_found');
      return { facts, fingerprint: token };
    });
  }

  override createCustomer(uid: string, key: string): Promise<{ readonly customerRef: string }> {
    return this.call(() => {
      const customerRef = this.customers.get(key) ?? `cus_${uid}`;
      this.customers.set(key, customerRef);
      return { customerRef };
    });
  }

  override saveCard({ paymentMethodRef, customerRef }: { paymentMethodRef: string; customerRef: string }) {
    return this.call(() => void this.kept.set(paymentMethodRef, customerRef));
  }

  override removeCard(paymentMethodRef: string): Promise<void> {
    return this.call(() => void this.kept.delete(paymentMethodRef));
  }

  override readonly authorize = (): Promise<PaymentState> => unused();
  override readonly find = (): Promise<PaymentState> => unused();
  override readonly capture = (): Promise<PaymentState> => unused();
  override readonly cancel = (): Promise<PaymentState> => unused();
  override readonly refund = (): Promise<RefundState> => unused();
  override readonly findRefund = (): Promise<RefundState> => unused();
  override readonly refundsOf = (): Promise<readonly RefundState[]> => unused();
  override readonly chargesFor = (): Promise<never> => unused();
  override readonly disputesSince = (): AsyncIterable<PaymentWebhook> => unused();
  override readonly disputesOf = (): Promise<readonly PaymentWebhook[]> => unused();
  override readonly transferOf = (): Promise<string | null> => unused();
  override readonly paymentsOf = (): Promise<readonly PaymentState[]> => unused();
  override readonly paymentsSince = (): Promise<never> => unused();
  override readonly parseWebhook = (): PaymentWebhook => unused();

  private call<Result>(work: () => Result): Promise<Result> {
    if (this.isAway) return Promise.reject(new ProviderUnknown('the card processor does not respond'));
    return Promise.resolve().then(work);
  }
}

function unused(): never {
  throw new Error('Saved cards charge nothing');
}
