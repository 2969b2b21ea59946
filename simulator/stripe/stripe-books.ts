import { cardText } from '../../api/src/kernel/money/cards.js';
import { type Book, bookOf, stepsOf } from '../control/provider-book.js';
import type { Simulation } from '../simulation.js';
import type { StripePayments } from './stripe-payments.js';
import type { StripeRefunds } from './stripe-refunds.js';
import type { SimulatedDispute, SimulatedPayment, SimulatedRefund } from './stripe-state.js';

const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const instant = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** The card processor's charges, refunds and disputes, with what a cardholder or a bank can do next. */
export function stripeBooks(
  { memory }: Simulation,
  { payments, refunds }: { readonly payments: StripePayments; readonly refunds: StripeRefunds },
): readonly Book[] {
  const { stripe } = memory.state;
  const paymentOf = (paymentId: string) => stripe.payments.find(({ id }) => id === paymentId);
  const titleOf = (cents: number, payment: SimulatedPayment | undefined) => {
    const method = payment && payments.methodOf(payment);
    return method ? `${money(cents)} · ${cardText(method)}` : money(cents);
  };

  const charge = (payment: SimulatedPayment) => {
    const { id, status, declineCode } = payment;
    const isChallenged = status === 'requires_action';
    return {
      id,
      title: titleOf(payment.amount, payment),
      detail: declineCode === null ? id : `${id} · ${declineCode}`,
      at: instant(payment.created),
      status,
      next: stepsOf(
        [isChallenged, 'confirm', () => payments.answerChallenge(payment, true)],
        [isChallenged, 'refuse', () => payments.answerChallenge(payment, false)],
        [isChallenged || status === 'requires_capture', 'expire', () => payments.cancel(payment)],
        [refunds.isDisputable(payment), 'dispute', () => refunds.dispute(payment, { reason: 'fraudulent' })],
        [
          refunds.isDisputable(payment),
          'inquire',
          () => refunds.dispute(payment, { reason: 'fraudulent', isInquiry: true }),
        ],
      ),
    };
  };
  const refund = (one: SimulatedRefund) => ({
    id: one.id,
    title: titleOf(one.amount, paymentOf(one.paymentId)),
    detail: `${one.id} · ${one.paymentId}`,
    at: instant(one.created),
    status: one.status,
    next: stepsOf([one.status !== 'failed', 'fail', () => refunds.fail(one)]),
  });
  const dispute = (one: SimulatedDispute) => {
    const payment = paymentOf(one.paymentId);
    const close = (how: 'won' | 'lost') => payment !== undefined && refunds.closeDispute(payment, how);
    const isOpen = one.status === 'needs_response';
    const isInquiry = one.status === 'warning_needs_response';
    return {
      id: one.id,
      title: titleOf(one.amount ?? payment?.amount ?? 0, payment),
      detail: `${one.id} · ${one.reason}`,
      at: instant(one.created),
      status: one.status,
      next: stepsOf(
        [isOpen, 'win', () => close('won')],
        [isOpen, 'lose', () => close('lost')],
        [isInquiry, 'drop', () => close('won')],
        [isInquiry, 'escalate', () => payment !== undefined && refunds.escalate(payment)],
      ),
    };
  };
  return [
    bookOf('charges', () => stripe.payments, charge),
    bookOf('refunds', () => stripe.refunds, refund),
    bookOf('disputes', () => stripe.disputes, dispute),
  ];
}
