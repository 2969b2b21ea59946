import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Decider } from '../event-sourcing/decider.js';
import type { Position, RecordedEvent } from '../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING } from '../event-store/event-store.port.js';

/** Events of one stream read at a time while a state is loaded. */
export const STREAM_PAGE_LIMIT = 500;

/** What folding needs of a decider. */
export type FoldedBy = Pick<Decider<unknown, never, never>, 'name' | 'initialState' | 'evolve'>;

interface Fold {
  readonly decider: FoldedBy;
  state: unknown;
  /** Revision of the last event in `state`, -1 before the first. */
  through: bigint;
}

/** The states that several deciders folded from one stream; every event goes into all of them. */
export class StreamStates {
  private readonly folds = new Map<string, Fold>();
  private through = -1n;
  /** Instant of the stream's last event; no later event may be before it. */
  lastAtMs = 0;
  /** Place of the stream's last event that is known to be stored. */
  lastPosition: Position = BEGINNING;

  constructor(readonly stream: string) {}

  /** What an append must expect. */
  get revision(): bigint | 'no_stream' {
    return this.through < 0n ? 'no_stream' : this.through;
  }

  /** Revision of the event that comes next. */
  get next(): bigint {
    return this.through + 1n;
  }

  /** How many events all the states hold together. */
  get events(): number {
    return Number(this.next) * this.folds.size;
  }

  has(decider: FoldedBy): boolean {
    return this.folds.has(decider.name);
  }

  of(decider: FoldedBy): unknown {
    const fold = this.folds.get(decider.name);
    if (!fold) throw new Error(`${decider.name} was never folded from ${this.stream}`);
    return fold.state;
  }

  /** Folds one event into every state that does not hold it yet. */
  fold(event: RecordedEvent): void {
    for (const fold of this.folds.values()) {
      if (event.revision <= fold.through) continue;
      if (event.revision !== fold.through + 1n) throw new Error(`a gap before ${event.id}`);
      fold.state = fold.decider.evolve(fold.state, event as never);
      fold.through = event.revision;
    }
    if (event.revision <= this.through) return;
    this.through = event.revision;
    this.lastAtMs = Math.max(this.lastAtMs, Date.parse(event.metadata.at));
  }

  /** Reads what is stored behind the states, from the beginning for a decider that has none yet. */
  async catchUp(log: EncryptedEventLog, deciders: Iterable<FoldedBy>): Promise<void> {
    for (const decider of deciders) {
      if (!this.has(decider)) {
        this.folds.set(decider.name, { decider, state: decider.initialState(), through: -1n });
      }
    }
    let from = this.oldest() + 1n;
    for (;;) {
      let count = 0;
      for await (const event of log.read(this.stream, { from, limit: STREAM_PAGE_LIMIT })) {
        this.fold(event);
        this.lastPosition = event.position;
        from = event.revision + 1n;
        count++;
      }
      if (count < STREAM_PAGE_LIMIT) return;
      await nextTurn();
    }
  }

  private oldest(): bigint {
    let oldest = this.through;
    for (const fold of this.folds.values()) if (fold.through < oldest) oldest = fold.through;
    return oldest;
  }
}
