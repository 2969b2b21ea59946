import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position, RecordedEvent } from '../../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING } from '../event-store/event-store.port.js';
import {
  initially,
  nextOf,
  type FoldedBy,
  type FoldedState,
  type StateSnapshots,
} from './state-snapshots.js';

/** Events per page while a state is loaded. */
const STREAM_PAGE_LIMIT = 500;

/** Where states are read from. */
export interface Sources {
  readonly log: EncryptedEventLog;
  readonly snapshots?: StateSnapshots | undefined;
}

interface Fold extends FoldedState {
  readonly decider: FoldedBy;
}

/** The states of several deciders on one stream; every event is folded into all of them. */
export class StreamStates {
  private readonly folds = new Map<string, Fold>();
  /** False until all states were once read to the stream's end. */
  private isComplete = false;
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
    return this.isComplete && [...deciders].every(({ name }) => this.folds.has(name));
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
      fold.state = fold.decider.evolve(fold.state, event);
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
      for await (const event of log.read(this.stream, { from, limit: STREAM_PAGE_LIMIT, lazily: true })) {
        this.fold(event);
        this.lastPosition = event.position;
        from = event.revision + 1n;
        count++;
      }
      if (count < STREAM_PAGE_LIMIT) break;
      await nextTurn();
    }
    this.isComplete = true;
  }

  /** Stores the snapshots that are due. Every event in them must be stored. */
  saveWhenDue(snapshots: StateSnapshots): void {
    for (const fold of this.folds.values()) snapshots.saveWhenDue(fold.decider, fold);
  }

  private async begin(decider: FoldedBy, snapshots: StateSnapshots | undefined): Promise<void> {
    const folded = (await snapshots?.load(decider, this.stream)) ?? initially(decider);
    this.folds.set(decider.name, { decider, ...folded });
    this.isComplete = false;
    const { last } = folded;
    if (!last) return;
    this.isAt(last);
    if (last.position > this.lastPosition) this.lastPosition = last.position;
  }
}
