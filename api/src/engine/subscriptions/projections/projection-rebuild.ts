import type { Position } from '../../../event-sourcing/event.js';
import type { EncryptedEventLog } from '../../event-store/encrypted-event-log.js';
import { Outage } from '../../storage/outage.js';
import { untilQuiet } from '../../waiting/quiet.js';
import type { ParkedEvent, ViewStore } from '../../view-store/view-store.port.js';
import { GenerationWriter } from './generation-writer.js';
import { ProgressMeter, type Progress } from '../progress-meter.js';
import type { ProjectionConsumer } from './projection-consumer.js';
import type { EventBatch, SharedFeed } from '../shared-feed.js';
import { WAITS_BEHIND } from './projection-fold.js';

/** Longest wait for the live generation to reach an event that the next one could not apply. */
const LIVE_VERDICT_WAIT_MS = 10_000;
/** Events between which requests are served. */
const SLICE_EVENTS = 50;

interface Settings {
  readonly log: EncryptedEventLog;
  readonly views: ViewStore;
  readonly feed: SharedFeed;
  readonly signal: AbortSignal;
  readonly progress?: Progress | undefined;
}

/**
 * Builds the next generation of a projection next to the live one, and swaps (architecture §5).
 * Returns the generation that was swapped out. @throws RebuildStopped at an event that throws only now
 */
export async function rebuild(
  consumer: ProjectionConsumer,
  { log, views, feed, signal, progress }: Settings,
): Promise<number | null> {
  const { name, prefixes } = consumer;
  const generation = await views.begin(name);
  const mayPark = (event: ParkedEvent) => isParkedLive(event, consumer, views);
  const writer = new GenerationWriter(views, consumer.projection, {
    generation,
    outage: new Outage(name),
    mayPark,
  });
  await writer.load();
  const meter = new ProgressMeter(progress);
  let through = writer.checkpoint;
  const batches = feed.followAlone({ after: through, prefixes, signal });
  const buildTo = async (target: Position) => {
    while (through < target) {
      const { value: batch, done } = await batches.next();
      signal.throwIfAborted();
      if (done) throw new Error('the follow ended');
      for (const slice of slicesOf(batch)) {
        const startedMs = performance.now();
        through = slice.events.length === 0 ? slice.through : await writer.write(slice, signal);
        meter.passed(slice.events.length, through, target);
        // Others get at least half of the event loop.
        await untilQuiet(performance.now() - startedMs);
      }
    }
  };
  try {
    await buildTo(await log.head());
    // Between two batches of the live generation: catches up with it, so that no reader goes back in time.
    return await consumer.exclusively(async () => {
      await buildTo(consumer.through);
      await writer.storeThrough(through, signal);
      const { live, building } = await views.generations(name);
      if (building === generation) await views.promote(name, generation);
      meter.end();
      return live === generation ? null : live;
    });
  } finally {
    await batches.return();
  }
}

function slicesOf({ events, through }: EventBatch): Pick<EventBatch, 'events' | 'through'>[] {
  const count = Math.max(1, Math.ceil(events.length / SLICE_EVENTS));
  return Array.from({ length: count }, (_, slice) => {
    const part = events.slice(slice * SLICE_EVENTS, (slice + 1) * SLICE_EVENTS);
    return {
      events: part,
      through: slice === count - 1 ? through : (part.at(-1)?.stored.position ?? through),
    };
  });
}

/** Events that the live generation has parked too may be parked again, and all that wait behind them. */
async function isParkedLive(
  event: ParkedEvent,
  consumer: ProjectionConsumer,
  views: ViewStore,
): Promise<boolean> {
  if (event.reason === WAITS_BEHIND) return true;
  await consumer.reach(event.position, LIVE_VERDICT_WAIT_MS);
  if (consumer.generation === null) return true;
  const parked = await views.parked(consumer.name, consumer.generation);
  return parked.some(({ position }) => position === event.position);
}
