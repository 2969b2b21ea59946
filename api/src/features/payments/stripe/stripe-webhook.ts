import { z } from 'zod';
import type StripeSdk from 'stripe';
import { parseJson } from '../../../kernel/parse-json.js';
import { jsonFlaw } from '../../../http/edge/json-body.js';
import { instantSeconds } from '../../../engine/providers/provider-instants.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { PaymentWebhook } from '../../lifecycle/payment/card-payments.js';
import { isKept } from './stripe-disputes.js';

/** Greatest age of a signature, and greatest difference ahead of our clock. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;
/** The header has a signature for each secret while one is rotated. */
const HEADER_MAX_LENGTH = 1_000;
/** Stripe's largest events have a few hundred fields. */
const WEBHOOK_BOUNDS = { depth: 32, members: 2_000 };
const SIGNED_AT = /(?:^|,)t=(\d{1,12})(?:,|$)/;

/** The secrets and the time to verify a signature with. */
export interface SignatureRule {
  /** Any of them may have signed. Empty secrets are ignored: anyone could sign with one. */
  readonly secrets: readonly string[];
  readonly nowMs: number;
}

/** Whether one of our secrets recently signed exactly these bytes. The library itself accepts timestamps in the future. */
export function isSigned(
  webhooks: StripeSdk['webhooks'],
  { raw, signature = '' }: { readonly raw: Buffer; readonly signature: string | undefined },
  { secrets, nowMs }: SignatureRule,
): boolean {
  const seconds = SIGNED_AT.exec(signature)?.[1];
  if (seconds === undefined || signature.length > HEADER_MAX_LENGTH) return false;
  if (Number(seconds) - nowMs / 1_000 > SIGNATURE_TOLERANCE_SECONDS) return false;
  return secrets.some((secret) => {
    try {
      const tolerance = SIGNATURE_TOLERANCE_SECONDS;
      return webhooks.signature?.verifyHeader(raw, signature, secret, tolerance, undefined, nowMs) ?? false;
    } catch {
      return false;
    }
  });
}

const id = z.string().regex(/^\w{1,100}$/);

const eventSchema = z.object({
  id,
  type: z.string().regex(/^[\w.]{1,100}$/),
  created: instantSeconds,
  data: z.object({ object: z.unknown() }),
});

/** A payment, refund or dispute in an event. A transfer that is not one of our ids is discarded. */
const objectSchema = z.object({
  id,
  metadata: z.object({ transferId: z.uuid().nullish().catch(null) }).nullish(),
  payment_intent: id.nullish().catch(null),
  reason: z.string().max(100).nullish(),
  status: z.string().max(100).nullish(),
  amount: z.int().min(0).nullish().catch(null),
  evidence_details: z.object({ due_by: instantSeconds.nullish() }).nullish().catch(null),
});

/** Events that concern us; any other is recorded without effect. */
const SUBJECTS: ReadonlyMap<string, NonNullable<PaymentWebhook['subject']>> = new Map([
  ['payment_intent.amount_capturable_updated', 'payment'],
  ['payment_intent.requires_action', 'payment'],
  ['payment_intent.succeeded', 'payment'],
  ['payment_intent.payment_failed', 'payment'],
  ['payment_intent.canceled', 'payment'],
  ['refund.created', 'refund'],
  ['refund.updated', 'refund'],
  ['refund.failed', 'refund'],
  ['charge.refund.updated', 'refund'],
  ['charge.dispute.created', 'dispute_opened'],
  // Its deadline may have changed, or this arrives first.
  ['charge.dispute.updated', 'dispute_opened'],
  ['charge.dispute.closed', 'dispute_closed'],
] as const);

/** Parses a signed body. @throws webhook_unreadable */
export function readWebhook(raw: Buffer): PaymentWebhook {
  const text = raw.toString();
  const event = eventSchema.safeParse(jsonFlaw(text, WEBHOOK_BOUNDS) === null ? parseJson(text) : null);
  if (!event.success) throw new DomainError('webhook_unreadable');
  const { id: eventId, type: name, created, data } = event.data;
  const common = { provider: 'stripe', eventId, name, providerAt: created } as const;
  const subject = SUBJECTS.get(name);
  if (!subject)
    return {
      ...common,
      transferId: null,
      subject: null,
      ref: null,
      paymentRef: null,
      reason: null,
      cents: null,
      dueBy: null,
    };
  const object = objectSchema.safeParse(data.object);
  if (!object.success) throw new DomainError('webhook_unreadable');
  const { id: ref, metadata, payment_intent } = object.data;
  return {
    ...common,
    transferId: metadata?.transferId ?? null,
    subject,
    ref,
    paymentRef: subject === 'payment' ? ref : (payment_intent ?? null),
    ...disputeOf(subject, object.data),
  };
}

function disputeOf(
  subject: PaymentWebhook['subject'],
  { reason, status, amount, evidence_details }: z.infer<typeof objectSchema>,
): Pick<PaymentWebhook, 'reason' | 'cents' | 'dueBy'> {
  if (subject === 'dispute_opened')
    return { reason: reason ?? null, cents: amount ?? null, dueBy: evidence_details?.due_by ?? null };
  if (subject !== 'dispute_closed') return { reason: null, cents: null, dueBy: null };
  return { reason: isKept(status) ? 'won' : 'lost', cents: amount ?? null, dueBy: null };
}
