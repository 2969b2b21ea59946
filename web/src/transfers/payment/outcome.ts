import { ApiError } from '../../lib/api/api-error';

/**
 * What an error means for a transfer: `refused` is a decision of the server, after which the next press is another
 * transfer. After everything else an earlier request under the same key may have succeeded, so the key is kept:
 * no response, a failing server, a rate limiter in front of the decision, a session that has ended since.
 */
export type Outcome = 'refused' | 'unknown' | 'signed-out';

/** The card processor could not be reached about a new card: this request recorded nothing. */
export function isCardUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'payments_unavailable';
}

/** Decisions that share the status of the rate limiter. */
const DECIDED_429: readonly string[] = ['too_many_refusals', 'too_many_declines'];

export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError) || error.outcomeUnknown || error.status === 408) return 'unknown';
  if (error.status === 401) return 'signed-out';
  return error.status === 429 && !DECIDED_429.includes(error.code) ? 'unknown' : 'refused';
}
