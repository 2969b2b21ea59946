import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING } from '../event-store/event-store.port.js';
import { Backoff, isOver } from '../config/backoff.js';
import { Bell } from './bell.js';
import { CheckpointMoved, GenerationGone } from './generation-writer.js';
import { Intake } from './intake.js';
import type { LogFeed } from './log-feed.js';
import type { LogPage } from './page-buffer.js';

/** Most events handled in one batch. */
export const CONSUMER_BATCH_LIMIT = 1_000;
/** A consumer stores how far it is at least this often, even when it wrote nothing. */
export const CHECKPOINT_EVERY_MS = 1_000;
/** Under load, batches are at least this far apart, unless a reader waits: fewer and larger writes. */
export const BATCH_PAUSE_MS = 25;
/** Most readers that wait for one consumer; who comes later is told at once that it is behind. */
const WAITING_READERS_LIMIT = 10_000;

/** What is done with the events of one consumer. */
export interface ConsumerWork {
  readonly name: string;
  readonly prefixes: readonly string[];
  /** How far it is durable. */
  readonly stored: Position;
  /** Settles where to go on from. */
  open(signal: AbortSignal): Promise<Position>;
  /** Handles a batch to its end; answers how far the consumer is then. */
  handle(page: LogPage, signal: AbortSignal): Promise<Position>;
  /** Makes `through` durable although nothing was written. */
  store(through: Position, signal: AbortSignal): Promise<void>;
}

/** Work between two batches; how it went is told once the consumer goes on. */
interface Job {
  run(): Promise<() => void>;
  cancel(): void;
}

interface Reader {
  readonly position: Position;
  readonly done: (reached: boolean) => void;
}

/** Hands one consumer its events in order, batch by batch, for as long as it lives (architecture §5, Subscriptions). */
export class ConsumerLoop {
  private readonly bell = new Bell();
  private readonly stopping = new AbortController();
  private readonly intake: Intake;
  private readonly readers = new Set<Reader>();
  private readonly jobs: Job[] = [];
  private done: (() => void)[] = [];
  private position: Position = BEGINNING;
  private opened = false;
  private failures = 0;
  private lastBatchAtMs = 0;
  private lastStoredAtMs = 0;
  private behindSinceMs = performance.now();
  private isLive = false;
  private running: Promise<void> | undefined;

  constructor(
    private readonly work: ConsumerWork,
    private readonly log: EncryptedEventLog,
    feed: LogFeed,
  ) {
    this.intake = new Intake(log, work.prefixes, { filled: this.bell, feed });
  }

  /** Everything up to here that concerns the consumer is done. */
  get through(): Position {
    return this.position;
  }

  get live(): boolean {
    return this.behindSince() === null;
  }

  /** How often a follow, or the work itself, ended without being asked to. */
  get drops(): number {
    return this.failures + this.intake.drops;
  }

  get lagMs(): number {
    const sinceMs = this.behindSince();
    return sinceMs === null ? 0 : Math.round(performance.now() - sinceMs);
  }

  /** Settles where to go on from. A store that cannot answer now is asked again by `run`. */
  async open(): Promise<void> {
    await this.reopen();
  }

  run(): void {
    this.running ??= this.supervise();
  }

  /** Ends after the batch in hand and stores how far it came. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.bell.ring();
    await this.running;
    for (const reader of this.readers) reader.done(false);
    for (const job of this.jobs) job.cancel();
    this.tellDone();
  }

  /** Waits until everything up to `position` is done; false after `timeoutMs`. */
  reach(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.opened && this.position >= position) return Promise.resolve(true);
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
      this.bell.ring();
    });
  }

  /** Does `work` between two batches; afterwards the consumer settles anew where it stands. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = () => reject(new Error(`${this.work.name} does not run`));
      if (this.stopping.signal.aborted || !this.running) {
        cancel();
        return;
      }
      const run = () =>
        work().then(
          (result) => () => resolve(result),
          (error: unknown) => () => reject(error instanceof Error ? error : new Error(String(error))),
        );
      this.jobs.push({ run, cancel });
      this.bell.ring();
    });
  }

  private behindSince(): number | null {
    if (!this.isLive) return this.behindSinceMs;
    const { buffer, downSinceMs } = this.intake;
    return buffer.isEmpty ? downSinceMs : buffer.waitingSinceMs;
  }

  private async supervise(): Promise<void> {
    const { signal } = this.stopping;
    const backoff = new Backoff();
    while (!signal.aborted) {
      try {
        if (!this.opened) await this.reopen();
        backoff.reset();
        await this.follow();
      } catch (error) {
        this.opened = false;
        if (isOver(signal) || error instanceof GenerationGone || error instanceof CheckpointMoved) continue;
        this.failures++;
        await backoff.pause(signal);
      }
    }
  }

  private tellDone(): void {
    const done = this.done;
    this.done = [];
    for (const tell of done) tell();
  }

  private async reopen(): Promise<void> {
    const position = await this.work.open(this.stopping.signal);
    this.lastStoredAtMs = performance.now();
    const head = await this.log.head();
    this.moveTo(position, position >= head);
    this.opened = true;
    this.tellDone();
  }

  /** Works through what comes in until stopped, or until the place to go on from has to be settled anew. */
  private async follow(): Promise<void> {
    const own = new AbortController();
    const { signal } = this.stopping;
    const intake = this.intake.run(this.position, AbortSignal.any([own.signal, signal]));
    try {
      while (this.opened && !signal.aborted) {
        await this.step(signal);
      }
      await this.storeIfMoved(signal);
    } finally {
      own.abort();
      await intake;
    }
  }

  private async step(signal: AbortSignal): Promise<void> {
    const job = this.jobs.shift();
    if (job) {
      await this.storeIfMoved(signal);
      this.opened = false;
      this.done.push(await job.run());
      return;
    }
    const page = this.mayTake() ? this.intake.buffer.take(CONSUMER_BATCH_LIMIT) : null;
    if (page) await this.handle(page, signal);
    const isDue = performance.now() - this.lastStoredAtMs >= CHECKPOINT_EVERY_MS;
    if (isDue) await this.storeIfMoved(signal);
    if (this.jobs.length > 0 || this.mayTake()) return;
    await this.bell.wait(this.waitMs());
  }

  private async handle(page: LogPage, signal: AbortSignal): Promise<void> {
    this.moveTo(await this.work.handle(page, signal), page.live);
    if (page.events.length === 0) return;
    this.lastBatchAtMs = performance.now();
    // Embedded stores answer within the turn: without this, requests would wait for the whole backlog.
    await nextTurn();
  }

  /** Something waits, and it is time: at once when idle, behind, or read for. */
  private mayTake(): boolean {
    const { buffer } = this.intake;
    if (buffer.isEmpty) return false;
    const isHurried = buffer.size === 0 || !buffer.live || this.readers.size > 0;
    return isHurried || buffer.size >= CONSUMER_BATCH_LIMIT || this.pauseLeftMs() <= 0;
  }

  private pauseLeftMs(): number {
    return this.lastBatchAtMs + BATCH_PAUSE_MS - performance.now();
  }

  private waitMs(): number | undefined {
    if (!this.intake.buffer.isEmpty) return Math.max(1, this.pauseLeftMs());
    if (this.position === this.work.stored) return undefined;
    return Math.max(1, this.lastStoredAtMs + CHECKPOINT_EVERY_MS - performance.now());
  }

  private async storeIfMoved(signal: AbortSignal): Promise<void> {
    if (this.position !== this.work.stored) await this.work.store(this.position, signal);
    this.lastStoredAtMs = performance.now();
  }

  private moveTo(position: Position, live: boolean): void {
    this.position = position;
    if (this.isLive && !live) this.behindSinceMs = performance.now();
    this.isLive = live;
    for (const reader of this.readers) if (reader.position <= position) reader.done(true);
  }
}
