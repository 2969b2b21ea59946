import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { Clock } from '../../../config/clock.js';
import { RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import { documentsOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { Stage } from './lifecycle-state.rules.js';
import { type OpenTransfer, openTransfersProjection } from './open-transfers.projection.js';

/** Most open transfers that one scrape reads; more are counted as this many. */
const COUNTED_LIMIT = 10_000;
const OPEN_STAGES: readonly Stage[] = [
  'requested',
  'authorized',
  'captured',
  'payout_submitted',
  'refund_pending',
  'refund_failed',
];

/** Open transfers, for monitoring: read from the view, so that every process reports the same. */
@Injectable()
export class OpenTransfersMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: RequestMetrics,
    private readonly views: ViewStore,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.metrics.addReader((registry) => this.read(registry));
  }

  private async read(registry: Registry): Promise<void> {
    const open = await this.open();
    const stages = new Gauge({
      name: 'flip_open_transfers',
      help: 'Transfers that have not ended, by stage',
      labelNames: ['stage'],
      registers: [registry],
    });
    for (const stage of OPEN_STAGES) stages.set({ stage }, 0);
    for (const { state } of open) stages.inc({ stage: state.stage });
    const waiting = open.filter(({ waitsFor }) => waitsFor === 'call').map(({ waitsSince }) => waitsSince);
    const oldest = waiting.reduce((one, other) => (other < one ? other : one), waiting[0] ?? '');
    const ageMs = oldest === '' ? 0 : Math.max(0, this.clock.now() - Date.parse(oldest));
    new Gauge({
      name: 'flip_oldest_outstanding_call_seconds',
      help: 'Since when the longest outstanding provider call has no outcome; 0 without one',
      registers: [registry],
    }).set(ageMs / 1_000);
  }

  /** Least recently changed first, so that stuck transfers are always counted. */
  private open(): Promise<readonly OpenTransfer[]> {
    const query = { by: 'byLife', where: { life: 'open' }, enough: COUNTED_LIMIT };
    return documentsOf(this.views, openTransfersProjection, query);
  }
}
