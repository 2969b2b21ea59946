import { z } from 'zod';
import { listOf, type Stored, stripeStateSchema } from '../stripe/stripe-state.js';

/** Most stored entries of each kind; the oldest are dropped first. */
export const INQUIRY_LIMIT = 2_000;
export const REPLY_LIMIT = 2_000;
export const DELIVERY_LIMIT = 500;
export const PAYOUT_LIMIT = 1_000;
export const MAIL_LIMIT = 200;
/** Characters of all mails together. */
export const MAILBOX_SIZE_LIMIT = 4_000_000;

const INQUIRY_STATUSES = [
  'created',
  'pending',
  'completed',
  'needs_review',
  'approved',
  'failed',
  'declined',
  'expired',
] as const;
export type InquiryStatus = (typeof INQUIRY_STATUSES)[number];

const inquirySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  referenceId: z.string().nullable(),
  templateId: z.string(),
  fields: z.record(z.string(), z.string()),
  status: z.enum(INQUIRY_STATUSES),
  createdAt: z.string(),
  updatedAt: z.string(),
  expiresAt: z.string(),
  /** When each status was last reached. */
  reachedAt: z.partialRecord(z.enum(INQUIRY_STATUSES), z.string()),
  redactedAt: z.string().nullable(),
  /** SHA-256 of the session tokens that open the hosted page. */
  sessionHashes: z.array(z.string()),
});

/** A response stored under its idempotency key. */
const replySchema = z.object({ key: z.string(), status: z.number(), body: z.string(), atMs: z.number() });

const deliverySchema = z.object({
  id: z.string(),
  /** Files written before there were several providers contain only Persona's. */
  provider: z.enum(['persona', 'stripe', 'paypal']).default('persona'),
  /** Which of several copies of the event. */
  copy: z.number().int().default(0),
  body: z.string(),
  attemptsMade: z.number().int(),
});

const mailSchema = z.object({
  id: z.string(),
  at: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
});

const payoutSchema = z.object({
  batchId: z.string(),
  itemId: z.string(),
  transactionId: z.string(),
  senderBatchId: z.string(),
  senderItemId: z.string(),
  recipientType: z.string(),
  receiver: z.string(),
  wallet: z.string(),
  value: z.string(),
  note: z.string(),
  /** PayPal's status of the item, and its name for the error. */
  status: z.string(),
  error: z.string().nullable(),
  /** Automatic outcomes in order, each with its delay after the creation. */
  plan: z.array(
    z.object({
      outcome: z.enum(['delivered', 'failed', 'blocked', 'unclaimed', 'returned', 'held', 'refunded']),
      afterMs: z.number(),
    }),
  ),
  createdMs: z.number(),
  changedMs: z.number(),
});

/** Whether the payout desk settles its tasks automatically. */
const deskSchema = z.object({ auto: z.boolean().default(true) });

/** Missing in files written before this kind was simulated. */
export const stateSchema = z.object({
  inquiries: listOf(inquirySchema, INQUIRY_LIMIT),
  replies: listOf(replySchema, REPLY_LIMIT),
  deliveries: listOf(deliverySchema, DELIVERY_LIMIT),
  mails: listOf(mailSchema, MAIL_LIMIT),
  payouts: listOf(payoutSchema, PAYOUT_LIMIT),
  desk: deskSchema.prefault({}),
  stripe: stripeStateSchema.prefault({}),
});

/** An identity check as the simulated provider stores it. */
export type SimulatedInquiry = Stored<typeof inquirySchema>;
/** A payout as the simulated provider stores it. */
export type SimulatedPayout = Stored<typeof payoutSchema>;
/** A webhook that has not been accepted yet. */
export type WaitingDelivery = Stored<typeof deliverySchema>;
/** A mail as /outbox.json lists it. */
export type ReceivedMail = Stored<typeof mailSchema>;

/** The simulator's persistent state, oldest entries first. */
export type SimulatorState = Stored<typeof stateSchema>;
/** A response stored under its idempotency key. */
export type StoredReply = Stored<typeof replySchema>;
