import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, isoInstant } from '../config/clock.js';
import { Config, publicUrl } from '../config/config.js';
import type { UndatedLifecycleCommand } from '../lifecycle/lifecycle-commands.rules.js';
import type { LifecycleState, PaymentAttempt, Refund } from '../lifecycle/lifecycle-state.rules.js';
import { CallCardProcessor, type ProviderCall } from '../lifecycle/provider-call.js';
import { CardPayments, type PaymentState } from './card-payments.js';

/** The processor forgets idempotency keys after a day: an older call is looked up instead of repeated. */
const KEY_LIFE_MS = 23 * 60 * 60_000;

/** Calls the card processor under the key of the recorded intention. @throws ProviderUnknown */
@CommandHandler(CallCardProcessor)
export class CallCardProcessorHandler implements ICommandHandler<CallCardProcessor> {
  constructor(
    private readonly processor: CardPayments,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute({ request }: CallCardProcessor): Promise<UndatedLifecycleCommand> {
    const { payment, refund } = request.state;
    if (!payment) throw new Error(`${request.transferId} has no payment to call for`);
    if (request.call === 'refund' || request.call === 'poll_refund') {
      if (!refund) throw new Error(`${request.transferId} has no refund to call for`);
      return this.refund(request, payment, refund);
    }
    const outcome = await this.payment(request, payment);
    return { type: 'RecordPayment', attempt: payment.attempt, outcome };
  }

  private payment({ call, transferId, state }: ProviderCall, payment: PaymentAttempt): Promise<PaymentState> {
    if (call === 'authorize') return this.authorize(transferId, state, payment);
    const ref = refOf(payment.paymentRef, transferId);
    if (call === 'capture') return this.processor.capture(ref, `transfer:${transferId}:capture`);
    if (call === 'void') return this.endPayment(ref, transferId, state);
    return this.processor.find(ref);
  }

  /** A card that was given up is kept if its bank has reserved the total in the meantime. */
  private async endPayment(
    ref: string,
    transferId: string,
    { cancel, payment }: LifecycleState,
  ): Promise<PaymentState> {
    if (!cancel) {
      const found = await this.processor.find(ref);
      if (found.state !== 'requires_action') return found;
    }
    return this.processor.cancel(ref, `transfer:${transferId}:void:${payment?.attempt ?? 0}`);
  }

  private async authorize(
    transferId: string,
    { terms }: LifecycleState,
    payment: PaymentAttempt,
  ): Promise<PaymentState> {
    if (!terms) throw new Error(`${transferId} has no terms`);
    const nowMs = this.clock.now();
    if (nowMs - Date.parse(payment.requestedAt) > KEY_LIFE_MS)
      return this.outcomeOfExpired(transferId, nowMs);
    const { attempt, card } = payment;
    const { paymentMethodRef, customerRef, saveCard } = card;
    return this.processor.authorize({
      key: `transfer:${transferId}:authorize:${attempt}`,
      transferId,
      totalCents: terms.totalCents,
      card: { paymentMethodRef, customerRef },
      saveCard,
      sender: { uid: terms.uid },
      recipient: { name: terms.recipient, platform: terms.platform },
      returnUrl: new URL(`/payment?transfer=${transferId}`, publicUrl(this.config)).href,
    });
  }

  /** The outcome of an attempt whose key has expired: it is looked up, never made again. */
  private async outcomeOfExpired(transferId: string, nowMs: number): Promise<PaymentState> {
    const [newest] = await this.processor.paymentsOf(transferId);
    return (
      newest ?? { state: 'declined', paymentRef: null, providerAt: isoInstant(nowMs), group: 'try_again' }
    );
  }

  private async refund(
    { call, transferId, state }: ProviderCall,
    payment: PaymentAttempt,
    { attempt, cents, refundRef }: Refund,
  ): Promise<UndatedLifecycleCommand> {
    const outcome =
      call === 'poll_refund'
        ? await this.processor.findRefund(refOf(refundRef, transferId))
        : await this.processor.refund({
            paymentRef: refOf(payment.paymentRef, transferId),
            transferId,
            // What the bank has returned already is not refunded a second time.
            cents: cents - state.lostCents,
            key: `transfer:${transferId}:refund:${attempt}`,
          });
    return { type: 'RecordRefund', attempt, outcome };
  }
}

function refOf(ref: string | null, transferId: string): string {
  if (ref === null) throw new Error(`${transferId} has no reference of the processor`);
  return ref;
}
