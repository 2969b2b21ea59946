import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Decider } from '../event-sourcing/decider.js';
import type { Position, RecordedEvent } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING } from '../event-store/event-store.port.js';
import type { Saved, StateSnapshots } from './state-snapshots.js';

/** Events per page while a state is loaded. */
const STREAM_PAGE_LIMIT = 500;

/** The part of a decider that folding needs. */
export type FoldedBy = Pick<Decider<unknown, never, never>, 'name' | 'initialState' | 'evolve' | 'snapshot'>;

/** Where states are read from. */
export interface Sources {
  readonly log: EncryptedEventLog;
  readonly snapshots?: StateSnapshots | undefined;
}

interface Fold {
  readonly decider: FoldedBy;
  state: unknown;
  /** The last event in `state`. */
  last: RecordedEvent | null;
  saved: Saved | null;
  /** False until the state was once read to the stream's end. */
  isComplete: boolean;
}

/** The states of several deciders on one stream; every event is folded into all of them. */
export class StreamStates {
  private readonly folds = new Map<string, Fold>();
  /** Revision of the next event. */
  next = 0n;
  /** Instant of the stream's last event; no later event may be before it. */
  lastAtMs = 0;
  /** Position of the last event known to be stored. */
  lastPosition: Position = BEGINNING;

  constructor(readonly stream: string) {}

  /** Total events in all states. A state may retain each of its events, so this limits the memory. */
  get size(): number {
    return Number(this.next) * this.folds.size;
  }

  /** Whether the deciders' states, and all others, once contained the whole stream. */
  hasAll(deciders: ReadonlySet<FoldedBy>): boolean {
    return (
      [...deciders].every(({ name }) => this.folds.has(name)) &&
      [...this.folds.values()].every(({ isComplete }) => isComplete)
    );
  }

  of(decider: FoldedBy): unknown {
    const fold = this.folds.get(decider.name);
    if (!fold) throw new Error(`${decider.name} has no state of ${this.stream}`);
    return fold.state;
  }

  /** Folds one event into every state that does not contain it yet. */
  fold(event: RecordedEvent): void {
    for (const fold of this.folds.values()) {
      if (event.revision < nextOf(fold)) continue;
      if (event.revision !== nextOf(fold)) throw new Error(`missing events before ${event.id}`);
      fold.state = fold.decider.evolve(fold.state, event as never);
      fold.last = event;
    }
    this.isAt(event);
  }

  private isAt({ revision, metadata }: RecordedEvent): void {
    if (revision < this.next) return;
    this.next = revision + 1n;
    this.lastAtMs = Math.max(this.lastAtMs, Date.parse(metadata.at));
  }

  /**
   * Reads newer events into the states, for a decider without a state from its snapshot or the beginning. After an error
   * the states hold what was read so far, and the next call continues there.
   */
  async catchUp({ log, snapshots }: Sources, deciders: Iterable<FoldedBy>): Promise<void> {
    for (const decider of deciders) if (!this.folds.has(decider.name)) await this.begin(decider, snapshots);
    const folds = [...this.folds.values()];
    let from = folds.reduce((least, fold) => (nextOf(fold) < least ? nextOf(fold) : least), this.next);
    for (;;) {
      let count = 0;
      for await (const event of log.read(this.stream, { from, limit: STREAM_PAGE_LIMIT })) {
        this.fold(event);
        this.lastPosition = event.position;
        from = event.revision + 1n;
        count++;
      }
      if (count < STREAM_PAGE_LIMIT) break;
      await nextTurn();
    }
    for (const fold of folds) fold.isComplete = true;
  }

  /** Keeps the states whose snapshots are due. Every event in them must be stored. */
  saveWhenDue(snapshots: StateSnapshots): void {
    for (const fold of this.folds.values())
      if (fold.last)
        fold.saved = snapshots.saveWhenDue(fold.decider, fold.saved, { ...fold, last: fold.last });
  }

  private async begin(decider: FoldedBy, snapshots: StateSnapshots | undefined): Promise<void> {
    const saved = (await snapshots?.load(decider, this.stream)) ?? null;
    const state = saved ? saved.state : decider.initialState();
    this.folds.set(decider.name, { decider, state, last: saved?.last ?? null, saved, isComplete: false });
    if (!saved) return;
    this.isAt(saved.last);
    if (saved.last.position > this.lastPosition) this.lastPosition = saved.last.position;
  }
}

/** Revision of the next event of a state. */
const nextOf = ({ last }: Fold): bigint => (last ? last.revision + 1n : 0n);
