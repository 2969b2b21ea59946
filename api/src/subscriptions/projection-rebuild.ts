import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING } from '../event-store/event-store.port.js';
import type { ParkedEvent, ViewStore } from '../view-store/view-store.port.js';
import { Bell } from './bell.js';
import { CONSUMER_BATCH_LIMIT } from './consumer-loop.js';
import { GenerationWriter } from './generation-writer.js';
import { Intake } from './intake.js';
import { ProgressMeter, type Progress } from './progress-meter.js';
import type { ProjectionConsumer } from './projection-consumer.js';
import { WAITS_BEHIND } from './projection-fold.js';

/** Longest wait for the live generation to reach an event that the next one could not apply. */
const LIVE_VERDICT_WAIT_MS = 10_000;

interface Stores {
  readonly log: EncryptedEventLog;
  readonly views: ViewStore;
}

/** Builds the next generation of a projection beside the one that readers see, and swaps (architecture §5, Rebuild). */
export class ProjectionRebuild {
  private readonly bell = new Bell();
  private readonly intake: Intake;
  private readonly meter: ProgressMeter;
  private through: Position = BEGINNING;

  constructor(
    private readonly stores: Stores,
    private readonly consumer: ProjectionConsumer,
    progress?: Progress,
  ) {
    this.meter = new ProgressMeter(progress);
    this.intake = new Intake(stores.log, consumer.prefixes, { filled: this.bell });
  }

  /** Answers the generation that was swapped out. @throws RebuildStopped at an event that throws only now */
  async run(signal: AbortSignal): Promise<number | null> {
    const { views } = this.stores;
    const { name } = this.consumer;
    const generation = await views.begin(name);
    const mayPark = (event: ParkedEvent) => this.isParkedLive(event);
    const writer = new GenerationWriter(views, this.consumer.projection, { generation, mayPark });
    await writer.load();
    this.through = writer.checkpoint;
    const own = new AbortController();
    const both = AbortSignal.any([own.signal, signal]);
    const intake = this.intake.run(this.through, both);
    const wake = () => this.bell.ring();
    signal.addEventListener('abort', wake, { once: true });
    try {
      const head = await this.stores.log.head();
      await this.buildTo(head, { writer, head, signal });
      return await this.swap(writer, signal);
    } finally {
      signal.removeEventListener('abort', wake);
      own.abort();
      await intake;
    }
  }

  /** Between two batches of the live generation: catches up with it, so that no reader goes back in time. */
  private swap(writer: GenerationWriter, signal: AbortSignal): Promise<number | null> {
    const { views } = this.stores;
    const { name, loop } = this.consumer;
    return loop.exclusively(async () => {
      await this.buildTo(loop.through, { writer, head: loop.through, signal });
      await writer.storeThrough(this.through, signal);
      const { live, building } = await views.generations(name);
      if (building === writer.generation) await views.promote(name, writer.generation);
      this.meter.end();
      return live === writer.generation ? null : live;
    });
  }

  private async buildTo(
    target: Position,
    { writer, head, signal }: { writer: GenerationWriter; head: Position; signal: AbortSignal },
  ): Promise<void> {
    while (this.through < target) {
      signal.throwIfAborted();
      const page = this.intake.buffer.take(CONSUMER_BATCH_LIMIT);
      if (!page) {
        await this.bell.wait();
        continue;
      }
      this.through = page.events.length === 0 ? page.through : await writer.write(page, signal);
      this.meter.passed(page.events.length, this.through, head);
      await nextTurn();
    }
  }

  /** What the live generation could not apply either may be parked again, and whatever waits behind such an event. */
  private async isParkedLive(event: ParkedEvent): Promise<boolean> {
    if (event.reason === WAITS_BEHIND) return true;
    const { consumer } = this;
    await consumer.loop.reach(event.position, LIVE_VERDICT_WAIT_MS);
    if (consumer.generation === null) return true;
    const parked = await this.stores.views.parked(consumer.name, consumer.generation);
    return parked.some(({ position }) => position === event.position);
  }
}
