import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { isoInstant } from '../../../config/clock.js';
import { errorText } from '../../../kernel/error-code.js';
import { RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import { inParallel } from '../../../engine/waiting/in-parallel.js';
import { ApplicationWorker } from '../../../engine/subscriptions/workers/application-worker.js';
import { Comparison, type Compared } from './comparison.js';
import type { Difference } from '../state/lifecycle-events.rules.js';
import { MissedDisputes } from '../refund/missed-disputes.js';
import { MissedReturns } from '../payout/missed-returns.js';
import { StrayCharges } from '../strays/stray-charges.js';
import type { Stray } from '../strays/stray.rules.js';

const DAY_MS = 24 * 60 * 60_000;
/** Transfers that are compared at the same time, and the pause after each: providers limit the rate of requests. */
const PARALLEL_LIMIT = 4;
const PAUSE_MS = 50;
/** Charges that are listed, by their creation. */
const LISTED_MS = 2 * DAY_MS;
const LOOK_EVERY_MS = 60_000;
/** The UTC hour from which on a day's run is due. */
const DUE_HOUR = 4;
const HOUR_MS = 60 * 60_000;
const RUN = 'reconciliation';

/** The result of one run. */
export interface Reconciled {
  readonly compared: number;
  /** Open charges that no transfer has recorded. */
  readonly strays: readonly Stray[];
  /** Transfers with a provider that did not respond, and the lists of charges and disputes that could not be read. */
  readonly unanswered: readonly string[];
  readonly differences: readonly (Difference & { readonly transferId: string })[];
}

/** The last run, stored in the vault for every process and restart. */
interface LastRun {
  readonly at: string;
  /** How many transfers; null before the first run. */
  readonly found: Readonly<Record<'compared' | 'unanswered' | 'differences', number>> | null;
}

/**
 * Compares open and recently ended transfers with their providers, daily and on demand. It moves no money: what differs is
 * recorded as a task of the desk.
 */
@Injectable()
export class Reconciliation extends ApplicationWorker {
  private readonly logger = new Logger('reconciliation');
  protected readonly name = RUN;
  protected readonly everyMs = LOOK_EVERY_MS;

  constructor(
    private readonly comparison: Comparison,
    private readonly missed: MissedDisputes,
    private readonly returns: MissedReturns,
    private readonly strays: StrayCharges,
    private readonly metrics: RequestMetrics,
  ) {
    super();
  }

  override onApplicationBootstrap(): void {
    this.metrics.addReader((registry) => this.read(registry));
    super.onApplicationBootstrap();
  }

  /** Queries the providers about several transfers at a time. Every call has a deadline. */
  async run(signal: AbortSignal, since = this.recently()): Promise<Reconciled> {
    const unanswered: string[] = [];
    const listed = await this.strays.list(since, signal).catch((error: unknown) => {
      unanswered.push(`charges since ${since}: ${errorText(error)}`);
      return [];
    });
    const differences: Reconciled['differences'][number][] = [];
    const unlisted = await this.listDisputes(signal);
    const due = await this.comparison.due();
    let compared = 0;
    await inParallel(due, PARALLEL_LIMIT, async (transfer) => {
      signal.throwIfAborted();
      const { open, unanswered: reason } = await this.compare(transfer);
      for (const one of open) differences.push({ transferId: transfer.id, ...one });
      if (reason === null) compared += 1;
      else unanswered.push(`${transfer.id}: ${reason}`);
      await pause(PAUSE_MS, undefined, { signal });
    });
    const returns = await this.returns.record(signal, new Set(due.map(({ id }) => id)));
    differences.push(...returns.differences);
    unanswered.push(...unlisted, ...returns.unanswered);
    const strays = await this.strays.openNow(listed, signal).catch((error: unknown) => {
      unanswered.push(`stray charges: ${errorText(error)}`);
      return listed;
    });
    await this.keep({ compared, unanswered: unanswered.length, differences: differences.length });
    return { compared, unanswered, differences, strays };
  }

  /** Records the disputes that no webhook has reported. */
  private async listDisputes(signal: AbortSignal): Promise<readonly string[]> {
    try {
      await this.missed.record(signal);
      return [];
    } catch (error) {
      signal.throwIfAborted();
      return [`disputes: ${errorText(error)}`];
    }
  }

  /** The open differences of a transfer: those known so far if a provider does not respond. */
  private async compare(transfer: Compared) {
    try {
      return { open: await this.comparison.compare(transfer), unanswered: null };
    } catch (error) {
      return { open: transfer.state.differences, unanswered: errorText(error) };
    }
  }

  /** An interrupted comparison starts again, since only a finished one is stored; look-ups of delivered payouts continue. */
  protected async work(signal: AbortSignal): Promise<void> {
    const last = await this.lastRun();
    // The first day of new stores has nothing to compare.
    if (!last) return this.keep(null);
    if (last.value.at >= isoInstant(lastDue(this.clock.now()))) return this.returns.resume(signal);
    const { compared, unanswered, differences, strays } = await this.run(signal);
    const text = `${compared} transfers compared, ${unanswered.length} without a response, ${differences.length} differences, ${strays.length} stray charges`;
    if (differences.length + unanswered.length + strays.length === 0) this.logger.log(text);
    else this.logger.warn(`${text}; "ops reconcile" lists them`);
  }

  /** Runs are daily: what one has missed is found by the next. */
  private recently(): string {
    return isoInstant(this.clock.now() - LISTED_MS);
  }

  private lastRun() {
    return this.vault.get<LastRun>('run', RUN);
  }

  /** A stale write is ignored: another process has stored a run in the meantime, which is just as good. */
  private async keep(found: LastRun['found']): Promise<void> {
    const value: LastRun = { at: isoInstant(this.clock.now()), found };
    await this.vault.put('run', RUN, { owner: RUN, value }, (await this.lastRun())?.version ?? null);
  }

  private async read(registry: Registry): Promise<void> {
    const { at, found } = (await this.lastRun())?.value ?? { at: '', found: null };
    if (!found) return;
    const gauge = (name: string, help: string) =>
      new Gauge({ name: `flip_reconcile_${name}`, help, registers: [registry] });
    gauge('differences', 'Differences between the log and the providers in the last run').set(
      found.differences,
    );
    gauge('unanswered', 'Transfers whose provider did not respond in the last run').set(found.unanswered);
    gauge('last_run_timestamp_seconds', 'When the last run ended').set(Date.parse(at) / 1_000);
  }
}

/** The newest instant at which a day's run became due. */
function lastDue(nowMs: number): number {
  const midnightMs = Math.floor((nowMs - DUE_HOUR * HOUR_MS) / DAY_MS) * DAY_MS;
  return midnightMs + DUE_HOUR * HOUR_MS;
}
