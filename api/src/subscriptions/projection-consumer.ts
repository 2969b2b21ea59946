import type { Position } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import type { LogEntry } from '../event-store/codec.js';
import { BEGINNING } from '../event-store/event-store.port.js';
import type { AnyProjection } from '../event-sourcing/projection.js';
import type { ConsumerSettings, RetriedEvents } from './subscriptions.js';
import type { ViewStore } from '../view-store/view-store.port.js';
import { ConsumerLoop, type ConsumerWork } from './consumer-loop.js';
import { GenerationWriter } from './generation-writer.js';
import type { EventBatch, SharedFeed } from './shared-feed.js';
import { readParked } from './parked-events.js';

/** Keeps the live generation up with the log; builds the first one when there is none. */
export class ProjectionConsumer implements ConsumerWork {
  readonly loop: ConsumerLoop;
  private writer: GenerationWriter | undefined;
  private serving = false;

  constructor(
    private readonly log: EncryptedEventLog,
    private readonly views: ViewStore,
    private readonly settings: ConsumerSettings & { readonly projection: AnyProjection },
  ) {
    this.loop = new ConsumerLoop(this, log, settings);
  }

  get projection(): AnyProjection {
    return this.settings.projection;
  }

  get feed(): SharedFeed {
    return this.settings.feed;
  }

  get name(): string {
    return this.projection.name;
  }

  get prefixes(): readonly string[] {
    return this.projection.prefixes;
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

  /** True once readers see a generation of this projection. */
  get isServing(): boolean {
    return this.serving;
  }

  async open(): Promise<Position> {
    const { live, building } = await this.views.generations(this.name);
    const generation = live ?? building ?? (await this.views.begin(this.name));
    const writer = new GenerationWriter(this.views, this.projection, { generation });
    await writer.load();
    this.writer = writer;
    this.serving = live !== null;
    if (!this.serving && this.stored >= (await this.log.head())) await this.promote(generation);
    return this.stored;
  }

  async handle(batch: EventBatch, signal: AbortSignal): Promise<Position> {
    const { writer } = this;
    if (!writer) throw new Error(`${this.name} was not opened`);
    const through = batch.events.length === 0 ? batch.through : await writer.write(batch, signal);
    if (batch.live && !this.serving) await this.promote(writer.generation);
    return through;
  }

  async store(through: Position, signal: AbortSignal): Promise<void> {
    await this.writer?.storeThrough(through, signal);
  }

  /** Waits until readers see everything up to `position`. */
  async caughtUp(position: Position, timeoutMs: number): Promise<boolean> {
    return this.serving && (await this.loop.reach(position, timeoutMs));
  }

  /** Retries parked events, each key in its order. */
  retryParked(): Promise<RetriedEvents> {
    return this.loop.exclusively(async () => {
      const { writer } = this;
      if (!writer) throw new Error(`${this.name} was not opened`);
      const parked = await this.views.parked(this.name, writer.generation);
      const entries: LogEntry[] = await readParked(this.log, parked);
      return writer.retry(entries);
    });
  }

  /** Another process may have been faster: then it is promoted already. */
  private async promote(generation: number): Promise<void> {
    const { building } = await this.views.generations(this.name);
    if (building === generation) await this.views.promote(this.name, generation);
    this.serving = true;
  }
}
