import { randomUUID } from 'node:crypto';
import type { Clock } from '../config/clock.js';
import { Backoff, isOver } from '../config/backoff.js';
import { errorName } from '../config/error-code.js';
import { Outage } from '../config/outage.js';
import { Wakeup } from '../config/wakeup.js';
import type { Vault } from '../vault/vault.port.js';

/** How long a lease lasts without renewal: after a crash no process works for at most this long. */
export const LEASE_MS = 5_000;
const RENEW_EVERY_MS = LEASE_MS / 3;

interface LeasedWork {
  /** Name of the lease: one process at a time works under it. */
  readonly name: string;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Pause between two rounds. */
  readonly everyMs: number;
  /** One round; `signal` ends it when the worker stops or the lease is lost. A throw is logged and tried again. */
  work(signal: AbortSignal): Promise<void>;
}

/** Repeats work while this process holds the lease, from its creation on. */
export class LeasedWorker {
  private readonly wakeup = new Wakeup();
  private readonly stopping = new AbortController();
  private readonly lease: Lease;
  private readonly running: Promise<void>;

  constructor(private readonly settings: LeasedWork) {
    this.lease = new Lease(settings);
    this.running = this.run();
  }

  /** Begins the next round now. */
  wake(): void {
    this.wakeup.wake();
  }

  /** Ends after the current round and releases the lease. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { name, everyMs } = this.settings;
    const { signal } = this.stopping;
    const outage = new Outage(name);
    const backoff = new Backoff(everyMs);
    while (!isOver(signal)) {
      try {
        if (await this.lease.take()) await this.work();
        backoff.reset();
        outage.end();
      } catch (error) {
        // Only its name: a mail server's refusal, for one, quotes the address.
        outage.begin(`a round failed and will be tried again: ${errorName(error)}`);
        await backoff.pause(signal);
      }
      await this.wakeup.wait(everyMs, signal);
    }
    await this.lease.release().catch(() => undefined);
  }

  /** One round, its lease renewed meanwhile; a process that loses it must stop before another may begin. */
  private async work(): Promise<void> {
    const lost = new AbortController();
    const renewal = setInterval(() => {
      this.lease.take().then(
        (isHeld) => isHeld || lost.abort(),
        () => this.lease.isOver() && lost.abort(),
      );
    }, RENEW_EVERY_MS);
    try {
      await this.settings.work(AbortSignal.any([this.stopping.signal, lost.signal]));
    } finally {
      clearInterval(renewal);
    }
  }
}

/**
 * Does the work once, as soon as no other process holds the lease: `everyMs` is how often it looks.
 * @throws StoreUnavailable, and what `work` throws
 */
export async function onceUnderLease<T>(
  settings: Omit<LeasedWork, 'work'>,
  work: () => Promise<T>,
): Promise<T> {
  // A call, which a server's vault checks first: stores that it refuses end the process.
  await settings.vault.get('lease', settings.name);
  return new Promise((done) => {
    const worker = new LeasedWorker({
      ...settings,
      work: async () => {
        const outcome = work();
        await outcome.catch(() => undefined);
        // The caller continues, and may close the vault, when the lease is released.
        void worker.stop().then(() => {
          done(outcome);
        });
      },
    });
  });
}

/** Name of a lease held now: a process is working on these stores. Null when none is. */
export async function heldLease(vault: Vault, nowMs: number): Promise<string | null> {
  const leases = await vault.scan<LeaseValue>('lease', null);
  return leases.find(({ value }) => value.untilMs > nowMs)?.id ?? null;
}

interface LeaseValue {
  readonly holder: string;
  /** On the clock port's scale. */
  readonly untilMs: number;
}

/** A vault record that one process at a time holds. */
class Lease {
  private readonly holder = randomUUID();
  /** Another's lease as last read: unrenewed for its length it has expired, whatever a clock says. */
  private seen: { readonly version: number; readonly sinceMs: number } | undefined;
  private heldUntilMs = 0;

  constructor(private readonly settings: Pick<LeasedWork, 'name' | 'vault' | 'clock'>) {}

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

  /** True when others may have taken it by now. */
  isOver(): boolean {
    return performance.now() >= this.heldUntilMs;
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
