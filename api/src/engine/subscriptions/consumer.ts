import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../../event-sourcing/event.js';
import { BEGINNING } from '../event-store/event-store.port.js';
import { Backoff, isOver } from '../waiting/backoff.js';
import { Outage } from '../storage/outage.js';
import { Wakeup } from '../waiting/wakeup.js';
import { CheckpointMoved, GenerationGone } from './projections/generation-writer.js';
import type { EventBatch } from './shared-feed.js';
import type { ConsumerSettings, ConsumerStatus, RetriedEvents } from './subscriptions.js';

/** Most readers that wait for one consumer; further ones learn at once that it is behind. */
const WAITING_READERS_LIMIT = 10_000;

interface Reader {
  readonly position: Position;
  readonly done: (reached: boolean) => void;
}

/** Gives one consumer its events in order, batch by batch, until stopped; a failure starts over from its checkpoint. */
export abstract class Consumer {
  abstract readonly kind: ConsumerStatus['kind'];
  /** Generation of the documents it writes; null when it writes none. */
  abstract readonly generation: number | null;
  /** Number of parked events. */
  abstract readonly parked: number;
  /** True once readers see what it does. */
  abstract readonly isServing: boolean;
  /** How far it is durable. */
  abstract readonly stored: Position;
  readonly name: string;
  readonly prefixes: readonly string[];
  /** Everything up to here that concerns the consumer is done. */
  through: Position = BEGINNING;
  /** From a failure until something is stored again, or nothing waits. */
  protected readonly outage: Outage;
  private readonly stopping = new AbortController();
  private readonly readers = new Set<Reader>();
  private readonly readerWaits = new Wakeup();
  private readonly backoff = new Backoff();
  /** Ends the follow in progress. */
  private restart = new AbortController();
  private isOpen = false;
  private isLive = false;
  /** Null while nothing waits to be handled. */
  private behindSinceMs: number | null = performance.now();
  private checkpointTimer: NodeJS.Timeout | undefined;
  private lastWork: Promise<unknown> = Promise.resolve();
  private worksInHand = 0;
  private running: Promise<void> | undefined;

  constructor(
    reader: { readonly name: string; readonly prefixes: readonly string[] },
    protected readonly settings: ConsumerSettings,
  ) {
    this.name = reader.name;
    this.prefixes = reader.prefixes;
    this.outage = new Outage(reader.name);
  }

  /** Retries parked events, each key in its order, up to the first that still fails. */
  abstract retryParked(): Promise<RetriedEvents>;
  /** Determines the position to continue from; `head` is that of the log. */
  protected abstract load(head: Position): Promise<Position>;
  /** Handles a batch to its end; returns the consumer's position after it. */
  protected abstract handle(batch: EventBatch, signal: AbortSignal): Promise<Position>;
  /** Makes `through` durable although nothing was written. */
  protected abstract store(through: Position, signal: AbortSignal): Promise<void>;

  get isFailing(): boolean {
    return this.outage.lasts;
  }

  status(): ConsumerStatus {
    const { name, kind, generation, parked, through, live, lagMs } = this;
    return { name, kind, generation, parked, through, live, lagMs };
  }

  private get live(): boolean {
    return this.isLive && this.settings.feed.downSinceMs === null;
  }

  private get lagMs(): number {
    const sinceMs = this.behindSinceMs ?? this.settings.feed.downSinceMs;
    return sinceMs === null ? 0 : Math.round(performance.now() - sinceMs);
  }

  /** Determines the position to continue from; `run` retries when a store is unavailable. `head` is read if not given. */
  async open(head?: Promise<Position>): Promise<void> {
    await this.serially(() => this.reopen(head));
  }

  run(): void {
    this.running ??= this.supervise();
  }

  /** Ends after the batch in hand and stores its position. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    clearTimeout(this.checkpointTimer);
    await this.serially(() => this.storeIfMoved()).catch(() => undefined);
    for (const reader of this.readers) reader.done(false);
  }

  /** Waits until everything up to `position` is done; false after `timeoutMs`. */
  reach(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.isOpen && this.through >= position) return Promise.resolve(true);
    if (this.readers.size >= WAITING_READERS_LIMIT) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = (reached: boolean) => {
        clearTimeout(timer);
        this.readers.delete(reader);
        resolve(reached);
      };
      const reader = { position, done };
      const timer = setTimeout(done, timeoutMs, false);
      this.readers.add(reader);
      this.readerWaits.wake();
    });
  }

  /** Does `work` between two batches; afterwards the consumer continues from its stored position. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.serially(async () => {
      if (this.stopping.signal.aborted || !this.running) throw new Error(`${this.name} does not run`);
      await this.storeIfMoved();
      try {
        return await work();
      } finally {
        await this.reopen().catch(() => undefined);
        this.restart.abort();
      }
    });
  }

  private async supervise(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        if (!this.isOpen) await this.open();
        await this.follow();
      } catch (error) {
        this.isOpen = false;
        if (isOver(signal) || error instanceof GenerationGone || error instanceof CheckpointMoved) continue;
        this.fail(error);
        await this.backoff.pause(signal);
      }
    }
  }

  private fail(error: unknown): void {
    this.outage.begin('stopped, and tries again', error);
  }

  private recover(): void {
    this.backoff.reset();
    this.outage.end();
  }

  private async reopen(asked?: Promise<Position>): Promise<void> {
    this.isOpen = false;
    const head = await (asked ?? this.settings.log.head());
    const position = await this.load(head);
    this.moveTo(position, position >= head);
    this.isOpen = true;
    if (this.isLive) this.recover();
  }

  private async follow(): Promise<void> {
    this.restart = new AbortController();
    const signal = AbortSignal.any([this.restart.signal, this.stopping.signal]);
    const { through: after, prefixes } = this;
    const pass = (from: Position, to: Position) => this.pass(from, to);
    for await (const batch of this.settings.feed.follow({ after, prefixes, signal, pass })) {
      await this.serially(() => this.take(batch, signal));
      if (isOver(signal)) return;
      // Embedded stores answer within the turn: without this, requests would wait for the whole backlog.
      await nextTurn();
      if (batch.live && batch.events.length > 0 && this.readers.size === 0)
        await this.readerWaits.wait(this.settings.pace.batchPauseMs, signal);
    }
  }

  private async take(batch: EventBatch, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.behindSinceMs ??= performance.now();
    this.moveTo(await this.handle(batch, this.stopping.signal), batch.live);
    if (this.through === this.stored) this.recover();
    else this.storeLater();
  }

  /** Moves over events of no concern, without a turn of the event loop; false when there is more to do than that. */
  private pass(from: Position, through: Position): boolean {
    const isUpToDate = this.isOpen && this.isLive && this.isServing && this.through === from;
    if (!isUpToDate || this.worksInHand > 0) return false;
    this.moveTo(through, true);
    this.storeLater();
    return true;
  }

  private storeLater(): void {
    this.checkpointTimer ??= setTimeout(() => this.storeCheckpoint(), this.settings.pace.checkpointEveryMs);
  }

  private storeCheckpoint(): void {
    this.checkpointTimer = undefined;
    this.serially(() => this.storeIfMoved()).catch((error: unknown) => {
      this.fail(error);
      this.isOpen = false;
      this.restart.abort();
    });
  }

  private async storeIfMoved(): Promise<void> {
    if (!this.isOpen || this.through === this.stored) return;
    await this.store(this.through, this.stopping.signal);
    this.recover();
  }

  private moveTo(position: Position, live: boolean): void {
    this.through = position;
    this.isLive = live;
    this.behindSinceMs = live ? null : (this.behindSinceMs ?? performance.now());
    for (const reader of this.readers) if (reader.position <= position) reader.done(true);
  }

  /** One piece of work at a time. */
  private serially<T>(work: () => Promise<T>): Promise<T> {
    this.worksInHand += 1;
    const done = this.lastWork.then(work).finally(() => (this.worksInHand -= 1));
    this.lastWork = done.catch(() => undefined);
    return done;
  }
}
