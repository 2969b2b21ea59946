import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { Clock, isoInstant } from '../../../config/clock.js';
import { RequestMetrics } from '../../../http/edge/log-and-metrics.js';
import { DESK_TASK_KINDS } from '../../../kernel/money/payouts.js';
import { documentsOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { PresentTasks } from './present-tasks.js';
import { type DeskTaskDocument, deskTasksProjection, isPaid } from './desk-tasks.projection.js';

/** Most open tasks that one scrape reads of each list. */
const COUNTED_LIMIT = 10_000;

/** Open desk tasks, for monitoring: read from the view, so that every process reports the same. */
@Injectable()
export class DeskMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: RequestMetrics,
    private readonly views: ViewStore,
    private readonly clock: Clock,
    private readonly present: PresentTasks,
  ) {}

  onModuleInit(): void {
    this.metrics.addReader((registry) => this.read(registry));
  }

  private async read(registry: Registry): Promise<void> {
    const nowMs = this.clock.now();
    const now = isoInstant(nowMs);
    const tasks = [
      ...(await this.tasks('open')),
      ...(await this.tasks('rail', now)),
      ...(await this.tasks('pending', now)),
    ].filter(isPaid);
    const of = { labelNames: ['kind'], registers: [registry] };
    const counts = new Gauge({ ...of, name: 'flip_desk_open_tasks', help: 'Open tasks of the payout desk' });
    const ages = new Gauge({
      ...of,
      name: 'flip_desk_oldest_task_seconds',
      help: 'How long the oldest open task of a kind has been waiting; 0 without one',
    });
    for (const kind of DESK_TASK_KINDS) {
      const since = tasks
        .filter((task) => this.present.kindOf(task) === kind)
        .map((task) => this.present.sinceOf(task, kind));
      const oldest = since.reduce((one, other) => (other < one ? other : one), isoInstant(nowMs));
      counts.set({ kind }, since.length);
      ages.set({ kind }, (nowMs - Date.parse(oldest)) / 1_000);
    }
  }

  private tasks(desk: DeskTaskDocument['desk'], to?: string): Promise<readonly DeskTaskDocument[]> {
    const query = { by: 'byDesk', where: { desk }, enough: COUNTED_LIMIT, ...(to !== undefined && { to }) };
    return documentsOf(this.views, deskTasksProjection, query);
  }
}
