import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../../event-sourcing/event.js';
import type { EventLog } from '../event-log.js';
import { BEGINNING } from '../event-store/event-store.port.js';
import type { ParkedEvent, ViewStore } from '../view-store/view-store.port.js';
import { Bell } from './bell.js';
import { CONSUMER_BATCH_LIMIT } from './consumer-loop.js';
import { GenerationWriter } from './generation-writer.js';
import { Intake } from './intake.js';
import type { ProjectionConsumer } from './projection-consumer.js';
import { WAITS_BEHIND } from './projection-fold.js';

/** Longest wait for the live generation to reach an event that the next one could not apply. */
const LIVE_VERDICT_WAIT_MS = 10_000;
/** How often progress is told. */
const PROGRESS_EVERY_MS = 500;

/** Told while long work goes on; `remaining` events are an estimate, null where none can be made. */
export type Progress = (events: number, ratePerSecond: number, remaining: number | null) => void;

interface Stores {
  readonly log: EventLog;
  readonly views: ViewStore;
}

/** Builds the next generation of a projection beside the one that readers see, and swaps (architecture §5, Rebuild). */
export class ProjectionRebuild {
  private readonly bell = new Bell();
  private readonly intake: Intake;
  private readonly startedAtMs = performance.now();
  private toldAtMs = this.startedAtMs;
  private events = 0;
  private through: Position = BEGINNING;

  constructor(
    private readonly stores: Stores,
    private readonly consumer: ProjectionConsumer,
    private readonly progress: Progress = () => undefined,
  ) {
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
      this.tell(0);
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
      this.events += page.events.length;
      if (performance.now() - this.toldAtMs >= PROGRESS_EVERY_MS)
        this.tell(remainingEvents(this.events, this.through, head));
      await nextTurn();
    }
  }

  private tell(remaining: number | null): void {
    this.toldAtMs = performance.now();
    const seconds = Math.max(0.001, (this.toldAtMs - this.startedAtMs) / 1_000);
    this.progress(this.events, Math.round(this.events / seconds), remaining);
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

/** An estimate from how far the positions are: both stores number them with digits, though never without gaps. */
function remainingEvents(events: number, through: Position, head: Position): number | null {
  const share = Number(through) / Number(head);
  return share > 0 && share <= 1 ? Math.round(events / share - events) : null;
}
