import { EVERYTHING } from '@kernel/live';

/** Read on request only: each replay is recorded as an access, and a payment is polled until it has a response. */
const NEVER_LIVE: ReadonlySet<unknown> = new Set(['replay', 'payment-check']);

/**
 * Whether what is cached under a key may have changed. A topic is a prefix of a key, after its owner, joined by colons:
 * `transfer:{id}` changes the transfer. Public data has no owner and never changes live.
 */
export function isAffected(key: unknown, topics: readonly string[]): boolean {
  if (!Array.isArray(key) || key.length < 2) return false;
  const parts = key.slice(1) as readonly unknown[];
  if (NEVER_LIVE.has(parts[0])) return false;
  return topics.some(
    (topic) => topic === EVERYTHING || topic.split(':').every((part, place) => parts[place] === part),
  );
}
