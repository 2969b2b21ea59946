import { ApiError } from '../../lib/api/api-error';

/**
 * What an error means for a transfer: `refused` is a decision of the server, after which the next press is another
 * transfer. After everything else an earlier request under the same key may have succeeded, so the key is kept:
 * no response, a failing server, a rate limiter in front of the decision, a session that has ended since.
 */
export type Outcome = 'refused' | 'unknown' | 'signed-out';

/** Refusals of a server that fails for a while, which say that this request recorded nothing. */
const RECORDED_NOTHING = {
  /** The card processor could not be reached about a new card. */
  payments_unavailable: 'card',
  /** After a restore, what was sent since the backup is still looked up. */
  restoring: 'restoring',
} as const;
export type NothingRecorded = (typeof RECORDED_NOTHING)[keyof typeof RECORDED_NOTHING];

/** Why this request recorded nothing, though the server failed; null when it may have recorded something. */
export function nothingRecorded(error: unknown): NothingRecorded | null {
  if (!(error instanceof ApiError) || !Object.hasOwn(RECORDED_NOTHING, error.code)) return null;
  return RECORDED_NOTHING[error.code as keyof typeof RECORDED_NOTHING];
}

/** Decisions that share the status of the rate limiter. */
const DECIDED_429: readonly string[] = ['too_many_refusals', 'too_many_declines'];

export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError) || error.outcomeUnknown || error.status === 408) return 'unknown';
  if (error.status === 401) return 'signed-out';
  return error.status === 429 && !DECIDED_429.includes(error.code) ? 'unknown' : 'refused';
}
