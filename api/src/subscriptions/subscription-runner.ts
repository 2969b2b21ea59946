import { Logger } from '@nestjs/common';
import type { Position } from '../event-sourcing/event.js';
import type { Saga } from '../event-sourcing/saga.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import type { AnyProjection } from '../event-sourcing/projection.js';
import type { ConsumerSettings, ConsumerStatus, Dispatch, RetriedEvents } from './subscriptions.js';
import type { Vault } from '../vault/vault.port.js';
import type { ViewStore } from '../view-store/view-store.port.js';
import { Backoff, isOver } from '../config/backoff.js';
import { SharedFeed } from './shared-feed.js';
import { ProjectionConsumer } from './projection-consumer.js';
import type { Progress } from './progress-meter.js';
import { ProjectionRebuild } from './projection-rebuild.js';
import { SagaConsumer } from './saga-consumer.js';

/** A replaced generation is kept this long: readers cache the pointer for a moment. */
export const DROP_AFTER_MS = 60_000;
const CHECKPOINT_EVERY_MS = 1_000;
const RETRY_PAUSE_MS = 50;

interface Stores {
  readonly log: EncryptedEventLog;
  readonly views: ViewStore;
  readonly vault: Vault;
}

/** Timing that tests shorten. */
type Timing = Omit<ConsumerSettings, 'feed'> & { readonly dropAfterMs: number };

/** Runs every projection and saga over one event log (architecture §5, Subscriptions). */
export class SubscriptionRunner {
  private readonly logger = new Logger('Subscriptions');
  private readonly projections: AnyProjection[] = [];
  private readonly sagas: { readonly saga: Saga; readonly dispatch: Dispatch<never> }[] = [];
  private readonly stopping = new AbortController();
  private readonly rebuilds = new Map<string, Promise<void>>();
  private readonly drops = new Set<NodeJS.Timeout>();
  private projectionConsumers: readonly ProjectionConsumer[] = [];
  private sagaConsumers: readonly SagaConsumer[] = [];
  private feed: SharedFeed | undefined;
  private starting: Promise<void> | undefined;

  constructor(
    private readonly stores: Stores,
    private readonly timing: Partial<Timing> = {},
  ) {}

  addProjection(projection: AnyProjection): void {
    this.refuseWhenStarted();
    this.projections.push(projection);
  }

  addSaga<State, Command extends { readonly type: string }>(
    saga: Saga<State, Command>,
    dispatch: Dispatch<Command>,
  ): void {
    this.refuseWhenStarted();
    this.sagas.push({ saga: saga, dispatch: dispatch });
  }

  /**
   * Resolves once every consumer knows its position; does not wait for long catch-ups or for an unavailable view store.
   */
  async start(): Promise<void> {
    this.refuseWhenStarted();
    const { log, views, vault } = this.stores;
    const parts = [...this.projections, ...this.sagas.map(({ saga }) => saga)];
    const feed = new SharedFeed(log, [...new Set(parts.flatMap(({ prefixes }) => prefixes))]);
    this.feed = feed;
    const { checkpointEveryMs = CHECKPOINT_EVERY_MS, retryPauseMs = RETRY_PAUSE_MS } = this.timing;
    const settings = { feed, checkpointEveryMs, retryPauseMs };
    this.projectionConsumers = this.projections.map(
      (projection) => new ProjectionConsumer(log, views, { projection, ...settings }),
    );
    this.sagaConsumers = this.sagas.map(
      (registered) => new SagaConsumer(log, vault, { ...registered, ...settings }),
    );
    if (await this.declare()) {
      await run([...this.projectionConsumers, ...this.sagaConsumers]);
      await this.resumeRebuilds();
    } else {
      this.starting = this.startProjectionsLater();
      await run(this.sagaConsumers);
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.starting;
    for (const timer of this.drops) clearTimeout(timer);
    await Promise.allSettled([...this.rebuilds.values()]);
    await Promise.all([...this.projectionConsumers, ...this.sagaConsumers].map(({ loop }) => loop.stop()));
    await this.feed?.stop();
  }

  /** Waits until the projections of `view` have passed `position` (beyond head is ignored). False after `timeoutMs`. */
  async caughtUp(view: string, position: Position, timeoutMs: number): Promise<boolean> {
    const projections = this.projectionsOf(view);
    if (projections.every(({ isServing, loop }) => isServing && loop.through >= position)) return true;
    if (position > (await this.stores.log.head())) return true;
    const reached = await Promise.all(projections.map((consumer) => consumer.caughtUp(position, timeoutMs)));
    return reached.every(Boolean);
  }

  /**
   * Builds the next generation beside the live one and swaps.
   * @throws RebuildStopped at an event that the live generation could apply
   */
  async rebuild(projection: string, progress?: Progress): Promise<void> {
    const running = this.rebuilds.get(projection);
    if (running) return running;
    const consumer = this.projectionNamed(projection);
    if (!consumer.isServing) throw new Error(`${projection} is being built already`);
    const rebuild = this.runRebuild(consumer, progress).finally(() => this.rebuilds.delete(projection));
    this.rebuilds.set(projection, rebuild);
    return rebuild;
  }

  /** Tries the parked events of a projection or saga again, each key in its order, up to the first that still fails. */
  retryParked(name: string): Promise<RetriedEvents> {
    const saga = this.sagaConsumers.find((consumer) => consumer.name === name);
    return (saga ?? this.projectionNamed(name)).retryParked();
  }

  /** How often any subscription to the log ended without being asked to or could not be taken up. */
  get lostSubscriptions(): number {
    const consumers = [...this.projectionConsumers, ...this.sagaConsumers];
    const own = consumers.reduce((sum, { loop }) => sum + loop.drops, 0);
    return own + (this.feed?.drops ?? 0) + (this.stores.log.store.drops ?? 0);
  }

  status(): readonly ConsumerStatus[] {
    const of = (consumer: ProjectionConsumer | SagaConsumer) => ({
      name: consumer.name,
      through: consumer.loop.through,
      live: consumer.loop.live,
      parked: consumer.parked,
      lagMs: consumer.loop.lagMs,
    });
    return [
      ...this.projectionConsumers.map((consumer) => ({
        ...of(consumer),
        kind: 'projection' as const,
        generation: consumer.generation,
      })),
      ...this.sagaConsumers.map((consumer) => ({ ...of(consumer), kind: 'saga' as const, generation: null })),
    ];
  }

  /** False while the view store is unavailable. */
  private async declare(): Promise<boolean> {
    try {
      await this.stores.views.declare(this.projections);
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
    await run(this.projectionConsumers);
    await this.resumeRebuilds().catch((error: unknown) => {
      this.logger.error(`unfinished rebuilds: ${nameOf(error)}`);
    });
  }

  private async runRebuild(consumer: ProjectionConsumer, progress?: Progress): Promise<void> {
    const { log, views } = this.stores;
    const rebuild = new ProjectionRebuild({ log, views }, consumer, progress);
    const replaced = await rebuild.run(this.stopping.signal);
    if (replaced !== null) this.dropLater(consumer.name, replaced);
  }

  /** Continues generations that a raised version or a restart left unfinished, while the live ones serve. */
  private async resumeRebuilds(): Promise<void> {
    for (const { name } of this.projectionConsumers.filter((consumer) => consumer.isServing)) {
      const { live, building } = await this.stores.views.generations(name);
      if (live === null || building === null) continue;
      this.rebuild(name).catch((error: unknown) => {
        if (!this.stopping.signal.aborted)
          this.logger.error(`the next generation of ${name}: ${nameOf(error)}`);
      });
    }
  }

  private dropLater(projection: string, generation: number): void {
    const timer = setTimeout(() => {
      this.drops.delete(timer);
      this.stores.views.drop(projection, generation).catch((error: unknown) => {
        this.logger.warn(`generation ${generation} of ${projection} was not dropped: ${nameOf(error)}`);
      });
    }, this.timing.dropAfterMs ?? DROP_AFTER_MS);
    timer.unref();
    this.drops.add(timer);
  }

  private projectionsOf(view: string): readonly ProjectionConsumer[] {
    return this.projectionConsumers.filter(({ projection }) => projection.view === view);
  }

  private projectionNamed(name: string): ProjectionConsumer {
    const consumer = this.projectionConsumers.find((one) => one.name === name);
    if (!consumer) throw new Error(`no projection or saga is called ${name}`);
    return consumer;
  }

  private refuseWhenStarted(): void {
    if (this.feed) throw new Error('subscriptions have started');
  }
}

async function run(consumers: readonly (ProjectionConsumer | SagaConsumer)[]): Promise<void> {
  const loops = consumers.map(({ loop }) => loop);
  await Promise.allSettled(loops.map((loop) => loop.open()));
  // The one furthest ahead starts the shared feed, so that the others join it once they reach the head.
  for (const loop of loops.sort((one, other) => (one.through < other.through ? 1 : -1))) loop.run();
}

/** What a log line may contain of an error: its text can quote an event. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown');
