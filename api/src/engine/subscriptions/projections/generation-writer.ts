import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '../../../event-sourcing/event.js';
import type { LogEntry } from '../../event-store/codec.js';
import { BEGINNING } from '../../event-store/event-store.port.js';
import type { AnyProjection } from '../../../event-sourcing/projection.js';
import type { RetriedEvents } from '../subscriptions.js';
import type { ParkedEvent, ViewStore } from '../../view-store/view-store.port.js';
import { Backoff } from '../../waiting/backoff.js';
import type { Outage } from '../../storage/outage.js';
import type { EventBatch } from '../shared-feed.js';
import { foldBatch, keyed, WAITS_BEHIND, type FoldedBatch } from './projection-fold.js';

/** How long a process that was slower than another waits for it to move on, before it folds the page itself. */
const FOLLOW_MS = 500;
const LOOK_EVERY_MS = 25;

/** The generation is no longer read or built: another process swapped it. The consumer moves over. */
export class GenerationGone extends Error {
  override readonly name = 'GenerationGone';
}

/** The stored checkpoint went back (a store was restored): what was delivered since must come again. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/** A rebuild met an event that the live generation could apply. */
export class RebuildStopped extends Error {
  override readonly name = 'RebuildStopped';
}

interface WriterSettings {
  readonly generation: number;
  /** Lasts while a page cannot be stored. */
  readonly outage: Outage;
  /** Which events may be parked; all where it is not given. */
  readonly mayPark?: (event: ParkedEvent) => Promise<boolean>;
}

/**
 * Folds pages into one generation of one projection: documents, checkpoint and parked events together. Of several processes
 * one folds and the others follow its checkpoint: whoever finds that another was faster follows, and folds again once
 * nothing has moved for a moment.
 */
export class GenerationWriter {
  private isFollowing = false;
  private blocked: ReadonlySet<string> = new Set();
  private stored: Position | null = null;
  /** Number of parked events. */
  parked = 0;

  constructor(
    private readonly views: ViewStore,
    private readonly projection: AnyProjection,
    private readonly settings: WriterSettings,
  ) {}

  get generation(): number {
    return this.settings.generation;
  }

  /** How far the generation is stored. */
  get checkpoint(): Position {
    return this.stored ?? BEGINNING;
  }

  /** Reads the checkpoint and parked events. @throws GenerationGone */
  async load(): Promise<readonly ParkedEvent[]> {
    const { name } = this.projection;
    const { live, building } = await this.views.generations(name);
    if (live !== this.generation && building !== this.generation) throw new GenerationGone();
    // In this order: an event that another process parks now is beyond the checkpoint and makes the next commit stale.
    this.stored = await this.views.checkpoint(name, this.generation);
    return this.loadParked();
  }

  /**
   * Stores everything of a page; waits for a store that fails. Returns how far the generation is then: beyond the page when
   * another process is ahead. A page that concerns no document is left for the next one, or for storeThrough, to move the
   * checkpoint over.
   */
  async write(batch: Pick<EventBatch, 'events' | 'through'>, signal: AbortSignal): Promise<Position> {
    const backoff = new Backoff();
    for (;;) {
      const before = this.checkpoint;
      if (before >= batch.through) return before;
      const entries = batch.events.filter(({ stored }) => stored.position > before);
      try {
        const isStored = await this.storeOrFollow(batch.through, entries, signal);
        this.settings.outage.end();
        if (isStored) return batch.through;
      } catch (error) {
        if (error instanceof GenerationGone || error instanceof RebuildStopped || signal.aborted) throw error;
        this.settings.outage.begin('a page cannot be stored', error);
        await backoff.pause(signal);
        await this.load();
      }
      if (this.checkpoint < before) throw new CheckpointMoved();
    }
  }

  /** Stores how far the generation is although nothing was written. */
  async storeThrough(through: Position, signal: AbortSignal): Promise<void> {
    if (through > this.checkpoint) await this.write({ events: [], through }, signal);
  }

  /** Applies parked events after all, in order; an event that still fails stays parked, with all later ones of its keys. */
  async retry(entries: readonly LogEntry[]): Promise<RetriedEvents> {
    for (;;) {
      const parked = new Set((await this.load()).map(({ position }) => position));
      const retried = entries.filter(({ stored }) => parked.has(stored.position));
      const folded = await foldBatch(this.projection, retried, {
        blocked: new Set(),
        read: this.read,
        isRetry: true,
      });
      const failed = new Set(folded.parked.map(({ position }) => position));
      const unparked = retried
        .map(({ stored }) => stored.position)
        .filter((position) => !failed.has(position));
      // Stale when another process moved the checkpoint.
      if ((await this.commit(this.checkpoint, { ...folded, parked: [] }, unparked)) === 'stale') continue;
      const left = await this.loadParked();
      return { applied: unparked.length, remaining: left.length };
    }
  }

  /** False when another process is faster: it was waited for, and how far it is was loaded. */
  private async storeOrFollow(
    through: Position,
    entries: readonly LogEntry[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const last = this.isFollowing ? this.lastConcerned(entries) : undefined;
    if (last !== undefined) await this.followOther(last, signal);
    else if ((await this.foldAndCommit(through, entries)) === 'ok') return true;
    else this.isFollowing = true;
    await this.load();
    return false;
  }

  /** Position of the last event that concerns a document. */
  private lastConcerned(entries: readonly LogEntry[]): Position | undefined {
    return entries.findLast((entry) => keyed(entry, (event) => this.projection.keys(event)))?.stored.position;
  }

  /** Waits until another process has stored everything up to `through`, as long as it moves on. */
  private async followOther(through: Position, signal: AbortSignal): Promise<void> {
    let [seen, sinceMs] = [this.checkpoint, performance.now()];
    while (seen < through) {
      if (performance.now() - sinceMs > FOLLOW_MS) {
        this.isFollowing = false;
        return;
      }
      await pause(LOOK_EVERY_MS, undefined, { signal });
      const found = (await this.views.checkpoint(this.projection.name, this.generation)) ?? BEGINNING;
      if (found !== seen) [seen, sinceMs] = [found, performance.now()];
    }
  }

  private async foldAndCommit(through: Position, entries: readonly LogEntry[]): Promise<'ok' | 'stale'> {
    const folded = await this.fold(entries);
    return folded.concerned === 0 && entries.length > 0 ? 'ok' : this.commit(through, folded);
  }

  private async fold(entries: readonly LogEntry[]): Promise<FoldedBatch> {
    const { projection, read } = this;
    let folded = await foldBatch(projection, entries, { blocked: this.blocked, read });
    if (folded.parked.some(({ reason }) => reason === WAITS_BEHIND)) {
      // Another process may have applied the events that they wait for.
      await this.loadParked();
      folded = await foldBatch(projection, entries, { blocked: this.blocked, read });
    }
    await this.refuseNewPoison(folded.parked);
    return folded;
  }

  private readonly read = (ids: readonly string[]) =>
    this.views.getMany<object>(this.projection.name, this.generation, ids);

  private async refuseNewPoison(parked: readonly ParkedEvent[]): Promise<void> {
    for (const event of parked)
      if ((await this.settings.mayPark?.(event)) === false)
        throw new RebuildStopped(`${event.stream} at ${event.position}: ${event.reason}`);
  }

  private async commit(
    next: Position,
    { writes, parked }: FoldedBatch,
    unparked: readonly Position[] = [],
  ): Promise<'ok' | 'stale'> {
    const { generation, stored: expect } = this;
    const projection = this.projection.name;
    const changes = { writes, parked, unparked };
    const outcome = await this.views.commit({ projection, generation, expect, next, ...changes });
    if (outcome === 'stale') return outcome;
    this.stored = next;
    if (parked.length > 0) {
      this.blocked = new Set([...this.blocked, ...parked.flatMap(({ keys }) => keys)]);
      this.parked += parked.length;
    }
    return outcome;
  }

  private async loadParked(): Promise<readonly ParkedEvent[]> {
    const parked = await this.views.parked(this.projection.name, this.generation);
    this.blocked = new Set(parked.flatMap(({ keys }) => keys));
    this.parked = parked.length;
    return parked;
  }
}
