import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Config } from '../../../config/config.js';
import { ProviderUnknown } from '../../../engine/providers/provider-unknown.js';
import { within } from '../../../engine/waiting/time-limit.js';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import type { LifecycleState } from '../state/lifecycle-state.rules.js';
import { nextCallOf } from '../state/next-call.rules.js';
import type { Noticed } from './notices.saga.js';
import { disputeIn, type PaymentNotice } from './notices.rules.js';
import { ProviderCalls } from './provider-calls.js';
import { StrayCharges } from '../strays/stray-charges.js';
import { Transfers } from '../state/transfers.js';

/** Longest that one notice delays those behind it, of any provider, while the worker polls anyway. */
const LOOKUP_LIMIT_MS = 2_000;
const RESERVED = 'payment_intent.amount_capturable_updated';

export class ApplyNotice extends Command<void> {
  constructor(
    readonly noticed: Noticed,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Compares a notice with the transfer's own stream, which holds the payment that it names, or else with a stray charge. The state of a payment or
 * refund is looked up, so that notices may arrive late, twice and in any order.
 */
@CommandHandler(ApplyNotice)
export class ApplyNoticeHandler implements ICommandHandler<ApplyNotice> {
  private readonly logger = new Logger('transfers');

  constructor(
    private readonly transfers: Transfers,
    private readonly calls: ProviderCalls,
    private readonly strays: StrayCharges,
    private readonly config: Config,
  ) {}

  async execute({ noticed, context }: ApplyNotice): Promise<void> {
    const transferId =
      noticed.type === 'ApplyPaymentNotice' ? noticed.notice.transferId : noticed.notice.payoutId;
    if (transferId === null) return;
    const state = await this.transfers.stateOf(transferId);
    const strays = isAboutStray(noticed, state)
      ? await this.strays.noticed(transferId, payoutIn(noticed))
      : [];
    if (!state.terms) {
      if (strays.length === 0)
        this.logger.warn(
          `webhook ${noticed.notice.eventId} names transfer-${transferId}, which has no payment: ignored`,
        );
      return;
    }
    if (isOfOtherCharge(noticed, state)) return;
    // Most notices about a payment arrive after the response to our own call and change nothing.
    const command = await this.decisionOn(noticed, transferId, state);
    if (command) await this.transfers.decide(transferId, context, command);
  }

  private async decisionOn(
    noticed: Noticed,
    transferId: string,
    state: LifecycleState,
  ): Promise<UndatedLifecycleCommand | null> {
    if (noticed.type === 'ApplyPayoutNotice') {
      const outcome = noticed.notice.state;
      return outcome && { type: 'RecordPayout', outcome, refundFees: this.config.REFUND_FEES_ON_RETURN };
    }
    return disputeIn(noticed.notice) ?? (await this.lookUp(noticed.notice, transferId, state));
  }

  /** A payment or refund that is not recorded yet is left to the call that created it: its response records it. */
  private async lookUp(
    notice: PaymentNotice['data'],
    transferId: string,
    state: LifecycleState,
  ): Promise<UndatedLifecycleCommand | null> {
    const { subject } = notice;
    if (!(subject === 'payment' ? isOfOpenPayment(notice, state) : isOfOpenRefund(notice, state)))
      return null;
    const call = subject === 'payment' ? 'poll_payment' : 'poll_refund';
    const found = this.calls.make({ call, transferId, state });
    // Where the worker has nothing to call, the notice is retried, then parked.
    if (nextCallOf(state) === null) return found;
    const tooLate = () => new ProviderUnknown('The worker polls it');
    return within(found, LOOKUP_LIMIT_MS, tooLate).catch(() => null);
  }
}

/** Nothing of a transfer without a charge can be refunded, disputed or paid out, unless the log has lost its charge. */
function isAboutStray(noticed: Noticed, state: LifecycleState): boolean {
  const { terms, capturedAt } = state;
  if (!terms || isOfOtherCharge(noticed, state)) return true;
  const isOfPayment = noticed.type === 'ApplyPaymentNotice' && noticed.notice.subject === 'payment';
  return capturedAt === null && !isOfPayment;
}

/** A bank disputes a charge under the transfer's id that is not the recorded one. */
function isOfOtherCharge(noticed: Noticed, { payment }: LifecycleState): boolean {
  if (noticed.type !== 'ApplyPaymentNotice' || !disputeIn(noticed.notice) || !payment) return false;
  const { paymentRef } = noticed.notice;
  return paymentRef !== null && payment.paymentRef !== null && paymentRef !== payment.paymentRef;
}

const payoutIn = (noticed: Noticed) => (noticed.type === 'ApplyPayoutNotice' ? noticed.notice.state : null);

/** A reservation changes nothing once it is recorded, and the response to an outstanding call says what followed. */
function isOfOpenPayment({ ref, name }: PaymentNotice['data'], state: LifecycleState): boolean {
  const { payment } = state;
  if (ref === null || payment?.paymentRef !== ref) return false;
  if (payment.state === 'action') return true;
  return payment.state === 'authorized' && name !== RESERVED && nextCallOf(state) === null;
}

/** Only a failure can change a completed refund. Ended ones are not looked up, so that a replay calls no provider. */
const isOfOpenRefund = ({ ref, name }: PaymentNotice['data'], { refund }: LifecycleState): boolean =>
  ref !== null &&
  refund?.refundRef === ref &&
  (refund.state === 'pending' || (refund.state === 'completed' && name === 'refund.failed'));
