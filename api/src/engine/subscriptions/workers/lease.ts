import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../config/clock.js';
import type { Vault } from '../../vault/vault.port.js';
import { isOver } from '../../waiting/backoff.js';
import { divide, type LeaseValue, type Member, membersOf } from './lease-members.js';

/** How long a lease lasts without renewal: after a crash no process works for about this long. */
export const LEASE_MS = 5_000;
const RENEW_EVERY_MS = LEASE_MS / 3;
/** Writes of other processes at which one renewal reads the record again. */
const STALE_LIMIT = 20;

interface LeaseSettings {
  /** One process at a time works under it, or on each of its partitions. */
  readonly name: string;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Parts of the work that are spread evenly over the processes; 1 when one process does it all. */
  readonly partitions?: number;
  /** Whether work on a partition is in progress here: it is not given up before that has ended. */
  readonly isBusy?: (partition: number) => boolean;
}

/** A vault record by which processes share work: one at a time holds each partition. */
export class Lease {
  private readonly holder = randomUUID();
  private readonly partitions: number;
  /** Other members as last read, and since when their beats have stood still by this process's own time. */
  private seen: ReadonlyMap<string, { readonly beat: number; readonly sinceMs: number }> = new Map();
  private held: ReadonlySet<number> = new Set();
  private heldUntilMs = 0;
  private beat = 0;
  private memberCount = 1;

  constructor(private readonly settings: LeaseSettings) {
    this.partitions = settings.partitions ?? 1;
  }

  /** Number of processes that share the work, this one included, as last read. */
  get members(): number {
    return this.memberCount;
  }

  /** Pause before the next renewal: shorter than usual when another process's partitions may be free before. */
  get renewInMs(): number {
    const nowMs = performance.now();
    const ends = [...this.seen.values()].map(({ sinceMs }) => sinceMs + LEASE_MS - nowMs);
    return Math.min(RENEW_EVERY_MS, ...ends.filter((inMs) => inMs > 0));
  }

  /** Number of partitions on which work may begin here now. */
  get heldCount(): number {
    return performance.now() < this.heldUntilMs ? this.held.size : 0;
  }

  /** Whether work on this partition may begin here now: no other process may begin any. */
  holds(partition: number): boolean {
    return performance.now() < this.heldUntilMs && this.held.has(partition);
  }

  /**
   * Joins or renews, gives up what is above a fair share, and takes what is free below it. False when others hold it.
   * @throws StoreUnavailable
   */
  async take(): Promise<boolean> {
    for (let tries = 0; tries < STALE_LIMIT; tries += 1) {
      const startedAtMs = performance.now();
      const { members, version } = await this.read();
      const { place, share, kept, taken, surplus } = divide(members, this.holder, this.partitions);
      // No work begins on what is given up or was lost, even if the outcome of the write remains unknown.
      this.held = new Set(kept.filter((partition) => this.held.has(partition)));
      // Nobody joins a lease of one process while it is held; everybody shares partitions, also more processes than these.
      if (share === 0 && this.partitions === 1) return false;
      const busy = surplus.filter((partition) => this.settings.isBusy?.(partition));
      const own = this.renewed([...kept, ...taken, ...busy]);
      if (!(await this.write(members.toSpliced(place, 1, own), version))) continue;
      this.held = new Set([...kept, ...taken]);
      this.heldUntilMs = startedAtMs + LEASE_MS;
      return true;
    }
    return performance.now() < this.heldUntilMs;
  }

  /** Renews the lease while `work` lasts. `lost` aborts when another process may begin: by then the work must have stopped. */
  async whileRenewed<T>(work: (lost: AbortSignal) => Promise<T>): Promise<T> {
    const lost = new AbortController();
    const ended = new AbortController();
    const renewal = this.keepRenewed(ended.signal).then(() => lost.abort());
    try {
      return await work(lost.signal);
    } finally {
      ended.abort();
      // A renewal under way would pass the release, and the lease would outlive its process.
      await renewal;
    }
  }

  /** Hands over what this process holds. */
  async release(): Promise<void> {
    this.held = new Set();
    for (let tries = 0; tries < STALE_LIMIT; tries += 1) {
      const { members, version } = await this.read();
      const others = members.filter(({ holder }) => holder !== this.holder);
      if (others.length === members.length || (await this.write(others, version))) return;
    }
  }

  /** Until `ended`, or until it can no longer be renewed: the others may begin then, and it is theirs. */
  private async keepRenewed(ended: AbortSignal): Promise<void> {
    for (;;) {
      await delay(this.renewInMs, undefined, { signal: ended }).catch(() => undefined);
      if (isOver(ended)) return;
      const isHeld = await this.take().catch(() => performance.now() < this.heldUntilMs);
      if (!isHeld) return;
    }
  }

  private renewed(partitions: readonly number[]): Member {
    this.beat += 1;
    const untilMs = this.settings.clock.now() + LEASE_MS;
    return { holder: this.holder, beat: this.beat, untilMs, partitions };
  }

  private async read(): Promise<{ readonly members: readonly Member[]; readonly version: number | null }> {
    const { vault, name } = this.settings;
    const record = await vault.get<LeaseValue>('lease', name);
    const stored = record ? membersOf(record.value, this.partitions) : [];
    const nowMs = performance.now();
    const others = stored.filter(({ holder }) => holder !== this.holder);
    const sightings = others.map(({ holder, beat }) => {
      const last = this.seen.get(holder);
      return [holder, last?.beat === beat ? last : { beat, sinceMs: nowMs }] as const;
    });
    this.seen = new Map(sightings);
    return { members: stored.filter((member) => !this.hasEnded(member)), version: record?.version ?? null };
  }

  private async write(members: readonly Member[], version: number | null): Promise<boolean> {
    const { vault, name } = this.settings;
    const outcome = await vault.put('lease', name, { owner: name, value: { members } }, version);
    if (outcome === 'ok') this.memberCount = members.length;
    return outcome === 'ok';
  }

  private hasEnded({ holder, untilMs }: Member): boolean {
    const seen = this.seen.get(holder);
    if (!seen) return false;
    // A worker that looks once a day must find the lease of a crash free. Processes that share work compare no clocks.
    if (this.partitions === 1 && untilMs <= this.settings.clock.now()) return true;
    return performance.now() - seen.sinceMs >= LEASE_MS;
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
  const record = await vault.get<LeaseValue>('lease', name);
  return record !== null && isHeldAt(record.value, nowMs);
}

/** Name of a lease held now: a process is working on these stores. Null when none is. */
export async function heldLease(vault: Vault, nowMs: number): Promise<string | null> {
  const leases = await vault.scan<LeaseValue>('lease', null);
  return leases.find(({ value }) => isHeldAt(value, nowMs))?.id ?? null;
}

/** Ends every lease at once: for a process that has the vault for itself, so that no worker waits for one of a crash. */
export async function endLeases(vault: Vault): Promise<void> {
  for (const { id, value } of await vault.scan<LeaseValue>('lease', null))
    if (membersOf(value, 1).length > 0) await vault.delete('lease', id);
}

const isHeldAt = (value: LeaseValue, nowMs: number): boolean =>
  membersOf(value, 1).some(({ untilMs }) => untilMs > nowMs);
