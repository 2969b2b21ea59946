import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Gauge, type Registry } from 'prom-client';
import { isoInstant } from '../config/clock.js';
import { errorName } from '../config/error-code.js';
import { RequestMetrics } from '../http/log-and-metrics.js';
import { ApplicationWorker } from '../subscriptions/application-worker.js';
import { documentsOf } from '../view-store/pages-of.js';
import { ViewStore, type ViewQuery } from '../view-store/view-store.port.js';
import type { OpenTransfer } from './open-transfers.projection.js';
import { FindPayments, FindPayout } from './provider-lookup.js';
import { differencesOf, type Difference } from './reconcile.rules.js';

const DAY_MS = 24 * 60 * 60_000;
/** Transfers without an outstanding call, timer or task are compared this long after their last event. */
const RECENT_MS = 3 * DAY_MS;
/** Between two transfers: providers limit the rate of requests. */
const PAUSE_MS = 50;
const LOOK_EVERY_MS = 60_000;
/** The UTC hour from which on a day's run is due. */
const DUE_HOUR = 4;
const HOUR_MS = 60 * 60_000;
const RUN = 'reconciliation';

/** The result of one run. */
export interface Reconciled {
  readonly compared: number;
  /** Transfers whose provider did not respond. */
  readonly unanswered: readonly string[];
  readonly differences: readonly (Difference & { readonly transferId: string })[];
}

/** The last run, stored in the vault for every process and restart. */
interface LastRun {
  readonly at: string;
  /** How many transfers; null before the first run. */
  readonly found: Readonly<Record<'compared' | 'unanswered' | 'differences', number>> | null;
}

/** Compares open and recently ended transfers with their providers, daily and on demand. It changes no transfer. */
@Injectable()
export class Reconciliation extends ApplicationWorker {
  private readonly logger = new Logger('reconciliation');
  protected readonly name = RUN;
  protected readonly everyMs = LOOK_EVERY_MS;

  @Inject() private readonly metrics!: RequestMetrics;

  constructor(
    private readonly views: ViewStore,
    private readonly queries: QueryBus,
  ) {
    super();
  }

  override onApplicationBootstrap(): void {
    this.metrics.addReader((registry) => this.read(registry));
    super.onApplicationBootstrap();
  }

  /** Queries the providers about one transfer after the other. Every call has a deadline. */
  async run(signal: AbortSignal): Promise<Reconciled> {
    const unanswered: string[] = [];
    const differences: Reconciled['differences'][number][] = [];
    const due = await this.due();
    for (const transfer of due) {
      signal.throwIfAborted();
      try {
        for (const one of await this.compare(transfer)) differences.push({ transferId: transfer.id, ...one });
      } catch (error) {
        unanswered.push(`${transfer.id}: ${errorName(error)}`);
      }
      await pause(PAUSE_MS, undefined, { signal });
    }
    const compared = due.length - unanswered.length;
    await this.keep({ compared, unanswered: unanswered.length, differences: differences.length });
    return { compared, unanswered, differences };
  }

  /** An interrupted run starts again, since only a finished one is stored. */
  protected async work(signal: AbortSignal): Promise<void> {
    const last = await this.lastRun();
    // The first day of new stores has nothing to compare.
    if (!last) return this.keep(null);
    if (last.value.at >= isoInstant(lastDue(this.clock.now()))) return;
    const { compared, unanswered, differences } = await this.run(signal);
    const text = `${compared} transfers compared, ${unanswered.length} without a response, ${differences.length} differences`;
    if (differences.length + unanswered.length === 0) this.logger.log(text);
    else this.logger.warn(`${text}; "ops reconcile" lists them`);
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

  private async compare({ id, state, updatedAt }: OpenTransfer): Promise<readonly Difference[]> {
    const { payment, payout } = state;
    if (!payment) return [];
    const ofCard = await this.queries.execute(new FindPayments(id, payment.paymentRef));
    const ofRail =
      payout?.route === 'paypal' && payout.payoutRef !== null
        ? await this.queries.execute(new FindPayout(id, payout.payoutRef))
        : null;
    return differencesOf(state, { ...ofCard, payout: ofRail }, { updatedAt, nowMs: this.clock.now() });
  }

  /** Transfers with an outstanding call, a timer or a desk task, and those that changed recently. */
  private async due(): Promise<readonly OpenTransfer[]> {
    const from = isoInstant(this.clock.now() - RECENT_MS);
    const tasks = await this.all<OpenTransfer & { readonly since: string }>('payout_tasks', {
      by: 'byDesk',
      where: { desk: 'open' },
    });
    const found = [
      ...tasks.map((task) => ({ ...task, updatedAt: task.since })),
      ...(await this.all('open_transfers', { by: 'byCall', where: { waitsFor: 'call' } })),
      ...(await this.all('open_transfers', { by: 'byCall', where: { waitsFor: 'poll' } })),
      ...(await this.all('open_transfers', { by: 'byTimer', where: { timer: 'set' } })),
      ...(await this.all('open_transfers', { by: 'byCall', where: { waitsFor: 'nothing' }, from })),
    ];
    return [...new Map(found.map((transfer) => [transfer.id, transfer])).values()];
  }

  private all<Found extends OpenTransfer = OpenTransfer>(
    view: string,
    query: Pick<ViewQuery, 'by' | 'where' | 'from'>,
  ): Promise<readonly Found[]> {
    return documentsOf<Found>(this.views, view, query);
  }
}

/** The newest instant at which a day's run became due. */
function lastDue(nowMs: number): number {
  const midnightMs = Math.floor((nowMs - DUE_HOUR * HOUR_MS) / DAY_MS) * DAY_MS;
  return midnightMs + DUE_HOUR * HOUR_MS;
}
