import { readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson, replaceFile } from '../config/files.js';
import {
  CUSTOMER_LIMIT,
  DISPUTE_LIMIT,
  listOf,
  METHOD_LIMIT,
  PAYMENT_LIMIT,
  REFUND_LIMIT,
  stripeStateSchema,
  type StripeState,
} from './stripe-state.js';

/** Most stored entries of each kind; the oldest are dropped first. */
export const INQUIRY_LIMIT = 2_000;
export const REPLY_LIMIT = 2_000;
export const DELIVERY_LIMIT = 500;
export const PAYOUT_LIMIT = 1_000;
export const MAIL_LIMIT = 200;
/** Characters of all mails together, which limits the cost of writing the file. */
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

/** Missing in files written before this kind was simulated. */
const stateSchema = z.object({
  inquiries: listOf(inquirySchema, INQUIRY_LIMIT),
  replies: listOf(replySchema, REPLY_LIMIT),
  deliveries: listOf(deliverySchema, DELIVERY_LIMIT),
  mails: listOf(mailSchema, MAIL_LIMIT),
  payouts: listOf(payoutSchema, PAYOUT_LIMIT),
  /** Whether the payout desk settles its tasks automatically. */
  desk: z.object({ auto: z.boolean().default(true) }).prefault({}),
  stripe: stripeStateSchema.prefault({}),
});

/** An identity check as the simulated provider stores it. */
export type SimulatedInquiry = z.infer<typeof inquirySchema>;
/** A payout as the simulated provider stores it. */
export type SimulatedPayout = z.infer<typeof payoutSchema>;
/** A webhook that has not been accepted yet. */
export type WaitingDelivery = z.infer<typeof deliverySchema>;
/** A mail as /outbox.json lists it. */
export type ReceivedMail = z.infer<typeof mailSchema>;

/** The simulator's persistent state, oldest entries first. */
export type SimulatorState = z.infer<typeof stateSchema>;

/** Records of the simulated providers from the time before their first start. */
export interface ProviderRecords {
  readonly stripe: Omit<StripeState, 'replies'>;
  readonly payouts: readonly SimulatedPayout[];
}

/** Drops the oldest entries of `list` beyond `limit`. */
export function keepNewest(list: unknown[], limit: number): void {
  if (list.length > limit) list.splice(0, list.length - limit);
}

/** Adds an entry; the oldest one beyond `limit` is dropped. */
export function add<Entry>(list: Entry[], entry: Entry, limit: number): void {
  list.push(entry);
  keepNewest(list, limit);
}

/** The simulator's state in memory and its file, which is written under another name, then renamed. */
export class SimulatorMemory {
  private writing: Promise<void> = Promise.resolve();
  private next: Promise<void> | null = null;

  private constructor(
    private readonly path: string,
    readonly state: SimulatorState,
  ) {}

  /** Reads the file. An unreadable one is renamed to `….unreadable`, since its data is not worth a failed start. */
  static async open(path: string): Promise<SimulatorMemory> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    const { data: state } = stateSchema.safeParse(text === null ? {} : parseJson(text));
    if (!state) await rename(path, `${path}.unreadable`);
    return new SimulatorMemory(path, state ?? stateSchema.parse({}));
  }

  /** Adds the records that are not stored yet, and resolves once they are in the file. */
  addRecords({ stripe, payouts }: ProviderRecords): Promise<void> {
    const stored = this.state.stripe;
    addNew(stored.methods, stripe.methods, METHOD_LIMIT);
    addNew(stored.customers, stripe.customers, CUSTOMER_LIMIT);
    addNew(stored.payments, stripe.payments, PAYMENT_LIMIT);
    addNew(stored.refunds, stripe.refunds, REFUND_LIMIT);
    addNew(stored.disputes, stripe.disputes, DISPUTE_LIMIT);
    const batches = new Set(this.state.payouts.map(({ batchId }) => batchId));
    this.state.payouts.push(...payouts.filter(({ batchId }) => !batches.has(batchId)));
    keepNewest(this.state.payouts, PAYOUT_LIMIT);
    return this.save();
  }

  /** Resolves once a file with every earlier change is in place; calls during a write share the next one. */
  save(): Promise<void> {
    this.next ??= this.writing
      .catch(() => undefined)
      .then(() => {
        this.next = null;
        this.writing = replaceFile(this.path, JSON.stringify(this.state));
        return this.writing;
      });
    return this.next;
  }
}

function addNew<Entry extends { readonly id: string }>(
  entries: Entry[],
  added: readonly Entry[],
  limit: number,
): void {
  const ids = new Set(entries.map(({ id }) => id));
  entries.push(...added.filter(({ id }) => !ids.has(id)));
  keepNewest(entries, limit);
}
