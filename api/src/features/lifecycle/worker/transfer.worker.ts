import { Injectable } from '@nestjs/common';
import { isoInstant } from '../../../config/clock.js';
import { Config } from '../../../config/config.js';
import { QueueWorker } from '../../../engine/subscriptions/workers/queue-worker.js';
import { WorkQueues, type QueuedWork } from '../../../engine/subscriptions/workers/work-queues.js';
import { pagesOf } from '../../../engine/view-store/pages-of.js';
import { ViewStore, type ViewQuery } from '../../../engine/view-store/view-store.port.js';
import { CircuitBreaker } from './circuit-breaker.js';
import type { Provider } from '../state/next-call.rules.js';
import { openTransfersProjection } from '../state/open-transfers.projection.js';
import { TransferSteps } from '../state/transfer-steps.js';

const LOOK_EVERY_MS = 1_000;
const POLL_EVERY_MS = 30_000;
/** Transfers with a next step that is decided at the same time. */
const STEPS_PARALLEL = 32;
const WAITING_LIMIT = 50_000;
/** Parts of all transfers, spread over the processes. */
export const TRANSFER_PARTITIONS = 16;

/**
 * Takes every open transfer of this process's partitions to its next step. The view and the saga's wake-ups name the
 * transfers; the calls of each provider wait in a separate queue, so that a slow provider holds up only what needs it. The
 * view is read only for transfers that `wake` did not name.
 */
@Injectable()
export class TransferWorker extends QueueWorker {
  protected readonly name = 'transfers';
  protected readonly everyMs = LOOK_EVERY_MS;
  protected override readonly partitions = TRANSFER_PARTITIONS;
  private readonly breakers: Readonly<Record<Provider, CircuitBreaker>>;
  protected readonly queues: WorkQueues<Provider | 'steps'>;
  private polledAtMs = -Infinity;

  constructor(
    private readonly steps: TransferSteps,
    { STRIPE_PARALLEL, PAYPAL_PARALLEL }: Config,
    private readonly views: ViewStore,
  ) {
    super();
    this.breakers = {
      cards: new CircuitBreaker('card processor', () => this.shareOf(STRIPE_PARALLEL)),
      payouts: new CircuitBreaker('payout rail', () => this.shareOf(PAYPAL_PARALLEL)),
    };
    const queues = {
      steps: { limit: () => STEPS_PARALLEL, work: (transferId: string) => this.step(transferId) },
      cards: this.callsOf('cards'),
      payouts: this.callsOf('payouts'),
    };
    this.queues = new WorkQueues(queues, WAITING_LIMIT);
  }

  override onApplicationBootstrap(): void {
    this.providers.sharing.processes = () => this.lease?.members ?? 1;
    super.onApplicationBootstrap();
  }

  /** Number of partitions whose transfers this process works now. */
  get heldPartitions(): number {
    return this.lease?.heldCount ?? 0;
  }

  /** Advances a transfer now, unless it is another process's: its own saga has woken that one. */
  wake(transferId: string): void {
    this.queues.add('steps', transferId);
  }

  protected async find(): Promise<void> {
    const now = this.clock.now();
    for (const breaker of Object.values(this.breakers)) breaker.allowProbe();
    await this.list({ by: 'byCall', where: { waitsFor: 'call' } });
    await this.list({ by: 'byTimer', where: { timer: 'set' }, to: isoInstant(now + 1) });
    if (now - this.polledAtMs < POLL_EVERY_MS && now >= this.polledAtMs) return;
    this.polledAtMs = now;
    await this.list({ by: 'byCall', where: { waitsFor: 'poll' } });
  }

  private async list(query: Pick<ViewQuery, 'by' | 'where' | 'to'>): Promise<void> {
    for await (const page of pagesOf(this.views, openTransfersProjection, query))
      for (const { id } of page) if (!this.isQueued(id) && !this.queues.add('steps', id)) return;
  }

  /** It is read again when it is its turn: a queue of thousands is not read every second. */
  private isQueued(transferId: string): boolean {
    return this.queues.waits('cards', transferId) || this.queues.waits('payouts', transferId);
  }

  /** What this process may have of a bound of all processes together. */
  private shareOf(limit: number): number {
    return Math.max(1, Math.floor(limit / this.providers.sharing.processes()));
  }

  private async step(transferId: string): Promise<void> {
    const provider = await this.steps.next(transferId);
    if (provider) this.queues.add(provider, transferId);
  }

  private callsOf(provider: Provider): QueuedWork {
    const breaker = this.breakers[provider];
    return {
      limit: () => breaker.limit(),
      goesFirst: (transferId) => breaker.goesFirst(transferId),
      work: async (transferId) => {
        breaker.begins();
        const end = await this.steps.call(transferId, provider);
        if (end === 'away') breaker.gotNoResponse(transferId);
        else if (end === 'answered') breaker.responded();
        this.queues.add('steps', transferId);
      },
    };
  }
}
