import { setImmediate as turn } from 'node:timers/promises';
import { StoreUnavailable } from '../../api/src/engine/storage/store-unavailable.js';
import { Lease, LEASE_MS } from '../../api/src/engine/subscriptions/workers/lease.js';
import type { Vault } from '../../api/src/engine/vault/vault.port.js';
import { InMemoryRecords, openInMemoryVault } from './in-memory-vault.js';
import type { Seeded } from './seeded.js';

export const PARTITIONS = 16;
const PROCESSES_LIMIT = 4;
/** How often a process looks for work to begin. */
const LOOK_MS = 200;
const HOUR_MS = 3_600_000;
const NOON_MS = Date.parse('2026-11-21T12:00:00.000Z');
const NAME = 'work';

/** What happens to processes that share the work of a lease. */
export type Change = 'join' | 'leave' | 'kill' | 'freeze' | 'cut off' | 'set clock';
/** Changes after which work in progress may outlast the lease of its process. */
export const ROUGH: readonly Change[] = ['freeze', 'cut off'];

interface Process {
  readonly name: string;
  readonly lease: Lease;
  /** Work in progress by partition: when it ends. */
  readonly busy: Map<number, number>;
  life: 'working' | 'leaving' | 'ended';
  frozenUntilMs: number;
  /** The vault does not answer it until then. */
  cutOffUntilMs: number;
  clockAheadMs: number;
}

interface Due {
  readonly atMs: number;
  readonly of: Process;
  readonly go: () => void;
}

/**
 * Processes that share the work of one lease, on a simulated time that no process sees but as time that passes: each has a
 * clock of its own. `performance.now` has to return `nowMs`.
 */
export class LeasedProcesses {
  nowMs = 0;
  /** What must not happen, as it did. */
  readonly violations: string[] = [];
  private due: Due[] = [];
  private readonly all: Process[] = [];
  private readonly records = new InMemoryRecords();
  private readonly stored = openInMemoryVault(this.records);
  private isRough = false;
  private isCalm = false;

  constructor(private readonly random: Seeded) {}

  get living(): readonly Process[] {
    return this.all.filter(({ life }) => life !== 'ended');
  }

  /** Number of partitions that each process holds. */
  get shares(): readonly number[] {
    return this.living.map(({ lease }) => numbers().filter((partition) => lease.holds(partition)).length);
  }

  change(what: Change): void {
    if (ROUGH.includes(what)) this.isRough = true;
    if (what === 'join') {
      if (this.living.length < PROCESSES_LIMIT) this.join();
      return;
    }
    const working = this.all.filter(({ life }) => life === 'working');
    if (working.length === 0) return;
    const process = this.random.pick(working);
    if (what === 'leave') process.life = 'leaving';
    if (what === 'kill') process.life = 'ended';
    if (what === 'freeze') process.frozenUntilMs = this.nowMs + this.random.below(3 * LEASE_MS);
    if (what === 'cut off') process.cutOffUntilMs = this.nowMs + this.random.below(3 * LEASE_MS);
    if (what === 'set clock') process.clockAheadMs = this.random.below(2 * HOUR_MS) - HOUR_MS;
  }

  /** From now on everything responds. */
  calm(): void {
    this.isCalm = true;
    for (const process of this.all) process.frozenUntilMs = process.cutOffUntilMs = 0;
    this.due = this.due.map((due) => ({ ...due, atMs: Math.min(due.atMs, this.nowMs + LOOK_MS) }));
  }

  async pass(ms: number): Promise<void> {
    const endMs = this.nowMs + ms;
    for (let next = this.takeNext(endMs); next; next = this.takeNext(endMs)) {
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.go();
      await turn();
      this.checkHolders();
    }
    this.nowMs = endMs;
  }

  private join(): void {
    const busy = new Map<number, number>();
    const process: Process = {
      name: `p${this.all.length + 1}`,
      lease: new Lease({
        name: NAME,
        vault: this.vaultOf(() => process),
        clock: { now: () => NOON_MS + this.nowMs + process.clockAheadMs },
        partitions: PARTITIONS,
        isBusy: (partition) => busy.has(partition),
      }),
      busy,
      life: 'working',
      frozenUntilMs: 0,
      cutOffUntilMs: 0,
      clockAheadMs: 0,
    };
    this.all.push(process);
    void this.renew(process);
    void this.work(process);
  }

  private async renew(process: Process): Promise<void> {
    while (process.life === 'working' || process.busy.size > 0) {
      await process.lease.take().catch(() => false);
      await this.wait(process, process.lease.renewInMs);
    }
    await process.lease.release().catch(() => undefined);
    process.life = 'ended';
  }

  private async work(process: Process): Promise<void> {
    for (;;) {
      for (const [partition, endMs] of process.busy) if (endMs <= this.nowMs) process.busy.delete(partition);
      if (process.life === 'working') this.begin(process, this.random.below(PARTITIONS));
      await this.wait(process, LOOK_MS);
    }
  }

  private begin(process: Process, partition: number): void {
    if (!process.lease.holds(partition) || process.busy.has(partition)) return;
    const other = this.living.find((one) => one !== process && one.busy.has(partition));
    // Work that outlasts its lease, of a process that stood still or could not renew, ends by itself.
    if (other && !this.isRough)
      this.violations.push(`${process.name} begins on ${partition}, on which ${other.name} works`);
    process.busy.set(partition, this.nowMs + this.random.below(this.isCalm ? 1_000 : 2_000));
  }

  private checkHolders(): void {
    for (const partition of numbers()) {
      const holders = this.living.filter(({ lease }) => lease.holds(partition)).map(({ name }) => name);
      if (holders.length > 1)
        this.violations.push(`${this.nowMs}: ${holders.join(' and ')} hold ${partition}`);
    }
  }

  /** The vault as a process reaches it: late, and sometimes without an answer. */
  private vaultOf(owner: () => Process): Vault {
    const reach = async <T>(call: () => Promise<T>): Promise<T> => {
      const process = owner();
      await this.wait(process, this.latencyMs());
      const isCutOff = process.cutOffUntilMs > this.nowMs;
      // Half of what is not answered has happened.
      if (isCutOff && this.random.oneIn(2)) throw new StoreUnavailable('The request was lost');
      const answer = await call();
      await this.wait(process, this.latencyMs());
      if (isCutOff) throw new StoreUnavailable('The answer was lost');
      return answer;
    };
    return Object.assign(Object.create(this.stored) as Vault, {
      get: (...asked: Parameters<Vault['get']>) => reach(() => this.stored.get(...asked)),
      put: (...asked: Parameters<Vault['put']>) => reach(() => this.stored.put(...asked)),
    });
  }

  private latencyMs(): number {
    const isSlow = this.isRough && !this.isCalm && this.random.oneIn(12);
    return isSlow ? this.random.below(LEASE_MS) : this.random.below(30);
  }

  private wait(of: Process, ms: number): Promise<void> {
    return new Promise((go) => this.due.push({ atMs: this.nowMs + ms, of, go }));
  }

  /** What happens next until `endMs`: a killed process does nothing more, a frozen one later. */
  private takeNext(endMs: number): Due | null {
    this.due = this.due.filter(({ of }) => of.life !== 'ended');
    const when = ({ atMs, of }: Due) => Math.max(atMs, of.frozenUntilMs);
    const next = this.due.toSorted((one, other) => when(one) - when(other))[0];
    if (!next || when(next) > endMs) return null;
    this.due.splice(this.due.indexOf(next), 1);
    return { ...next, atMs: when(next) };
  }
}

const numbers = (): readonly number[] => Array.from({ length: PARTITIONS }, (_, number) => number);
