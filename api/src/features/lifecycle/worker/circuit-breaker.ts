import { Outage } from '../../../engine/storage/outage.js';

/** Consecutive transfers without a response to their calls, after which a provider is probed. */
const AWAY_AFTER = 5;
/** Most of them that are kept, to probe with others first. */
const REMEMBERED_LIMIT = 10_000;

/**
 * Keeps calls from a provider that does not respond: after several transfers in a row without a response it is probed by
 * one call at a time, at most one per `allowProbe`, until a response arrives. A decline or refusal is a response. One
 * transfer that fails again and again counts once.
 */
export class CircuitBreaker {
  private readonly failed = new Set<string>();
  private mayProbe = false;
  private readonly outage: Outage;

  /** @param parallel most calls at a time while the provider responds */
  constructor(
    name: string,
    private readonly parallel: () => number,
  ) {
    this.outage = new Outage(name);
  }

  /** Most calls in progress at this moment. */
  limit(): number {
    if (!this.isOpen) return this.parallel();
    return this.mayProbe ? 1 : 0;
  }

  /** While the provider is probed, transfers that have not failed yet go first: their call may be the one that works. */
  goesFirst(key: string): boolean {
    return !this.isOpen || !this.failed.has(key);
  }

  allowProbe(): void {
    this.mayProbe = true;
  }

  begins(): void {
    this.mayProbe = false;
  }

  responded(): void {
    this.failed.clear();
    this.outage.end();
  }

  gotNoResponse(key: string): void {
    if (this.failed.size < REMEMBERED_LIMIT) this.failed.add(key);
    if (this.isOpen) this.outage.begin('does not respond: one call at a time until it does');
  }

  private get isOpen(): boolean {
    return this.failed.size >= AWAY_AFTER;
  }
}
