import type { Position } from '../../../event-sourcing/event.js';
import { BEGINNING } from '../../event-store/event-store.port.js';
import type { AnyProjection } from '../../../event-sourcing/projection.js';
import type { ConsumerSettings, RetriedEvents } from '../subscriptions.js';
import type { ViewStore } from '../../view-store/view-store.port.js';
import { Consumer } from '../consumer.js';
import { GenerationWriter } from './generation-writer.js';
import type { EventBatch } from '../shared-feed.js';
import { readParked } from './parked-events.js';

/** Keeps the live generation up with the log; builds the first one when there is none. */
export class ProjectionConsumer extends Consumer {
  readonly kind = 'projection';
  isServing = false;
  /** True when it was opened while a next generation was being built. */
  hasUnfinished = false;
  private writer: GenerationWriter | undefined;

  constructor(
    readonly projection: AnyProjection,
    private readonly views: ViewStore,
    settings: ConsumerSettings,
  ) {
    super(projection, settings);
  }

  get stored(): Position {
    return this.writer?.checkpoint ?? BEGINNING;
  }

  get generation(): number | null {
    return this.writer?.generation ?? null;
  }

  get parked(): number {
    return this.writer?.parked ?? 0;
  }

  protected async load(head: Position): Promise<Position> {
    const { live, building } = await this.views.generations(this.name);
    const generation = live ?? building ?? (await this.views.begin(this.name));
    const writer = new GenerationWriter(this.views, this.projection, { generation, outage: this.outage });
    await writer.load();
    this.writer = writer;
    this.isServing = live !== null;
    this.hasUnfinished = live !== null && building !== null;
    if (!this.isServing && this.stored >= head) await this.promote(generation);
    return this.stored;
  }

  protected async handle(batch: EventBatch, signal: AbortSignal): Promise<Position> {
    const writer = this.opened();
    const through = batch.events.length === 0 ? batch.through : await writer.write(batch, signal);
    if (batch.live && !this.isServing) await this.promote(writer.generation);
    return through;
  }

  protected async store(through: Position, signal: AbortSignal): Promise<void> {
    await this.writer?.storeThrough(through, signal);
  }

  /** Waits until readers see everything up to `position`. */
  async caughtUp(position: Position, timeoutMs: number): Promise<boolean> {
    return this.isServing && (await this.reach(position, timeoutMs));
  }

  retryParked(): Promise<RetriedEvents> {
    return this.exclusively(async () => {
      const writer = this.opened();
      return writer.retry(
        await readParked(this.settings.log, await this.views.parked(this.name, writer.generation)),
      );
    });
  }

  private opened(): GenerationWriter {
    if (!this.writer) throw new Error(`${this.name} was not opened`);
    return this.writer;
  }

  /** Another process may have been faster: then it is promoted already. */
  private async promote(generation: number): Promise<void> {
    const { building } = await this.views.generations(this.name);
    if (building === generation) await this.views.promote(this.name, generation);
    this.isServing = true;
  }
}
