import { z } from 'zod';
import { passesLuhn } from '../../api/src/kernel/money/card-numbers.js';
import { postJson } from '../control/post-json.js';
import { json, type SimulatorReply, type SimulatorRoute } from '../simulator-server.js';
import type { StripeCardRecords } from './stripe-cards.js';

/** The fields of the frame, checked in this order; the first invalid one is reported. */
const detailsSchema = z.strictObject({
  number: z
    .string()
    .max(40)
    .transform((text) => text.replaceAll(/[ -]/g, ''))
    .refine((digits) => /^\d{13,19}$/.test(digits) && passesLuhn(digits)),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2_000).max(2_099),
  cvc: z.string().regex(/^\d{3,4}$/),
});
const FIELDS = { number: 'number', expMonth: 'expiry', expYear: 'expiry', cvc: 'cvc' } as const;

/**
 * `POST /card-frame/tokens` {number, expMonth, expYear, cvc} → 201 {token}: a payment method for one payment or one
 * customer. An invalid field is a 400 {field}: number, test_number (not one of the test cards), expiry or cvc.
 */
export function cardTokenRoute(cards: StripeCardRecords): SimulatorRoute {
  return postJson(/^\/card-frame\/tokens$/, z.unknown(), (body) => {
    const details = detailsSchema.safeParse(body);
    if (!details.success) return invalid(FIELDS[details.error.issues[0]?.path[0] as keyof typeof FIELDS]);
    const taken = cards.take(details.data);
    if (typeof taken === 'string') return invalid(taken === 'number' ? 'test_number' : taken);
    return json(201, { token: taken.id });
  });
}

function invalid(field = 'number'): SimulatorReply {
  return json(400, { field });
}
