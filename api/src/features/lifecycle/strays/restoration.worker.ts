import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { errorText } from '../../../kernel/error-code.js';
import { StoreUnavailable } from '../../../engine/storage/store-unavailable.js';
import { streamId, type RecordedEvent } from '../../../event-sourcing/event.js';
import { EncryptedEventLog } from '../../../engine/event-store/encrypted-event-log.js';
import { BEGINNING } from '../../../engine/event-store/event-store.port.js';
import { RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import { Notices } from '../../../http/notices.js';
import { RESTORE_RUN, type RestoreMarker } from '../../../engine/stores/restore-marker.js';
import { ApplicationWorker } from '../../../engine/subscriptions/workers/application-worker.js';
import { transferStream, type LifecycleEvent } from '../state/lifecycle-events.rules.js';
import { afterLifecycleEvent, emptyLifecycle, type LifecycleState } from '../state/lifecycle-state.rules.js';
import { MissedDisputes } from '../refund/missed-disputes.js';
import { OPEN_STRAYS } from './stray-charges.projection.js';
import { StrayCharges } from './stray-charges.js';
import { Transfers } from '../state/transfers.js';

const LOOK_EVERY_MS = 5_000;

/**
 * What a restored log has lost (docs/operations.md, Back up and restore). Before anything else runs, every charge that
 * may have been paid out or refunded since the backup is doubted; then the processor's disputes, and its charges since the
 * backup, are listed.
 * It also takes open stray charges to their end.
 */
@Injectable()
export class Restoration extends ApplicationWorker implements OnModuleInit {
  private readonly logger = new Logger('restore');
  protected readonly name = 'restore';
  protected readonly everyMs = LOOK_EVERY_MS;

  constructor(
    private readonly strays: StrayCharges,
    private readonly missed: MissedDisputes,
    private readonly transfers: Transfers,
    private readonly log: EncryptedEventLog,
    private readonly metrics: RequestMetrics,
    private readonly notices: Notices,
  ) {
    super();
  }

  /** Sagas and workers begin after this. */
  async onModuleInit(): Promise<void> {
    this.metrics.addReader((registry) => this.measure(registry));
    this.notices.add(() => this.notice());
    await this.doubtAfterRestore().catch((error: unknown) => {
      // A vault on servers may be away at the start; nothing is restored there by us.
      if (!(error instanceof StoreUnavailable)) throw error;
    });
  }

  private async doubtAfterRestore(): Promise<void> {
    const marker = await this.marker();
    if (marker?.phase !== 'restored') return;
    await this.doubtCharges();
    await this.keep({ ...marker, phase: 'doubted' });
  }

  protected async work(signal: AbortSignal): Promise<void> {
    await this.doubtAfterRestore();
    const marker = await this.marker();
    if (marker && marker.phase !== 'listed') {
      // A bank may have taken a charge back that the log still has to pay out.
      await this.missed.record(signal);
      const strays = await this.strays.list(marker.since, signal);
      await this.keep({ ...marker, phase: 'listed' });
      const open = strays.filter(({ state }) => OPEN_STRAYS.has(state));
      this.logger.warn(
        `${strays.length} charges since ${marker.since} belong to no transfer of the restored log; ${open.length} are tasks of the payout desk`,
      );
    }
    for (const stray of await this.strays.open()) {
      signal.throwIfAborted();
      await this.strays.advance(stray).catch((error: unknown) => {
        this.logger.warn(`stray charge ${stray.id}: ${errorText(error)}`);
      });
    }
  }

  /** Reads the whole log once: after a restore the views are not built yet. */
  private async doubtCharges(): Promise<void> {
    const open = new Map<string, LifecycleState>();
    const end = await this.log.head();
    if (end === BEGINNING) return;
    const { signal } = new AbortController();
    for await (const { events, through, live } of this.log.follow({
      after: BEGINNING,
      prefixes: [transferStream.prefix],
      signal,
    })) {
      for (const entry of events) if ('event' in entry) fold(open, entry.event);
      if (live || through >= end) break;
    }
    for (const transferId of open.keys())
      await this.transfers.decide(transferId, { kind: 'system', id: 'restore' }, { type: 'DoubtCharge' });
  }

  private async marker(): Promise<RestoreMarker | undefined> {
    return (await this.vault.get<RestoreMarker>(RESTORE_RUN.kind, RESTORE_RUN.id))?.value;
  }

  private async keep(value: RestoreMarker): Promise<void> {
    const { kind, id, owner } = RESTORE_RUN;
    const version = (await this.vault.get(kind, id))?.version ?? null;
    await this.vault.put(kind, id, { owner, value }, version);
  }

  private async notice(): Promise<string | null> {
    const marker = await this.marker();
    if (marker && marker.phase !== 'listed')
      return `restored: charges since ${marker.since} are not listed yet`;
    const { length } = await this.strays.open();
    return length === 0 ? null : `${length} charges without a transfer: tasks of the payout desk`;
  }

  private async measure(registry: Registry): Promise<void> {
    const marker = await this.marker();
    const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
    gauge('flip_stray_charges', 'Charges that no transfer has recorded and nobody has settled').set(
      (await this.strays.open()).length,
    );
    gauge('flip_restore_unlisted', '1 while the charges since a restored backup are not listed').set(
      marker && marker.phase !== 'listed' ? 1 : 0,
    );
  }
}

function fold(open: Map<string, LifecycleState>, event: RecordedEvent): void {
  const id = streamId(event.stream);
  const state = afterLifecycleEvent(open.get(id) ?? emptyLifecycle(), event as RecordedEvent<LifecycleEvent>);
  if (state.endedAt === null) open.set(id, state);
  else open.delete(id);
}
