import type StripeSdk from 'stripe';
import { Clock, isoInstant } from '../../../config/clock.js';
import { CallPace } from '../../../engine/providers/call-pace.js';
import { ProviderUnknown } from '../../../engine/providers/provider-unknown.js';
import { ProviderSettings } from '../../../config/runtime.js';
import { DomainError } from '../../../kernel/domain-error.js';
import { UUID_PATTERN } from '../../../kernel/uuid.js';
import type {
  AuthorizationRequest,
  CardOnFile,
  CardPayments,
  InspectedCard,
  ListedPayment,
  PaymentState,
  PaymentWebhook,
  RefundState,
} from '../../lifecycle/payment/card-payments.js';
import { disputesAt, disputesOfPayment } from './stripe-disputes.js';
import { StripeClient } from './stripe-client.js';
import {
  failureOf,
  groupOf,
  hidesPayment,
  isStoredFailure,
  stripeErrorOf,
  unavailableOf,
} from './stripe-errors.js';
import { chargesIn, listPayments, searchPayments } from './stripe-payment-list.js';
import { paymentOf } from './stripe-payment-request.js';
import { declined, isRepeated, paymentStateOf, refundStateOf, unusable } from './stripe-payment-state.js';
import { isSigned, readWebhook } from './stripe-webhook.js';

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;
/** Most payments of one transfer: at most five attempts are made (docs/money.md), each may be found once. */
const PAYMENTS_LIMIT = 100;
/** A payment method's reference: it comes from the browser. */
const METHOD_ID = /^pm_\w{1,100}$/;

/**
 * Card payments by Stripe; in test mode the same code calls the simulator. Calls that move money throw ProviderUnknown
 * whenever the outcome is not certain, also while our key is refused; the others `payments_unavailable`. An Error means
 * that the request was wrong.
 */
export class StripeCards implements CardPayments {
  private readonly settings: ProviderSettings['stripe'];
  private readonly client: StripeClient;

  constructor(
    { stripe }: ProviderSettings,
    private readonly clock: Clock,
  ) {
    this.settings = stripe;
    this.client = new StripeClient(stripe, new CallPace('stripe', stripe, clock));
  }

  async inspect(paymentMethodRef: string): Promise<InspectedCard> {
    const method = await this.client.sdk.paymentMethods
      .retrieve(idOf(paymentMethodRef))
      .catch((error: unknown) => {
        throw stripeErrorOf(error)?.statusCode === 404
          ? new DomainError('card_not_found')
          : unavailableOf(error);
      });
    if (!method.card) throw new DomainError('card_not_found');
    const { brand, last4, exp_month: expMonth, exp_year: expYear, funding, fingerprint = null } = method.card;
    const known = funding === 'credit' || funding === 'debit' || funding === 'prepaid' ? funding : 'unknown';
    return { facts: { brand, last4, expMonth, expYear, funding: known }, fingerprint };
  }

  /** A card that cannot be used (spent, foreign, unknown) is declined: the reference comes from the browser. */
  async authorize(request: AuthorizationRequest): Promise<PaymentState> {
    const requestedAt = this.requestedAt();
    if (!METHOD_ID.test(request.card.paymentMethodRef)) return unusable(requestedAt);
    try {
      const payment = await this.client.sdk.paymentIntents.create(paymentOf(request), {
        idempotencyKey: request.key,
      });
      // A repeated response is as old as the first one.
      return isRepeated(payment) ? await this.find(payment.id) : paymentStateOf(payment, requestedAt);
    } catch (error) {
      const refusal = stripeErrorOf(error);
      if (refusal?.type === 'StripeCardError') return declined(refusal, requestedAt);
      if (refusal?.type === 'StripeInvalidRequestError' && refusal.param === 'payment_method')
        return unusable(requestedAt);
      if (hidesPayment(error)) return this.foundUnder(request, error);
      throw failureOf(error);
    }
  }

  async find(paymentRef: string): Promise<PaymentState> {
    const requestedAt = this.requestedAt();
    return paymentStateOf(await this.retrieve(paymentRef), requestedAt);
  }

  async capture(paymentRef: string, key: string): Promise<PaymentState> {
    return this.change(paymentRef, key, (idempotencyKey) =>
      this.client.sdk.paymentIntents.capture(paymentRef, {}, { idempotencyKey }),
    );
  }

  async cancel(paymentRef: string, key: string): Promise<PaymentState> {
    return this.change(paymentRef, key, (idempotencyKey) =>
      this.client.sdk.paymentIntents.cancel(paymentRef, {}, { idempotencyKey }),
    );
  }

  /** Looks first, because the provider forgets a key after a day and would then refund a second time. */
  async refund(refund: Parameters<CardPayments['refund']>[0]): Promise<RefundState> {
    const requestedAt = this.requestedAt();
    try {
      return refundStateOf(
        (await this.refundUnder(refund)) ?? (await this.createRefund(refund)),
        requestedAt,
      );
    } catch (error) {
      throw failureOf(error);
    }
  }

  async findRefund(refundRef: string): Promise<RefundState> {
    const requestedAt = this.requestedAt();
    try {
      return refundStateOf(await this.client.sdk.refunds.retrieve(refundRef), requestedAt);
    } catch (error) {
      throw failureOf(error);
    }
  }

  async refundsOf(paymentRef: string): Promise<readonly RefundState[]> {
    const requestedAt = this.requestedAt();
    const refunds = await this.refundsAt(paymentRef).catch((error: unknown) => {
      throw failureOf(error);
    });
    return refunds.map((refund) => refundStateOf(refund, requestedAt));
  }

  async transferOf(paymentRef: string): Promise<string | null> {
    try {
      const { metadata } = await this.client.sdk.paymentIntents.retrieve(paymentRef);
      const transferId = metadata['transferId'] ?? '';
      // Other users of the account may have other ones.
      return UUID_PATTERN.test(transferId) ? transferId : null;
    } catch (error) {
      if (stripeErrorOf(error)?.statusCode === 404) return null;
      throw failureOf(error);
    }
  }

  disputesSince(from: string): AsyncIterable<PaymentWebhook> {
    return disputesAt(this.client.sdk, from, this.clock.now());
  }

  disputesOf(paymentRef: string): Promise<readonly PaymentWebhook[]> {
    return disputesOfPayment(this.client.sdk, paymentRef, this.clock.now());
  }

  paymentsSince(since: string, after: string | null): ReturnType<CardPayments['paymentsSince']> {
    return listPayments(this.client.sdk, since, after);
  }

  async chargesFor(transferId: string): Promise<readonly ListedPayment[]> {
    return chargesIn(await searchPayments(this.client.sdk, transferId));
  }

  async paymentsOf(transferId: string): Promise<readonly PaymentState[]> {
    const requestedAt = this.requestedAt();
    return (await searchPayments(this.client.sdk, transferId)).map((payment) =>
      paymentStateOf(payment, requestedAt),
    );
  }

  async createCustomer(uid: string, key: string): Promise<{ readonly customerRef: string }> {
    try {
      const { id } = await this.client.sdk.customers.create({ metadata: { uid } }, { idempotencyKey: key });
      return { customerRef: id };
    } catch (error) {
      throw unavailableOf(error);
    }
  }

  async saveCard(card: CardOnFile & { readonly customerRef: string }, key: string): Promise<void> {
    const { paymentMethodRef, customerRef: customer } = card;
    try {
      const options = { idempotencyKey: key };
      await this.client.sdk.paymentMethods.attach(idOf(paymentMethodRef), { customer }, options);
    } catch (error) {
      const refusal = stripeErrorOf(error);
      if (refusal?.type === 'StripeCardError')
        throw new DomainError('card_declined', { group: groupOf(refusal) });
      const isUnusable = refusal?.param === 'payment_method' || refusal?.code === 'resource_missing';
      throw isUnusable ? new DomainError('card_not_found') : unavailableOf(error);
    }
  }

  async removeCard(paymentMethodRef: string): Promise<void> {
    try {
      await this.client.sdk.paymentMethods.detach(idOf(paymentMethodRef));
    } catch (error) {
      // Unknown there, or no longer saved for a customer.
      if (stripeErrorOf(error)?.type !== 'StripeInvalidRequestError') throw unavailableOf(error);
    }
  }

  parseWebhook(raw: Buffer, signature: string | undefined): PaymentWebhook {
    const rule = { secrets: this.settings.webhookSecrets, nowMs: this.clock.now() };
    if (!isSigned(this.client.sdk.webhooks, { raw, signature }, rule))
      throw new DomainError('webhook_signature_invalid');
    return readWebhook(raw);
  }

  /**
   * Now, in the provider's precision of seconds: a response is as old as its request, and an event of the same second must
   * not seem older.
   */
  private requestedAt(): string {
    return isoInstant(Math.floor(this.clock.now() / SECOND_MS) * SECOND_MS);
  }

  private async retrieve(paymentRef: string): Promise<StripeSdk.PaymentIntent> {
    try {
      return await this.client.sdk.paymentIntents.retrieve(paymentRef);
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Captures or cancels. For a payment that is not in the right state, returns the state it is in. */
  private async change(
    paymentRef: string,
    key: string,
    call: (key: string) => Promise<StripeSdk.Response<StripeSdk.PaymentIntent>>,
  ): Promise<PaymentState> {
    const requestedAt = this.requestedAt();
    try {
      const payment = await call(key).catch((error: unknown) => {
        // A payment is captured or canceled once under any key.
        if (isStoredFailure(error)) return call(this.hourly(key));
        throw error;
      });
      return isRepeated(payment) ? await this.find(paymentRef) : paymentStateOf(payment, requestedAt);
    } catch (error) {
      if (stripeErrorOf(error)?.code === 'payment_intent_unexpected_state') return this.find(paymentRef);
      throw failureOf(error);
    }
  }

  /**
   * The payment of a request with a stored failure as its response, which may have happened nevertheless, or that differs
   * from the first one under its key: our address, where the sender returns to, may have changed since.
   */
  private async foundUnder(
    { transferId, key, totalCents }: AuthorizationRequest,
    refusal: unknown,
  ): Promise<PaymentState> {
    const requestedAt = this.requestedAt();
    const payment = (await searchPayments(this.client.sdk, transferId)).find(
      ({ metadata }) => metadata['key'] === key,
    );
    if (!payment) throw new ProviderUnknown('The card processor has stored another response under the key');
    if (payment.amount !== totalCents) throw failureOf(refusal);
    return paymentStateOf(payment, requestedAt);
  }

  private async refundUnder({ paymentRef, key }: { readonly paymentRef: string; readonly key: string }) {
    const refunds = await this.refundsAt(paymentRef);
    return refunds.find(({ metadata }) => metadata?.['key'] === key);
  }

  private async refundsAt(paymentRef: string): Promise<readonly StripeSdk.Refund[]> {
    const query = { payment_intent: paymentRef, limit: PAYMENTS_LIMIT };
    return (await this.client.sdk.refunds.list(query)).data;
  }

  private async createRefund(refund: Parameters<CardPayments['refund']>[0]): Promise<StripeSdk.Refund> {
    const { paymentRef, transferId, cents, key } = refund;
    const call = (idempotencyKey: string) =>
      this.client.sdk.refunds.create(
        { payment_intent: paymentRef, amount: cents, metadata: { transferId, key } },
        { idempotencyKey },
      );
    return call(key).catch((error: unknown) => {
      // It was just looked for and is not there.
      if (isStoredFailure(error)) return call(this.hourly(key));
      throw error;
    });
  }

  /** The provider repeats a stored failure for a day: such a call is made again, once per hour. */
  private hourly(key: string): string {
    return `${key}:${Math.floor(this.clock.now() / HOUR_MS)}`;
  }
}

/** A reference from the browser becomes part of an address. @throws card_not_found */
function idOf(paymentMethodRef: string): string {
  if (!METHOD_ID.test(paymentMethodRef)) throw new DomainError('card_not_found');
  return paymentMethodRef;
}
