import type { DecidedCommand, Decider } from '../../../event-sourcing/decider.js';
import { streamCategory, type AnyEventDeclaration, type DomainEvent } from '../../../event-sourcing/event.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import type { PayoutState } from '../state/provider-outcomes.rules.js';

/** `webhook-{hash}`: one stream per provider event. */
export const noticeStream = streamCategory('webhook-');

/** What a webhook of the card processor is about; the payment itself is looked up. */
export type PaymentNotice = DomainEvent<
  'PaymentNoticeReceived',
  {
    readonly provider: 'stripe';
    readonly eventId: string;
    readonly name: string;
    readonly providerAt: string;
    /** From the object's metadata; null when the event concerns none of our transfers. */
    readonly transferId: string | null;
    /** What to look up at the provider; null changes nothing. A dispute has its reference; of an open one, each report is `dispute_opened`. */
    readonly subject: 'payment' | 'refund' | 'dispute_opened' | 'dispute_closed' | null;
    /** The payment's, refund's or dispute's reference. */
    readonly ref: string | null;
    /** The payment that it is about; null where that is not known. */
    readonly paymentRef: string | null;
    /** Of a dispute: its reason when opened, `won` or `lost` when closed. */
    readonly reason: string | null;
    /** Of a dispute: what it is about, maybe a part of the charge; null where the event does not say. */
    readonly cents: number | null;
    /** Of a dispute: until when the bank takes an answer; null where the event does not say. */
    readonly dueBy: string | null;
  }
>;

/** A webhook of a payout rail, with the payout's state. */
export type PayoutNotice = DomainEvent<
  'PayoutNoticeReceived',
  {
    readonly provider: 'paypal';
    readonly eventId: string;
    readonly name: string;
    readonly providerAt: string;
    /** The transfer's id; null when the event concerns none of our payouts. */
    readonly payoutId: string | null;
    readonly state: PayoutState | null;
  }
>;
type Notice = PaymentNotice | PayoutNotice;

/** A notice is recorded once: its stream has one event. */
export const noticeDecider: Decider<
  { readonly isKnown: boolean },
  DecidedCommand & { readonly notice: Notice },
  Notice
> = {
  name: 'provider-notice',
  initialState: () => ({ isKnown: false }),
  decide: ({ notice }, { isKnown }) => (isKnown ? [] : [notice]),
  evolve: () => ({ isKnown: true }),
};

const providerAt = '2026-11-20T12:00:03.000Z';
const transferId = '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03';

/** Event declarations of provider notices; they hold no personal data. */
export const noticeEvents: readonly AnyEventDeclaration[] = [
  {
    type: 'PaymentNoticeReceived',
    schemaVersion: 4,
    upcasts: {
      1: (data: object) => ({ ...data, cents: null }),
      2: (data: object) => ({ ...data, dueBy: null }),
      3: (data: object) => ({ ...data, paymentRef: null }),
    },
    summary: 'A signed webhook of the card processor arrived, or its list has a dispute.',
    example: {
      provider: 'stripe',
      eventId: 'evt_3QK9x2',
      name: 'payment_intent.succeeded',
      providerAt,
      transferId,
      subject: 'payment',
      ref: 'pi_3QK9x2',
      paymentRef: 'pi_3QK9x2',
      reason: null,
      cents: null,
      dueBy: null,
    },
  },
  {
    type: 'PayoutNoticeReceived',
    schemaVersion: 2,
    upcasts: {
      1: ({ state, ...data }: { readonly state?: object | null }) => ({
        ...data,
        state: state ? { ...state, cents: null } : null,
      }),
    },
    summary: 'A signed webhook of a payout rail arrived.',
    example: {
      provider: 'paypal',
      eventId: 'WH-2W4',
      name: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
      providerAt,
      payoutId: transferId,
      state: { state: 'delivered', payoutRef: 'ABCD-1', providerAt, cents: null },
    },
  },
];

/** What a report about a dispute records; null for any other. */
export function disputeIn({
  subject,
  ref,
  reason,
  cents,
  dueBy,
  providerAt,
}: PaymentNotice['data']): UndatedLifecycleCommand | null {
  if (ref === null || (subject !== 'dispute_opened' && subject !== 'dispute_closed')) return null;
  const ending = reason === 'won' ? 'won' : 'lost';
  const outcome = subject === 'dispute_opened' ? null : ending;
  return { type: 'RecordDispute', disputeRef: ref, providerAt, reason: reason ?? '', outcome, cents, dueBy };
}
