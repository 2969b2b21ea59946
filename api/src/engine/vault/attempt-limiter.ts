import { Injectable } from '@nestjs/common';
import { Clock, isoInstant } from '../../config/clock.js';
import { Config } from '../../config/config.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { updateRecord } from './update-record.js';
import { Vault } from './vault.port.js';
import { DomainError } from '../../kernel/domain-error.js';

/** A burst, then one more attempt per `everyMs`: callers are slowed, never locked out. */
export interface AttemptBudget {
  readonly name: string;
  readonly burst: number;
  readonly everyMs: number;
}

const SECOND_MS = 1_000;
/** Longest time by which a charge can exceed its budget. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * SECOND_MS;
/** Most counters being changed at one time. */
const PENDING_LIMIT = 10_000;

interface Attempts {
  /** When the whole burst is available again. */
  readonly fullAtMs: number;
}

/** Counters in the vault, so that a restart does not reset them. `RATE_LIMIT=off` disables them. */
@Injectable()
export class AttemptLimiter {
  private readonly pending = new Map<string, Promise<unknown>>();

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Counts one attempt by `who` (a uid, or a blind index: never an IP or email address in plain text).
   * @throws DomainError too_many_attempts with the seconds to wait
   */
  async take(budget: AttemptBudget, who: string): Promise<void> {
    const waitMs = await this.tryTake(budget, who);
    if (waitMs > 0) throw new DomainError('too_many_attempts', { seconds: Math.ceil(waitMs / SECOND_MS) });
  }

  /** Counts one attempt, or returns the milliseconds to wait for the next. */
  tryTake(budget: AttemptBudget, who: string): Promise<number> {
    return this.change(`${budget.name}:${who}`, (fullAtMs, nowMs) => {
      const waitMs = overrunMs(budget, fullAtMs - nowMs);
      return waitMs > 0 ? { waitMs, fullAtMs } : { waitMs: 0, fullAtMs: fullAtMs + budget.everyMs };
    });
  }

  /** Milliseconds until the next attempt is free; counts nothing. */
  async waitFor(budget: AttemptBudget, who: string): Promise<number> {
    return Math.max(0, overrunMs(budget, await this.usedMs(budget, who)));
  }

  /** Used of the budget: 1 when nothing is left, more when what could not be refused is counted too. */
  async usedShare(budget: AttemptBudget, who: string): Promise<number> {
    return (await this.usedMs(budget, who)) / (budget.burst * budget.everyMs);
  }

  /** Counts what cannot be refused any more, also beyond the budget. Returns whether it used up the rest. */
  async charge(budget: AttemptBudget, who: string): Promise<boolean> {
    let usedUp = false;
    await this.change(`${budget.name}:${who}`, (fullAtMs, nowMs) => {
      const next = Math.min(fullAtMs + budget.everyMs, nowMs + LONGEST_WAIT_MS);
      usedUp = overrunMs(budget, fullAtMs - nowMs) <= 0 && overrunMs(budget, next - nowMs) > 0;
      return { waitMs: 0, fullAtMs: next };
    });
    return usedUp;
  }

  /** Returns one attempt, because the caller turned out to be the account's owner. */
  async returnAttempt(budget: AttemptBudget, who: string): Promise<void> {
    await this.change(`${budget.name}:${who}`, (fullAtMs) => ({
      waitMs: 0,
      fullAtMs: fullAtMs - budget.everyMs,
    }));
  }

  /** Resets one budget. */
  async forget(budget: AttemptBudget, who: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'on') await this.vault.delete('attempts', `${budget.name}:${who}`);
  }

  private async usedMs({ name }: AttemptBudget, who: string): Promise<number> {
    if (this.config.RATE_LIMIT === 'off') return 0;
    const record = await this.vault.get<Attempts>('attempts', `${name}:${who}`);
    return Math.max(0, (record?.value.fullAtMs ?? 0) - this.clock.now());
  }

  /** Serializes changes of one counter in this process, so that only other processes can conflict. */
  private async change(id: string, next: Change): Promise<number> {
    if (this.config.RATE_LIMIT === 'off') return 0;
    if (this.pending.size >= PENDING_LIMIT) throw new StoreUnavailable('Too many attempts at once');
    const before = this.pending.get(id) ?? Promise.resolve();
    const mine = before.then(
      () => this.write(id, next),
      () => this.write(id, next),
    );
    this.pending.set(id, mine);
    try {
      return await mine;
    } finally {
      if (this.pending.get(id) === mine) this.pending.delete(id);
    }
  }

  private write(id: string, next: Change): Promise<number> {
    return updateRecord<Attempts, number>(this.vault, { kind: 'attempts', id }, (record) => {
      const nowMs = this.clock.now();
      const before = Math.max(record?.value.fullAtMs ?? 0, nowMs);
      const { waitMs, fullAtMs } = next(before, nowMs);
      if (fullAtMs === before) return { result: waitMs };
      return { put: { owner: sweptWith(nowMs), value: { fullAtMs } }, result: waitMs };
    });
  }
}

/** How much more than one free attempt has been used, in the budget's own time. */
const overrunMs = ({ burst, everyMs }: AttemptBudget, usedMs: number): number =>
  usedMs - (burst - 1) * everyMs;

type Change = (fullAtMs: number, nowMs: number) => { readonly waitMs: number; readonly fullAtMs: number };

/** Counters are owned by the day of their last change, since every budget refills within a day. */
export function sweptWith(nowMs: number): string {
  return `attempts-${isoInstant(nowMs).slice(0, 10)}`;
}
