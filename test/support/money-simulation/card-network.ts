import {
  CardPayments,
  type AuthorizationRequest,
  type ListedPayment,
  type PaymentState,
  type PaymentWebhook,
  type RefundState,
} from '../../../api/src/features/lifecycle/payment/card-payments.js';
import { isoInstant } from '../../../api/src/config/clock.js';
import type { Platform } from '../../../api/src/kernel/money/platforms.js';
import { RefusedByProvider } from '../../../api/src/engine/providers/provider-unknown.js';
import { ProviderRefused } from './network.js';
import type { ProviderWorld, Undated } from './provider-world.js';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** How long the processor stores an idempotency key, and a bank keeps an authorization. */
const KEY_LIFE_MS = DAY;
const RESERVATION_MS = 7 * DAY;
/** Delay after which a bank returns a refund. */
const REFUND_CAN_FAIL_AFTER_MS = DAY;

export interface Charge {
  readonly ref: string;
  readonly transferId: string;
  readonly cents: number;
  readonly createdMs: number;
  state: 'requires_action' | 'authorized' | 'captured' | 'cancelled' | 'declined';
  /** The bank had reserved the total at some time. */
  wasReserved: boolean;
  /** From the metadata. */
  readonly listed: Pick<ListedPayment, 'uid' | 'platform' | 'amountCents' | 'key'>;
  /** The log has lost its transfer. */
  readonly isLost: boolean;
}
export interface Repayment {
  readonly ref: string;
  readonly charge: Charge;
  readonly key: string;
  readonly cents: number;
  state: 'pending' | 'completed' | 'failed';
  changedMs: number;
}
export interface Dispute {
  readonly ref: string;
  readonly charge: Charge;
  /** May be only part of the charge. */
  readonly cents: number;
  state: 'open' | 'won' | 'lost';
  /** Our refund was under way, or had arrived, when the bank decided: the sender may get both. */
  wasRefunded: boolean;
}

/** The card processor with its own state: charges by key, refunds, disputes. The port over a faulty network. */
export class CardNetwork extends CardPayments {
  readonly charges: Charge[] = [];
  readonly refunds: Repayment[] = [];
  readonly disputes: Dispute[] = [];
  private readonly keys = new Map<string, { readonly charge: Charge; readonly untilMs: number }>();

  /** The payment that each key of a void was used for. */
  private readonly voids = new Map<string, string>();

  constructor(private readonly world: ProviderWorld) {
    super();
  }

  chargesOf(transferId: string): readonly Charge[] {
    return this.charges.filter((charge) => charge.transferId === transferId);
  }

  override authorize(request: AuthorizationRequest): Promise<PaymentState> {
    this.world.intentions.toAuthorize(request);
    return this.request(`authorize ${request.key}`, () => {
      const known = this.keys.get(request.key);
      if (known && known.untilMs > this.world.clock.nowMs) return stateOf(known.charge);
      const charge = this.newCharge(request);
      this.keys.set(request.key, { charge, untilMs: this.world.clock.nowMs + KEY_LIFE_MS });
      return stateOf(charge);
    });
  }

  override find(ref: string): Promise<PaymentState> {
    return this.request(`find ${ref}`, () => stateOf(this.charge(ref)));
  }

  override capture(ref: string): Promise<PaymentState> {
    this.world.intentions.to('CaptureRequested', this.charge(ref).transferId);
    return this.request(`capture ${ref}`, () => {
      const charge = this.charge(ref);
      if (charge.state === 'authorized') this.move(charge, 'captured', 'payment_intent.succeeded');
      return stateOf(charge);
    });
  }

  override cancel(ref: string, key: string): Promise<PaymentState> {
    if (key.startsWith('stray:')) this.world.intentions.toRefundStray(ref);
    else this.world.intentions.to('VoidRequested', this.charge(ref).transferId);
    return this.request(`void ${ref} under ${key}`, () => {
      const charge = this.charge(ref);
      if ((this.voids.get(key) ?? ref) !== ref) throw new ProviderRefused('the key is of another payment');
      this.voids.set(key, ref);
      if (charge.state !== 'captured' && charge.state !== 'cancelled')
        this.move(charge, 'cancelled', 'payment_intent.canceled');
      return stateOf(charge);
    });
  }

  override async refund(request: Parameters<CardPayments['refund']>[0]): Promise<RefundState> {
    if (!request.key.startsWith('stray:')) {
      this.world.intentions.toRefund(request);
      return this.refundUnder(request);
    }
    this.world.intentions.toRefundStray(request.paymentRef);
    return this.refundUnder(request).catch((error: unknown) => {
      throw error instanceof ProviderRefused ? new RefusedByProvider(error.message) : error;
    });
  }

  private refundUnder({
    paymentRef,
    cents,
    key,
  }: Parameters<CardPayments['refund']>[0]): Promise<RefundState> {
    return this.requestRefund(`refund ${cents} of ${paymentRef} under ${key}`, () => {
      const known = this.refunds.find((refund) => refund.key === key);
      if (known) return known;
      const charge = this.charge(paymentRef);
      if (charge.state !== 'captured') throw new ProviderRefused('nothing was charged');
      if (this.disputes.some((one) => one.charge === charge && one.state === 'open'))
        throw new ProviderRefused('the charge is disputed');
      if (this.refundedCents(charge) + this.lostCents(charge) + cents > charge.cents)
        throw new ProviderRefused('more than is left');
      const ref = `re_${this.refunds.length + 1}`;
      const state = this.world.luck.pick(['pending', 'pending', 'completed'] as const, key);
      const refund: Repayment = { ref, charge, key, cents, state, changedMs: this.world.clock.nowMs };
      this.refunds.push(refund);
      this.notify({ name: 'refund.created', subject: 'refund', ref, charge });
      return refund;
    });
  }

  override findRefund(ref: string): Promise<RefundState> {
    return this.requestRefund(`find ${ref}`, () => this.refundOf(ref));
  }

  override transferOf(ref: string): Promise<string | null> {
    return this.request(`transfer of ${ref}`, () => ({ id: this.charge(ref).transferId })).then(
      ({ id }) => id,
    );
  }

  override async paymentsOf(transferId: string): Promise<readonly PaymentState[]> {
    const { found, providerAt } = await this.request(`payments of ${transferId}`, () => ({
      found: this.chargesOf(transferId).map(stateOf).reverse(),
    }));
    return found.map((state) => ({ ...state, providerAt }));
  }

  override async *disputesSince(): AsyncIterable<PaymentWebhook> {
    yield* await this.listed('list disputes', this.disputes);
  }

  override disputesOf(paymentRef: string): Promise<readonly PaymentWebhook[]> {
    const disputes = this.disputes.filter(({ charge }) => charge.ref === paymentRef);
    return this.listed(`disputes of ${paymentRef}`, disputes);
  }

  override async refundsOf(paymentRef: string): Promise<readonly RefundState[]> {
    const { items, providerAt } = await this.request(`refunds of ${paymentRef}`, () => ({
      items: this.refunds
        .filter(({ charge }) => charge.ref === paymentRef)
        .map(({ state, ref, cents }) => ({ state, refundRef: ref, cents })),
    }));
    return items.map((refund) => ({ ...refund, providerAt }));
  }

  override paymentsSince(): ReturnType<CardPayments['paymentsSince']> {
    return this.listedPayments('list charges', this.charges);
  }

  override async chargesFor(transferId: string): Promise<readonly ListedPayment[]> {
    return (await this.listedPayments(`charges of ${transferId}`, this.chargesOf(transferId))).payments;
  }

  override parseWebhook(raw: Buffer): PaymentWebhook {
    return JSON.parse(raw.toString()) as PaymentWebhook;
  }

  /** A cardholder confirms or refuses in time; a bank lets an authorization expire. */
  moveCharge(charge: Charge): void {
    if (charge.state === 'requires_action') {
      const outcome = this.world.luck.pick(['authorized', 'authorized', 'declined'] as const, charge.ref);
      this.move(charge, outcome, `payment_intent.${outcome}`);
    } else if (charge.state === 'authorized' && this.world.clock.nowMs > charge.createdMs + RESERVATION_MS)
      this.move(charge, 'cancelled', 'payment_intent.canceled');
  }

  /** An employee returns the rest of a charge, in the processor's dashboard. */
  refundByHand(charge: Charge): void {
    const key = `by hand: ${charge.ref}`;
    const cents = charge.cents - this.refundedCents(charge) - this.lostCents(charge);
    const isDisputed = this.disputes.some((one) => one.charge === charge && one.state === 'open');
    if (charge.state !== 'captured' || isDisputed || cents <= 0) return;
    if (this.refunds.some((refund) => refund.key === key)) return;
    const ref = `re_${this.refunds.length + 1}`;
    this.refunds.push({ ref, charge, key, cents, state: 'pending', changedMs: this.world.clock.nowMs });
    this.notify({ name: 'refund.created', subject: 'refund', ref, charge });
  }

  /** A refund arrives or fails; a completed one can still be returned days later. */
  moveRefund(refund: Repayment): void {
    const { luck, clock } = this.world;
    const { ref, charge, state } = refund;
    const isOld = clock.nowMs > refund.changedMs + REFUND_CAN_FAIL_AFTER_MS;
    const next = state === 'pending' ? (luck.has(30, ref) ? 'failed' : 'completed') : 'failed';
    if (state === 'failed' || (state === 'completed' && !(isOld && luck.has(20, `${ref} returns`)))) return;
    Object.assign(refund, { state: next, changedMs: clock.nowMs });
    this.notify({
      name: `refund.${next === 'failed' ? 'failed' : 'updated'}`,
      subject: 'refund',
      ref,
      charge,
    });
  }

  /**
   * A cardholder disputes a charge, refunded, paid back another way or not; again after the bank has decided, as long as it
   * has not taken everything back.
   */
  openDispute(charge: Charge): void {
    if (charge.state !== 'captured') return;
    if (this.disputes.some((dispute) => dispute.charge === charge && dispute.state === 'open')) return;
    const ref = `dp_${this.disputes.length + 1}`;
    const left = charge.cents - this.lostCents(charge);
    if (left === 0) return;
    const cents = this.world.luck.has(30, `${ref} is about a part`) ? Math.ceil(left / 2) : left;
    const dispute: Dispute = {
      ref,
      charge,
      cents,
      state: 'open',
      wasRefunded: false,
    };
    this.disputes.push(dispute);
    this.tellDispute(dispute, 'dispute_opened', 'fraudulent');
  }

  closeDispute(dispute: Dispute): void {
    if (dispute.state !== 'open') return;
    dispute.wasRefunded = this.refundedCents(dispute.charge) > 0;
    dispute.state = this.world.luck.pick(['won', 'lost'] as const, dispute.ref);
    this.tellDispute(dispute, 'dispute_closed', dispute.state);
  }

  /** Cents of refunds under way or arrived. */
  refundedCents(charge: Charge): number {
    const refunds = this.refunds.filter((one) => one.charge === charge && one.state !== 'failed');
    return refunds.reduce((sum, { cents }) => sum + cents, 0);
  }

  /** Cents of refunds that arrived. */
  arrivedCents(charge: Charge): number {
    const arrived = this.refunds.filter((one) => one.charge === charge && one.state === 'completed');
    return arrived.reduce((sum, { cents }) => sum + cents, 0);
  }

  /** Cents that the bank has returned in disputes. */
  lostCents(charge: Charge): number {
    const lost = this.disputes.filter((one) => one.charge === charge && one.state === 'lost');
    return lost.reduce((sum, { cents }) => sum + cents, 0);
  }

  refundOf(ref: string): Repayment {
    return found(this.refunds.find((refund) => refund.ref === ref));
  }

  charge(ref: string): Charge {
    return found(this.charges.find((charge) => charge.ref === ref));
  }

  private newCharge(request: AuthorizationRequest): Charge {
    const { transferId, totalCents, card, key, amountCents, sender, recipient } = request;
    const ref = `pi_${this.charges.length + 1}`;
    const states = { pm_good: 'authorized', pm_bad: 'declined', pm_asks: 'requires_action' } as const;
    const state = states[card.paymentMethodRef as keyof typeof states];
    const charge: Charge = {
      ref,
      transferId,
      cents: totalCents,
      state,
      createdMs: this.world.clock.nowMs,
      wasReserved: state === 'authorized',
      listed: { uid: sender.uid, platform: recipient.platform as Platform, amountCents, key },
      isLost: false,
    };
    this.charges.push(charge);
    this.notify({ name: `payment_intent.${state}`, subject: 'payment', ref, charge });
    return charge;
  }

  private move(charge: Charge, state: Charge['state'], name: string): void {
    charge.state = state;
    charge.wasReserved ||= state === 'authorized';
    this.notify({ name, subject: 'payment', ref: charge.ref, charge });
  }

  private tellDispute(
    { ref, charge, cents }: Dispute,
    subject: 'dispute_opened' | 'dispute_closed',
    reason: string,
  ): void {
    this.notify({ name: `charge.${subject}`, subject, ref, charge, reason, cents });
  }

  /** A dispute does not carry our metadata. */
  private notify(about: {
    readonly name: string;
    readonly subject: NonNullable<PaymentWebhook['subject']>;
    readonly ref: string;
    readonly charge: Charge;
    readonly reason?: string;
    readonly cents?: number;
  }): void {
    const { name, subject, ref, charge, reason = null, cents = null } = about;
    const { eventId, createdSeconds: providerAt } = this.world.network.newEvent();
    const transferId = subject.startsWith('dispute') ? null : charge.transferId;
    const body: PaymentWebhook = {
      provider: 'stripe',
      eventId,
      name,
      providerAt,
      transferId,
      subject,
      ref,
      paymentRef: charge.ref,
      reason,
      cents,
      dueBy: null,
    };
    this.world.network.webhooks.push({ path: 'stripe', eventId, body });
  }

  private async listed(what: string, disputes: readonly Dispute[]): Promise<readonly PaymentWebhook[]> {
    const { items, providerAt } = await this.request(what, () => ({
      items: disputes.map(({ ref, charge, state, cents }) => ({ ref, charge, state, cents })),
    }));
    return items.map(({ ref, charge, state, cents }) => ({
      provider: 'stripe',
      eventId: `listed:${ref}:${state}`,
      name: 'dispute.listed',
      providerAt,
      transferId: null,
      ref,
      paymentRef: charge.ref,
      cents,
      dueBy: null,
      ...(state === 'open'
        ? { subject: 'dispute_opened', reason: 'fraudulent' }
        : { subject: 'dispute_closed', reason: state }),
    }));
  }

  /** Those that hold or have taken money, newest first. */
  private async listedPayments(
    what: string,
    charges: readonly Charge[],
  ): ReturnType<CardPayments['paymentsSince']> {
    const { items } = await this.request(what, () => ({
      items: charges
        .filter(({ state }) => state === 'authorized' || state === 'captured')
        .map(({ ref, transferId, cents, state, createdMs, listed }) => ({
          paymentRef: ref,
          transferId,
          cents,
          isCharged: state === 'captured',
          ...listed,
          chargedAt: isoInstant(createdMs),
        }))
        .reverse(),
    }));
    return { payments: items, next: null };
  }

  private request<Result extends object>(what: string, work: () => Result) {
    return this.world.network.call({ what, work, isoSeconds: true });
  }

  private requestRefund(what: string, work: () => Repayment): Promise<RefundState> {
    return this.request(what, () => {
      const { state, ref, cents } = work();
      return { state, refundRef: ref, cents };
    });
  }

  override readonly inspect = unused;
  override readonly createCustomer = unused;
  override readonly saveCard = unused;
  override readonly removeCard = unused;
}

function stateOf({ state, ref: paymentRef, cents }: Charge): Undated<PaymentState> {
  if (state === 'declined') return { state, paymentRef, group: 'contact_bank' };
  if (state === 'requires_action') return { state, paymentRef, actionUrl: 'https://bank.example/3ds' };
  return { state, paymentRef, cents: state === 'cancelled' ? null : cents };
}

function found<Item>(item: Item | undefined): Item {
  if (!item) throw new ProviderRefused('no such reference');
  return item;
}

function unused(): never {
  throw new Error('Not part of the life of a transfer');
}
