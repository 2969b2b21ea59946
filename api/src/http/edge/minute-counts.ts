import { LRUCache } from 'lru-cache';
import { DomainError } from '../../kernel/domain-error.js';
import { entryLimit } from '../../kernel/text/entry-limit.js';

const WINDOW_MS = 60_000;
/** Most keys counted at a time; the least recently used are forgotten. */
const KEYS_LIMIT = 50_000;

/** Counts by key, each from its first event on for a minute. */
export class MinuteCounts {
  private readonly counts = new LRUCache<string, number>({ ...entryLimit(KEYS_LIMIT), ttl: WINDOW_MS });

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: string): void {
    this.counts.set(key, this.of(key) + 1, { noUpdateTTL: true });
  }

  /** @throws DomainError too_many_requests, with the time until the key's minute ends */
  requireLess(key: string, limit: number): void {
    if (this.of(key) < limit) return;
    const seconds = Math.max(1, Math.ceil(this.counts.getRemainingTTL(key) / 1_000));
    throw new DomainError('too_many_requests', { seconds });
  }
}
