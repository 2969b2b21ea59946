import {
  DELIVERY_LIMIT,
  INQUIRY_LIMIT,
  MAIL_LIMIT,
  PAYOUT_LIMIT,
  type ReceivedMail,
  REPLY_LIMIT,
  type SimulatedInquiry,
  type SimulatedPayout,
  type SimulatorState,
  type StoredReply,
  type WaitingDelivery,
} from './simulator-state.js';
import {
  CUSTOMER_LIMIT,
  DISPUTE_LIMIT,
  METHOD_LIMIT,
  PAYMENT_LIMIT,
  REFUND_LIMIT,
  type SimulatedCustomer,
  type SimulatedDispute,
  type SimulatedMethod,
  type SimulatedPayment,
  type SimulatedRefund,
  STRIPE_REPLY_LIMIT,
  type StoredStripeReply,
} from '../stripe/stripe-state.js';

/** The kinds of entries that the simulator stores. */
export interface Entries {
  readonly inquiries: SimulatedInquiry;
  readonly replies: StoredReply;
  readonly deliveries: WaitingDelivery;
  readonly mails: ReceivedMail;
  readonly payouts: SimulatedPayout;
  readonly methods: SimulatedMethod;
  readonly customers: SimulatedCustomer;
  readonly payments: SimulatedPayment;
  readonly refunds: SimulatedRefund;
  readonly disputes: SimulatedDispute;
  readonly stripeReplies: StoredStripeReply;
}
export type Kind = keyof Entries;

/** One kind: where its entries are, which two are the same one, and how many are kept, the newest. */
interface List<Entry> {
  in(state: SimulatorState): readonly Entry[];
  keyOf(entry: Entry): string;
  readonly limit: number;
}

const idOf = ({ id }: { readonly id: string }): string => id;
const keyIn = ({ key }: { readonly key: string }): string => key;

export const LISTS: { readonly [Each in Kind]: List<Entries[Each]> } = {
  inquiries: { in: ({ inquiries }) => inquiries, keyOf: idOf, limit: INQUIRY_LIMIT },
  replies: { in: ({ replies }) => replies, keyOf: keyIn, limit: REPLY_LIMIT },
  deliveries: {
    in: ({ deliveries }) => deliveries,
    keyOf: ({ id, copy }) => `${id} ${copy}`,
    limit: DELIVERY_LIMIT,
  },
  mails: { in: ({ mails }) => mails, keyOf: idOf, limit: MAIL_LIMIT },
  payouts: { in: ({ payouts }) => payouts, keyOf: ({ batchId }) => batchId, limit: PAYOUT_LIMIT },
  methods: { in: ({ stripe }) => stripe.methods, keyOf: idOf, limit: METHOD_LIMIT },
  customers: { in: ({ stripe }) => stripe.customers, keyOf: idOf, limit: CUSTOMER_LIMIT },
  payments: { in: ({ stripe }) => stripe.payments, keyOf: idOf, limit: PAYMENT_LIMIT },
  refunds: { in: ({ stripe }) => stripe.refunds, keyOf: idOf, limit: REFUND_LIMIT },
  disputes: { in: ({ stripe }) => stripe.disputes, keyOf: idOf, limit: DISPUTE_LIMIT },
  stripeReplies: { in: ({ stripe }) => stripe.replies, keyOf: keyIn, limit: STRIPE_REPLY_LIMIT },
};

export const KINDS = Object.keys(LISTS) as readonly Kind[];

/** The entries of one kind to change: only SimulatorMemory and its file do that. */
export function entriesIn<Each extends Kind>(state: SimulatorState, kind: Each): Entries[Each][] {
  return LISTS[kind].in(state) as Entries[Each][];
}

/** Drops the oldest entries of `list` beyond `limit`. */
export function keepNewest(list: unknown[], limit: number): void {
  if (list.length > limit) list.splice(0, list.length - limit);
}
