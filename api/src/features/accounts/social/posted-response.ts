import { z } from 'zod';
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH } from '../../../kernel/people/accounts.js';
import { containsCardNumber } from '../../../kernel/money/card-numbers.js';
import type { SocialIdentity } from './social-providers.js';

/** Bounds of the fields of a posted response; each is several times what Apple sends. */
const FIELD_MAX_LENGTHS = { state: 200, code: 1_000, error: 100 } as const;
const USER_MAX_LENGTH = 1_000;

/** A response posted by a provider's page: the query for the callback, and the name as the user entered it. */
export interface PostedResponse {
  readonly query: URLSearchParams;
  /** Apple: JSON with the name, in the response to the first sign-in only. Not signed. */
  readonly user: string | null;
}

/** Reads a posted form; fields that are too long or unknown are dropped. */
export function readPostedResponse(form: string): PostedResponse {
  const fields = new URLSearchParams(form);
  const query = new URLSearchParams();
  for (const [name, maxLength] of Object.entries(FIELD_MAX_LENGTHS)) {
    const value = fields.get(name);
    if (value !== null && value.length <= maxLength) query.set(name, value);
  }
  const user = fields.get('user');
  const isUsable = user !== null && user.length <= USER_MAX_LENGTH && !containsCardNumber(user);
  return { query, user: isUsable ? user : null };
}

const namePart = z
  .string()
  .max(4 * NAME_MAX_LENGTH)
  .optional();
const userSchema = z.object({
  name: z.object({ firstName: namePart, lastName: namePart }),
  email: z.string().max(EMAIL_MAX_LENGTH),
});

/**
 * The identity with the name that was posted with it. That name is not signed: it counts only together with the address that
 * the provider did sign, and only if the provider sends no name itself.
 */
export function withPostedName(identity: SocialIdentity, user: string | undefined): SocialIdentity {
  const posted = user === undefined ? null : parsed(user);
  const isSame = posted?.email.toLowerCase() === identity.email.toLowerCase();
  if (!posted || !isSame || identity.firstName !== undefined) return identity;
  return { ...identity, ...posted.name };
}

function parsed(user: string): z.infer<typeof userSchema> | null {
  try {
    return userSchema.parse(JSON.parse(user));
  } catch {
    return null;
  }
}
