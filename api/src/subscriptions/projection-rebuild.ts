import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING } from '../event-store/event-store.port.js';
import type { ParkedEvent, ViewStore } from '../view-store/view-store.port.js';
import { GenerationWriter } from './generation-writer.js';
import { ProgressMeter, type Progress } from './progress-meter.js';
import type { ProjectionConsumer } from './projection-consumer.js';
import { WAITS_BEHIND } from './projection-fold.js';
import type { EventBatch } from './shared-feed.js';

/** Longest wait for the live generation to reach an event that the next one could not apply. */
const LIVE_VERDICT_WAIT_MS = 10_000;

interface Stores {
  readonly log: EncryptedEventLog;
  readonly views: ViewStore;
}

interface Build {
  readonly writer: GenerationWriter;
  readonly batches: AsyncGenerator<EventBatch>;
  readonly head: Position;
  readonly signal: AbortSignal;
}

/** Builds the next generation of a projection beside the one that readers see, and swaps (architecture §5, Rebuild). */
export class ProjectionRebuild {
  private readonly meter: ProgressMeter;
  private through: Position = BEGINNING;

  constructor(
    private readonly stores: Stores,
    private readonly consumer: ProjectionConsumer,
    progress?: Progress,
  ) {
    this.meter = new ProgressMeter(progress);
  }

  /** Answers the generation that was swapped out. @throws RebuildStopped at an event that throws only now */
  async run(signal: AbortSignal): Promise<number | null> {
    const { log, views } = this.stores;
    const { name, prefixes, feed } = this.consumer;
    const generation = await views.begin(name);
    const mayPark = (event: ParkedEvent) => this.isParkedLive(event);
    const writer = new GenerationWriter(views, this.consumer.projection, { generation, mayPark });
    await writer.load();
    this.through = writer.checkpoint;
    const own = new AbortController();
    const batches = feed.followAlone({
      after: this.through,
      prefixes,
      signal: AbortSignal.any([own.signal, signal]),
    });
    try {
      const head = await log.head();
      await this.buildTo(head, { writer, batches, head, signal });
      return await this.swap({ writer, batches, signal });
    } finally {
      own.abort();
      await batches.return(undefined);
    }
  }

  /** Between two batches of the live generation: catches up with it, so that no reader goes back in time. */
  private swap({ writer, batches, signal }: Omit<Build, 'head'>): Promise<number | null> {
    const { views } = this.stores;
    const { name, loop } = this.consumer;
    return loop.exclusively(async () => {
      await this.buildTo(loop.through, { writer, batches, head: loop.through, signal });
      await writer.storeThrough(this.through, signal);
      const { live, building } = await views.generations(name);
      if (building === writer.generation) await views.promote(name, writer.generation);
      this.meter.end();
      return live === writer.generation ? null : live;
    });
  }

  private async buildTo(target: Position, { writer, batches, head, signal }: Build): Promise<void> {
    while (this.through < target) {
      const { value: batch } = (await batches.next()) as { value: EventBatch | undefined };
      signal.throwIfAborted();
      if (!batch) throw new Error('the follow ended');
      this.through = batch.events.length === 0 ? batch.through : await writer.write(batch, signal);
      this.meter.passed(batch.events.length, this.through, head);
      await nextTurn();
    }
  }

  /** Events that the live generation has parked too may be parked again, and all that wait behind them. */
  private async isParkedLive(event: ParkedEvent): Promise<boolean> {
    if (event.reason === WAITS_BEHIND) return true;
    const { consumer } = this;
    await consumer.loop.reach(event.position, LIVE_VERDICT_WAIT_MS);
    if (consumer.generation === null) return true;
    const parked = await this.stores.views.parked(consumer.name, consumer.generation);
    return parked.some(({ position }) => position === event.position);
  }
}
