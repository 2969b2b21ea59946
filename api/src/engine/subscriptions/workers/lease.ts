import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../config/clock.js';
import type { Vault } from '../../vault/vault.port.js';

/** How long a lease lasts without renewal: after a crash no process works for at most this long. */
export const LEASE_MS = 5_000;
const RENEW_EVERY_MS = LEASE_MS / 3;

interface LeaseSettings {
  /** One process at a time works under it. */
  readonly name: string;
  readonly vault: Vault;
  readonly clock: Clock;
}

interface LeaseValue {
  readonly holder: string;
  /** On the clock port's scale. */
  readonly untilMs: number;
}

/** A vault record that one process at a time holds. */
export class Lease {
  private readonly holder = randomUUID();
  /** Another's lease as last read: not renewed for its length, it has expired, independent of any clock. */
  private seen: { readonly version: number; readonly sinceMs: number } | undefined;
  private heldUntilMs = 0;

  constructor(private readonly settings: LeaseSettings) {}

  /** Takes or renews the lease. False when another holds it. */
  async take(): Promise<boolean> {
    const { name, vault, clock } = this.settings;
    const startedAtMs = performance.now();
    const record = await vault.get<LeaseValue>('lease', name);
    if (record && record.value.holder !== this.holder && !this.hasEnded(record)) return false;
    const value: LeaseValue = { holder: this.holder, untilMs: clock.now() + LEASE_MS };
    const outcome = await vault.put('lease', name, { owner: name, value }, record?.version ?? null);
    if (outcome === 'stale') return false;
    this.heldUntilMs = startedAtMs + LEASE_MS;
    return true;
  }

  /** Renews the lease while `work` lasts. `lost` aborts when another process may begin: by then the work must have stopped. */
  async whileRenewed<T>(work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    const lost = new AbortController();
    let renewed = Promise.resolve();
    const renewal = setInterval(() => {
      renewed = this.take().then(
        (isHeld) => {
          if (!isHeld) lost.abort();
        },
        () => {
          if (performance.now() >= this.heldUntilMs) lost.abort();
        },
      );
    }, RENEW_EVERY_MS);
    try {
      return await work(lost.signal);
    } finally {
      clearInterval(renewal);
      // A renewal under way would pass the release, and the lease would outlive its process.
      await renewed;
    }
  }

  async release(): Promise<void> {
    const { name, vault } = this.settings;
    const record = await vault.get<LeaseValue>('lease', name);
    if (record?.value.holder !== this.holder) return;
    await vault.put('lease', name, { owner: name, value: { holder: '', untilMs: 0 } }, record.version);
  }

  private hasEnded({ value, version }: { readonly value: LeaseValue; readonly version: number }): boolean {
    if (value.untilMs <= this.settings.clock.now()) return true;
    if (this.seen?.version !== version) this.seen = { version, sinceMs: performance.now() };
    return performance.now() - this.seen.sinceMs >= LEASE_MS;
  }
}

/**
 * Does the work once, as soon as no other process holds the lease: `everyMs` is how often it looks, until `signal`.
 * @throws StoreUnavailable, and what `work` throws
 */
export async function onceUnderLease<T>(
  settings: LeaseSettings & { readonly everyMs: number; readonly signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const lease = new Lease(settings);
  while (!(await lease.take())) await delay(settings.everyMs, undefined, { signal: settings.signal });
  try {
    return await lease.whileRenewed(work);
  } finally {
    await lease.release().catch(() => undefined);
  }
}

/** Whether a process holds the lease now. */
export async function isHeld(vault: Vault, name: string, nowMs: number): Promise<boolean> {
  return ((await vault.get<LeaseValue>('lease', name))?.value.untilMs ?? 0) > nowMs;
}

/** Name of a lease held now: a process is working on these stores. Null when none is. */
export async function heldLease(vault: Vault, nowMs: number): Promise<string | null> {
  const leases = await vault.scan<LeaseValue>('lease', null);
  return leases.find(({ value }) => value.untilMs > nowMs)?.id ?? null;
}
