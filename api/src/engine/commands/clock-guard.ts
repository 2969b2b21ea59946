import { Logger } from '@nestjs/common';
import type { Clock } from '../../config/clock.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { EventStore } from '../event-store/event-store.port.js';
import type { Vault } from '../vault/vault.port.js';

/** How far the clock may move unexplained, and how far ahead of it the newest event may be (decision 41). */
const CLOCK_TOLERANCE_MS = 60_000;
/** The vault's record of the last clock that an operator confirmed: its version counts the confirmations. */
const ACCEPTED = { kind: 'checkpoint', id: 'accepted-clock', owner: 'clock' } as const;

/** The clock may be wrong, so nothing is recorded: a weekly limit depends on it. */
export class ClockSuspect extends StoreUnavailable {}

/**
 * Compares the clock with the time that passed since the last comparison, and at the start with the newest event. A clock
 * that failed stays suspect until it is right again or an operator confirms it. Clocks that tests set are not compared.
 */
export class ClockGuard {
  private readonly logger = new Logger('ClockGuard');
  /** The clock minus the elapsed time when both last agreed. */
  private offsetMs: number;
  /** Instant of the newest event of the log at the start, unless the operator accepted it; undefined before it is read. */
  private newestAtMs: number | null | undefined;
  private acceptedVersion = 0;
  /** Wrong since the start: a machine can start before it learns the time, and setting the clock then is no jump. */
  private isBehind = false;
  private isSuspect = false;

  constructor(
    private readonly clock: Clock,
    private readonly events: Pick<EventStore, 'newestAtMs'>,
    private readonly vault: Pick<Vault, 'get' | 'put'>,
  ) {
    this.offsetMs = this.currentOffsetMs();
  }

  /** Why the clock is not trusted, for readiness; null when it is. */
  problem(): string | null {
    const problem = this.found();
    if (problem !== null && !this.isSuspect) this.logger.error(`${problem}: nothing is recorded`);
    this.isSuspect = problem !== null;
    return problem;
  }

  /** Call right before an event is recorded, after `prepare`. @throws ClockSuspect */
  require(): void {
    const problem = this.problem();
    if (problem !== null) throw new ClockSuspect(problem);
  }

  /** Reads the newest event once, and an operator's confirmation in another process. @throws StoreUnavailable */
  async prepare(): Promise<void> {
    if (!this.clock.elapsed) return;
    if (this.newestAtMs === undefined) await this.readNewest();
    if (this.problem() === null) return;
    const version = (await this.vault.get(ACCEPTED.kind, ACCEPTED.id))?.version ?? 0;
    if (version > this.acceptedVersion) this.trust(version);
  }

  /** Confirms that the clock is right now, for every process and also for later starts. @throws StoreUnavailable */
  async accept(): Promise<void> {
    const { kind, id, owner } = ACCEPTED;
    const newestAtMs = (await this.events.newestAtMs()) ?? 0;
    const version = (await this.vault.get(kind, id))?.version ?? null;
    if ((await this.vault.put(kind, id, { owner, value: { newestAtMs } }, version)) === 'stale')
      throw new StoreUnavailable('another operator confirms the clock');
    this.trust((version ?? 0) + 1);
  }

  private trust(version: number): void {
    this.offsetMs = this.currentOffsetMs();
    this.newestAtMs = null;
    this.acceptedVersion = version;
  }

  private async readNewest(): Promise<void> {
    const newestAtMs = await this.events.newestAtMs();
    const accepted = await this.vault.get<{ newestAtMs: number }>(ACCEPTED.kind, ACCEPTED.id);
    this.acceptedVersion = accepted?.version ?? 0;
    this.newestAtMs = newestAtMs !== accepted?.value.newestAtMs ? newestAtMs : null;
  }

  private found(): string | null {
    const offsetMs = this.currentOffsetMs();
    if (!this.isBehind && Math.abs(offsetMs - this.offsetMs) > CLOCK_TOLERANCE_MS) return 'the clock jumped';
    this.offsetMs = offsetMs;
    this.isBehind = (this.newestAtMs ?? 0) > this.clock.now() + CLOCK_TOLERANCE_MS;
    return this.isBehind ? 'the clock is behind the newest event' : null;
  }

  private currentOffsetMs(): number {
    return this.clock.now() - (this.clock.elapsed?.() ?? this.clock.now());
  }
}
