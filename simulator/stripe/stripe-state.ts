import { z } from 'zod';

/** Most stored entries of each kind; the oldest are dropped first. */
export const METHOD_LIMIT = 2_000;
export const CUSTOMER_LIMIT = 1_000;
export const PAYMENT_LIMIT = 2_000;
export const REFUND_LIMIT = 1_000;
export const DISPUTE_LIMIT = 200;
/** Low, because each contains a full response. */
export const STRIPE_REPLY_LIMIT = 500;

/** What happens with a test card (docs/providers.md). */
export const CARD_OUTCOMES = [
  'approved',
  'challenge',
  'challenge_then_declined',
  'refund_fails',
  'insufficient_funds',
  'card_declined',
  'expired_card',
  'incorrect_cvc',
  'lost_card',
  'stolen_card',
  'processing_error',
] as const;
export type CardOutcome = (typeof CARD_OUTCOMES)[number];

const metadata = z.record(z.string(), z.string());

/** Entries of one kind, oldest first; empty when missing. */
export const listOf = <Entry extends z.ZodType>(entry: Entry, limit: number) =>
  z
    .array(entry)
    .max(limit)
    .default(() => []);

/** A card as stored from the provider's frame: never its number or security code. */
const methodSchema = z.object({
  id: z.string(),
  created: z.number(),
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
  funding: z.enum(['debit', 'credit', 'prepaid']),
  /** The same for the same number; empty for cards from before it was kept. */
  fingerprint: z.string().default(''),
  outcome: z.enum(CARD_OUTCOMES),
  /** Its webhooks arrive twice and late. */
  lateWebhooks: z.boolean(),
  customerId: z.string().nullable(),
  /** Used without a customer, or detached: it may not be used again. */
  isSpent: z.boolean(),
});

const customerSchema = z.object({ id: z.string(), created: z.number(), metadata });

const paymentSchema = z.object({
  id: z.string(),
  created: z.number(),
  amount: z.number(),
  status: z.enum(['requires_payment_method', 'requires_action', 'requires_capture', 'succeeded', 'canceled']),
  methodId: z.string(),
  customerId: z.string().nullable(),
  savesCard: z.boolean(),
  returnUrl: z.string(),
  /** Secret in the link to the challenge page; null without a challenge. */
  challengeSecret: z.string().nullable(),
  /** Why the last attempt failed. */
  declineCode: z.string().nullable(),
  canceledAt: z.number().nullable(),
  metadata,
});

const refundSchema = z.object({
  id: z.string(),
  created: z.number(),
  paymentId: z.string(),
  amount: z.number(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  metadata,
});

/** An inquiry (`warning_…`) takes no money unless the bank makes it a dispute. */
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_closed',
  'needs_response',
  'won',
  'lost',
] as const;

const disputeSchema = z.object({
  id: z.string(),
  created: z.number(),
  paymentId: z.string(),
  reason: z.string(),
  /** What it is about, in cents; null: all of the charge. */
  amount: z.number().nullable().default(null),
  status: z.enum(DISPUTE_STATUSES),
});

/** A response stored under its idempotency key, and the request it belongs to. */
const stripeReplySchema = z.object({
  key: z.string(),
  request: z.string(),
  status: z.number(),
  body: z.string(),
  atMs: z.number(),
});

/** The card processor's part of the simulator's file, oldest entries first. */
export const stripeStateSchema = z.object({
  methods: listOf(methodSchema, METHOD_LIMIT),
  customers: listOf(customerSchema, CUSTOMER_LIMIT),
  payments: listOf(paymentSchema, PAYMENT_LIMIT),
  refunds: listOf(refundSchema, REFUND_LIMIT),
  disputes: listOf(disputeSchema, DISPUTE_LIMIT),
  replies: listOf(stripeReplySchema, STRIPE_REPLY_LIMIT),
});

/** Read-only: every change goes through SimulatorMemory, which stores it. */
export type Stored<Entry extends z.ZodType> = DeepReadonly<z.infer<Entry>>;
type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

export type SimulatedMethod = Stored<typeof methodSchema>;
export type SimulatedCustomer = Stored<typeof customerSchema>;
export type SimulatedPayment = Stored<typeof paymentSchema>;
export type SimulatedRefund = Stored<typeof refundSchema>;
export type SimulatedDispute = Stored<typeof disputeSchema>;
export type StoredStripeReply = Stored<typeof stripeReplySchema>;
