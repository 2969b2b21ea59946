import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Position } from '../../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING, type FollowOptions } from '../event-store/event-store.port.js';
import { errorName } from '../../kernel/error-code.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { AnyProjection, View } from '../../event-sourcing/projection.js';
import type { ConsumerStatus, Pace, RegisteredSaga, RetriedEvents } from './subscriptions.js';
import type { Vault } from '../vault/vault.port.js';
import type { ViewStore } from '../view-store/view-store.port.js';
import { Backoff, isOver } from '../waiting/backoff.js';
import { type EventBatch, SharedFeed } from './shared-feed.js';
import type { Consumer } from './consumer.js';
import { ProjectionConsumer } from './projections/projection-consumer.js';
import type { Progress } from './progress-meter.js';
import { rebuild } from './projections/projection-rebuild.js';
import { prefixesOf, SagaConsumer } from './sagas/saga-consumer.js';

/** A replaced generation is kept this long: readers cache the pointer for a moment. */
export const DROP_AFTER_MS = 60_000;
const CHECKPOINT_EVERY_MS = 1_000;
const BATCH_PAUSE_MS = 25;
const RETRY_PAUSE_MS = 50;
/** How often a renewal looks whether the view has caught up. */
const RENEWAL_LOOK_MS = 250;

interface Stores {
  readonly log: EncryptedEventLog;
  readonly views: ViewStore;
  readonly vault: Vault;
}

/** The consumers of a runner. */
interface Registered {
  readonly projections?: readonly AnyProjection[];
  readonly sagas?: readonly RegisteredSaga[];
  /** Prefixes of streams that others follow. */
  readonly followed?: readonly string[];
}

/** Timing that tests shorten. */
interface Timing {
  readonly checkpointEveryMs: number;
  readonly retryPauseMs: number;
  readonly dropAfterMs: number;
}

/** Runs every projection and saga over one event log (architecture §5). */
export class SubscriptionRunner {
  private readonly logger = new Logger('Subscriptions');
  private readonly stopping = new AbortController();
  private readonly rebuilds = new Map<string, Promise<void>>();
  private readonly dropAfterMs: number;
  private readonly feed: SharedFeed;
  private readonly pace: Pace;
  private readonly projections: readonly ProjectionConsumer[];
  private readonly sagas: readonly SagaConsumer[];
  private starting: Promise<void> | undefined;

  constructor(
    private readonly stores: Stores,
    { projections = [], sagas = [], followed = [] }: Registered,
    timing: Partial<Timing> = {},
  ) {
    const { log, views, vault } = stores;
    const read = [
      ...projections.flatMap(({ prefixes }) => prefixes),
      ...sagas.flatMap(({ saga }) => prefixesOf(saga)),
    ];
    this.feed = new SharedFeed(log, [...new Set([...read, ...followed])]);
    const { checkpointEveryMs = CHECKPOINT_EVERY_MS, retryPauseMs = RETRY_PAUSE_MS } = timing;
    this.pace = { batchPauseMs: BATCH_PAUSE_MS, checkpointEveryMs };
    const settings = { log, feed: this.feed, pace: this.pace, retryPauseMs };
    this.projections = projections.map((one) => new ProjectionConsumer(one, views, settings));
    this.sagas = sagas.map((one) => new SagaConsumer(one, vault, settings));
    this.dropAfterMs = timing.dropAfterMs ?? DROP_AFTER_MS;
  }

  /**
   * Resolves once every consumer knows its position; does not wait for long catch-ups or for an unavailable view store.
   */
  async start(): Promise<void> {
    if (await this.declare()) {
      await run(this.consumers, this.stores.log);
      this.resumeRebuilds();
    } else {
      this.starting = this.startProjectionsLater();
      await run(this.sagas, this.stores.log);
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.starting;
    await Promise.allSettled([...this.rebuilds.values()]);
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
    await this.feed.stop();
  }

  /** From now on consumers write this far apart, while much is recorded that few read; what they do twice changes nothing. */
  slowDown(writeEveryMs: number): void {
    Object.assign(this.pace, { batchPauseMs: writeEveryMs, checkpointEveryMs: writeEveryMs });
  }

  /**
   * Every event of these streams after `after`, once and in order until `signal`, from the feed that the consumers share.
   * Only streams that a consumer reads or that the runner was given as followed.
   */
  follow(options: FollowOptions): AsyncGenerator<EventBatch> {
    return this.feed.follow(options);
  }

  /** The highest of the positions that the log has; BEGINNING when all are beyond its head, as after a restore. */
  async highestRecorded(positions: readonly Position[]): Promise<Position> {
    const highest = positions.reduce((one, other) => (one > other ? one : other), BEGINNING);
    // The stored checkpoint answers first; the log is read only when it is behind.
    if (highest === BEGINNING || this.consumers.some(({ through }) => through >= highest)) return highest;
    const head = await this.stores.log.head();
    return positions.reduce((one, other) => (other > one && other <= head ? other : one), BEGINNING);
  }

  /** Waits until a view has passed `position` (beyond head is ignored). False after `timeoutMs`. */
  async caughtUp({ name }: Pick<View, 'name'>, position: Position, timeoutMs: number): Promise<boolean> {
    const consumer = this.projectionNamed(name);
    if (consumer.isServing && consumer.through >= position) return true;
    // The stored checkpoint answers first; the log is read only when it is behind.
    const isKnown = this.consumers.some(({ through }) => through >= position);
    if (!isKnown && position > (await this.stores.log.head())) return true;
    return consumer.caughtUp(position, timeoutMs);
  }

  /** Waits until all of these views have passed `position`. False after `timeoutMs`. */
  async allCaughtUp(
    views: readonly Pick<View, 'name'>[],
    position: Position,
    timeoutMs: number,
  ): Promise<boolean> {
    const passed = await Promise.all(views.map((view) => this.caughtUp(view, position, timeoutMs)));
    return passed.every(Boolean);
  }

  /** What all of these views show for sure: everything up to this position; BEGINNING while one is being built. */
  shownBy(views: readonly Pick<View, 'name'>[]): Position {
    const consumers = views.map(({ name }) => this.projectionNamed(name));
    const positions = consumers.map(({ isServing, through }) => (isServing ? through : BEGINNING));
    return positions.toSorted()[0] ?? BEGINNING;
  }

  /** Waits until a saga has reacted to everything up to `position`, parked events aside. False after `timeoutMs`. */
  async reacted(saga: string, position: Position, timeoutMs: number): Promise<boolean> {
    const consumer = this.sagas.find(({ name }) => name === saga);
    if (!consumer) throw new Error(`no saga is called ${saga}`);
    return consumer.reach(position, timeoutMs);
  }

  /**
   * Builds the next generation next to the live one and swaps.
   * @throws RebuildStopped at an event that the live generation could apply
   */
  async rebuild(projection: string, progress?: Progress): Promise<void> {
    const running = this.rebuilds.get(projection);
    if (running) return running;
    const consumer = this.projectionNamed(projection);
    if (!consumer.isServing) throw new Error(`${projection} is being built already`);
    const started = this.runRebuild(consumer, progress).finally(() => this.rebuilds.delete(projection));
    this.rebuilds.set(projection, started);
    return started;
  }

  /**
   * Builds a generation that is begun from now on, and removes every other one: what a key decrypted that is destroyed by now is
   * nowhere in the view. A view that is being built for the first time is finished before.
   * @throws RebuildStopped, StoreUnavailable
   */
  async renew(projection: string, progress?: Progress): Promise<void> {
    const consumer = this.projectionNamed(projection);
    const { views, log } = this.stores;
    const head = await log.head();
    while (!(await consumer.caughtUp(head, RENEWAL_LOOK_MS)))
      await delay(RENEWAL_LOOK_MS, undefined, { signal: this.stopping.signal });
    const { building } = await views.generations(projection);
    // It has what was decrypted before.
    if (building !== null || this.rebuilds.has(projection)) await this.rebuild(projection, progress);
    await this.rebuild(projection, progress);
    // Removes what was replaced at once.
    await views.declare([consumer.projection]);
  }

  /** Tries the parked events of a projection or saga again, each key in its order, up to the first that still fails. */
  retryParked(name: string): Promise<RetriedEvents> {
    const saga = this.sagas.find((consumer) => consumer.name === name);
    return (saga ?? this.projectionNamed(name)).retryParked();
  }

  /** How often a subscription to the log ended unexpectedly; the embedded log loses none. */
  get lostSubscriptions(): number {
    return this.stores.log.store.drops ?? 0;
  }

  /** Why readers or sagas are behind although the stores respond: views that are being built, and consumers that fail. */
  get problems(): readonly string[] {
    return this.consumers.flatMap(({ name, isServing, isFailing }) =>
      isFailing ? [`${name} has stopped`] : isServing ? [] : [`${name} is being built`],
    );
  }

  status(): readonly ConsumerStatus[] {
    return this.consumers.map((consumer) => consumer.status());
  }

  private get consumers(): readonly Consumer[] {
    return [...this.projections, ...this.sagas];
  }

  /** False while the view store is unavailable. */
  private async declare(): Promise<boolean> {
    try {
      await this.stores.views.declare(this.projections.map(({ projection }) => projection));
      return true;
    } catch (error) {
      if (error instanceof StoreUnavailable) return false;
      throw error;
    }
  }

  /** Sagas do not wait for the view store; projections begin when it answers. */
  private async startProjectionsLater(): Promise<void> {
    const { signal } = this.stopping;
    const backoff = new Backoff();
    this.logger.warn('the view store is unavailable: projections wait for it');
    while (!isOver(signal) && !(await this.declare())) await backoff.pause(signal);
    if (isOver(signal)) return;
    await run(this.projections, this.stores.log);
    this.resumeRebuilds();
  }

  private async runRebuild(consumer: ProjectionConsumer, progress?: Progress): Promise<void> {
    const replaced = await rebuild(consumer, {
      ...this.stores,
      feed: this.feed,
      signal: this.stopping.signal,
      progress,
    });
    if (replaced !== null) void this.dropLater(consumer.name, replaced);
  }

  /** Continues generations that a raised version or a restart left unfinished, while the live ones serve. */
  private resumeRebuilds(): void {
    for (const { name } of this.projections.filter(({ hasUnfinished }) => hasUnfinished)) {
      this.rebuild(name).catch((error: unknown) => {
        if (!this.stopping.signal.aborted)
          this.logger.error(`the next generation of ${name}: ${errorName(error)}`);
      });
    }
  }

  private async dropLater(projection: string, generation: number): Promise<void> {
    const { signal } = this.stopping;
    try {
      await delay(this.dropAfterMs, undefined, { signal, ref: false });
      await this.stores.views.drop(projection, generation);
    } catch (error) {
      if (!signal.aborted)
        this.logger.warn(`generation ${generation} of ${projection} was not dropped: ${errorName(error)}`);
    }
  }

  private projectionNamed(name: string): ProjectionConsumer {
    const consumer = this.projections.find((one) => one.name === name);
    if (!consumer) throw new Error(`no projection or saga is called ${name}`);
    return consumer;
  }
}

async function run(consumers: readonly Consumer[], log: EncryptedEventLog): Promise<void> {
  const head = log.head();
  await Promise.allSettled([head, ...consumers.map((consumer) => consumer.open(head))]);
  // Those at the most common position start the shared feed, of such the furthest ahead: the others join it at the head.
  const sharing = ({ through }: Consumer) => consumers.filter((one) => one.through === through).length;
  const furthest = (one: Consumer, other: Consumer) => (one.through < other.through ? 1 : -1);
  for (const consumer of consumers.toSorted((a, b) => sharing(b) - sharing(a) || furthest(a, b)))
    consumer.run();
}
