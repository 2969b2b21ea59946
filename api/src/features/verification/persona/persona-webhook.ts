import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseJson } from '../../../kernel/parse-json.js';
import { jsonFlaw } from '../../../http/edge/json-body.js';
import { DomainError } from '../../../kernel/domain-error.js';
import type { VerifiedWebhook } from './identity-verification.js';
import { eventInquirySchema, eventSchema, STATUS_OF_EVENT } from './persona-shapes.js';

/** Greatest age of a signature, and greatest difference ahead of our clock. */
export const SIGNATURE_TOLERANCE_MS = 300_000;
/** While a secret is rotated, the header has a pair for each one. */
const PAIR_LIMIT = 4;
/** Persona's largest events have a few hundred fields. */
const WEBHOOK_BOUNDS = { depth: 32, members: 2_000 };
const PAIR = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** The secrets and the time to verify a signature with. */
export interface SignatureRule {
  /** Any of them may have signed. Empty secrets are ignored: anyone could sign with one. */
  readonly secrets: readonly string[];
  readonly nowMs: number;
}

/** Whether one of our secrets recently signed exactly these bytes. */
export function isSigned(raw: Buffer, signature: string | undefined, rule: SignatureRule): boolean {
  const pairs = (signature ?? '').split(' ').filter((text) => text !== '');
  if (pairs.length > PAIR_LIMIT) return false;
  return pairs.some((pair) => {
    const [, seconds, digest] = PAIR.exec(pair) ?? [];
    if (seconds === undefined || digest === undefined) return false;
    if (Math.abs(rule.nowMs - Number(seconds) * 1_000) > SIGNATURE_TOLERANCE_MS) return false;
    const given = Buffer.from(digest, 'hex');
    return rule.secrets.some(
      (secret) => secret !== '' && timingSafeEqual(given, digestOf(raw, seconds, secret)),
    );
  });
}

/** Parses a signed body. @throws webhook_unreadable */
export function readWebhook(raw: Buffer): VerifiedWebhook {
  const event = eventSchema.safeParse(jsonOf(raw));
  if (!event.success) throw new DomainError('webhook_unreadable');
  const { id: eventId, attributes } = event.data.data;
  const { name, payload, 'created-at': providerAt } = attributes;
  const common = { provider: 'persona', eventId, name, providerAt } as const;
  if (!name.startsWith('inquiry.'))
    return { ...common, inquiryId: null, referenceId: null, providerStatus: null };
  const inquiry = eventInquirySchema.safeParse(payload.data);
  if (!inquiry.success) throw new DomainError('webhook_unreadable');
  return {
    ...common,
    inquiryId: inquiry.data.id,
    referenceId: inquiry.data.attributes['reference-id'] ?? null,
    providerStatus: STATUS_OF_EVENT.get(name) ?? null,
  };
}

function digestOf(raw: Buffer, seconds: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest();
}

function jsonOf(raw: Buffer): unknown {
  const text = raw.toString('utf8');
  return jsonFlaw(text, WEBHOOK_BOUNDS) ? null : parseJson(text);
}
