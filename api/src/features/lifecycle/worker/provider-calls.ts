import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../../config/clock.js';
import { Config, publicUrl } from '../../../config/config.js';
import { ProviderUnknown } from '../../../engine/providers/provider-unknown.js';
import { pickSend } from '../../../kernel/money/transfers.js';
import { CardPayments, type PaymentState } from '../payment/card-payments.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import type { LifecycleState, PaymentAttempt, Refund } from '../state/lifecycle-state.rules.js';
import type { NextCall } from '../state/next-call.rules.js';
import { Payouts, type NamedPayout, type PayoutState } from '../payout/payouts.js';
import type { RefundState } from '../state/provider-outcomes.rules.js';
import { disputeIn } from './notices.rules.js';

/** The processor forgets idempotency keys after a day: an older call is looked up instead of repeated. */
const KEY_LIFE_MS = 23 * 60 * 60_000;
/** The rail forgets a payout's id after 30 days, and would pay it a second time (docs/providers.md). */
const ID_LIFE_MS = 29 * 24 * 60 * 60_000;

/** A call that a transfer is waiting for, with the state that requires it. */
export interface ProviderCall {
  readonly call: NextCall;
  readonly transferId: string;
  readonly state: LifecycleState;
}

/** Calls the card processor and the payout rail, under the key of the recorded intention. */
@Injectable()
export class ProviderCalls {
  constructor(
    private readonly processor: CardPayments,
    private readonly rail: Payouts,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Makes the call; resolves to the command that records its response. @throws ProviderUnknown */
  // oxlint-disable-next-line complexity -- one case for each call
  async make({ call, transferId, state }: ProviderCall): Promise<UndatedLifecycleCommand> {
    switch (call) {
      case 'authorize':
        return paid(state, await this.authorize(transferId, state));
      case 'capture':
        return paid(
          state,
          await this.processor.capture(paymentRefOf(transferId, state), `transfer:${transferId}:capture`),
        );
      case 'void':
        return paid(state, await this.endPayment(transferId, state));
      case 'poll_payment':
        return paid(state, await this.processor.find(paymentRefOf(transferId, state)));
      case 'check_charge':
        return {
          type: 'RecordChargeCheck',
          refunds: await this.processor.refundsOf(paymentRefOf(transferId, state)),
        };
      case 'refund':
        return refunded(state, await this.refund(transferId, state));
      case 'poll_refund':
        return refunded(state, await this.processor.findRefund(refundRefOf(transferId, state)));
      case 'submit_payout':
        return this.paidOut(await this.submitPayout(transferId, state));
      case 'poll_payout':
        return this.paidOut(await this.rail.find(payoutNamed(transferId, state)));
      case 'recall_payout':
        return this.paidOut(await this.rail.cancel(payoutNamed(transferId, state)));
      default:
        return unknownCall(call);
    }
  }

  /** What records the disputes of its charge. @throws ProviderUnknown */
  async disputesOf(transferId: string, state: LifecycleState): Promise<readonly UndatedLifecycleCommand[]> {
    const listed = await this.processor.disputesOf(paymentRefOf(transferId, state));
    return listed.map(disputeIn).filter((dispute) => dispute !== null);
  }

  private async authorize(transferId: string, state: LifecycleState): Promise<PaymentState> {
    const { terms } = state;
    if (!terms) throw new Error(`${transferId} has no terms`);
    const { attempt, card, requestedAt } = paymentOf(state);
    const nowMs = this.clock.now();
    if (nowMs - Date.parse(requestedAt) > KEY_LIFE_MS) return this.outcomeOfExpired(transferId, nowMs);
    const { paymentMethodRef, customerRef, saveCard } = card;
    return this.processor.authorize({
      key: `transfer:${transferId}:authorize:${attempt}`,
      transferId,
      totalCents: terms.totalCents,
      amountCents: terms.amountCents,
      card: { paymentMethodRef, customerRef },
      saveCard,
      sender: { uid: terms.uid },
      recipient: { name: terms.recipient, platform: terms.platform },
      returnUrl: new URL(`/payment?transfer=${transferId}`, publicUrl(this.config)).href,
    });
  }

  /** The outcome of an attempt with an expired key: it is looked up, never repeated. */
  private async outcomeOfExpired(transferId: string, nowMs: number): Promise<PaymentState> {
    const [newest] = await this.processor.paymentsOf(transferId);
    return (
      newest ?? { state: 'declined', paymentRef: null, providerAt: isoInstant(nowMs), group: 'try_again' }
    );
  }

  /** A card that was given up is kept if its bank has reserved the total in the meantime. */
  private async endPayment(transferId: string, state: LifecycleState): Promise<PaymentState> {
    const ref = paymentRefOf(transferId, state);
    if (!state.cancel) {
      const found = await this.processor.find(ref);
      if (found.state !== 'requires_action') return found;
    }
    return this.processor.cancel(ref, `transfer:${transferId}:void:${paymentOf(state).attempt}`);
  }

  private refund(transferId: string, state: LifecycleState): Promise<RefundState> {
    const { attempt, cents } = refundOf(state);
    return this.processor.refund({
      paymentRef: paymentRefOf(transferId, state),
      transferId,
      // What the bank has returned already is not refunded a second time.
      cents: cents - state.lostCents,
      key: `transfer:${transferId}:refund:${attempt}`,
    });
  }

  /** The payout's id is the transfer's: the rail pays a repeated id once and returns the first payout. */
  private submitPayout(transferId: string, { terms, payout }: LifecycleState): Promise<PayoutState> {
    if (!terms || !payout) throw new Error(`${transferId} has no payout`);
    if (payout.payoutRef !== null) throw new Error(`${transferId} is paid out already`);
    if (this.clock.now() - Date.parse(payout.submittedAt) > ID_LIFE_MS)
      throw new ProviderUnknown('The rail may have forgotten the id: an operator has to look the payout up');
    return this.rail.submit({ ...pickSend(terms), payoutId: transferId, transferId });
  }

  private paidOut(outcome: PayoutState): UndatedLifecycleCommand {
    return { type: 'RecordPayout', outcome, refundFees: this.config.REFUND_FEES_ON_RETURN };
  }
}

const paid = (state: LifecycleState, outcome: PaymentState): UndatedLifecycleCommand => ({
  type: 'RecordPayment',
  attempt: paymentOf(state).attempt,
  outcome,
});

const refunded = (state: LifecycleState, outcome: RefundState): UndatedLifecycleCommand => ({
  type: 'RecordRefund',
  attempt: refundOf(state).attempt,
  outcome,
});

function paymentOf({ payment }: LifecycleState): PaymentAttempt {
  if (!payment) throw new Error('A call for a transfer without a payment');
  return payment;
}

function refundOf({ refund }: LifecycleState): Refund {
  if (!refund) throw new Error('A call for a transfer without a refund');
  return refund;
}

const paymentRefOf = (transferId: string, state: LifecycleState): string =>
  named(paymentOf(state).paymentRef, transferId);

const refundRefOf = (transferId: string, state: LifecycleState): string =>
  named(refundOf(state).refundRef, transferId);

const payoutNamed = (transferId: string, { payout }: LifecycleState): NamedPayout => ({
  payoutId: transferId,
  payoutRef: named(payout?.payoutRef ?? null, transferId),
});

function named(ref: string | null, transferId: string): string {
  if (ref === null) throw new Error(`${transferId} has no reference of its provider`);
  return ref;
}

/** A new call does not compile until the switch makes it. */
function unknownCall(call: never): never {
  throw new Error(`Nothing makes the call ${String(call)}`);
}
