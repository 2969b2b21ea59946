import { ApiError } from '../lib/api-error';

/**
 * What an error says about a send: `refused` is a decision of the server, after which the next press is another
 * send. Everything else leaves an earlier ask of the same key undecided, so that the key is kept:
 * no answer, a failing server, a limiter in front of the decision, a session that ended in between.
 */
export type Outcome = 'refused' | 'unknown' | 'signed-out';

/** The refusals that are counted and decided, though they share the limiter's status. */
const DECIDED_429 = 'too_many_refusals';

export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError) || error.outcomeUnknown || error.status === 408) return 'unknown';
  if (error.status === 401) return 'signed-out';
  return error.status === 429 && error.code !== DECIDED_429 ? 'unknown' : 'refused';
}
