import { LRUCache } from 'lru-cache';
import type { RecordedEvent } from '../event-sourcing/event.js';
import type { Saga } from '../event-sourcing/saga.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';

/** Most states kept in memory, the streams used last. */
export const CACHED_SAGA_STATES_LIMIT = 20_000;

interface SagaState {
  state: unknown;
  /** Revision of the last event in `state`, -1 before the first. */
  through: bigint;
}

/** The states a saga reacts with: each folded from one stream, up to and including the current event. */
export class SagaStates {
  private readonly states = new LRUCache<string, SagaState>({ max: CACHED_SAGA_STATES_LIMIT });

  constructor(
    private readonly log: EncryptedEventLog,
    private readonly saga: Saga,
  ) {}

  /** The state of `stream` with every event up to `event` folded in; what the cache lacks is read from the log. */
  async upTo(event: RecordedEvent, stream: string): Promise<unknown> {
    const cached = this.states.get(stream);
    // Out of the cache while it is extended, so that a throw leaves no half-folded state.
    this.states.delete(stream);
    const isOwn = event.stream === stream;
    // A state beyond the event (which was delivered again) cannot be turned back.
    const isBeyond = cached !== undefined && isOwn && cached.through >= event.revision;
    const known = cached && !isBeyond ? cached : { state: this.saga.initialState(), through: -1n };
    if (isOwn && known.through === event.revision - 1n) this.fold(known, event);
    else await this.read(known, event, stream);
    this.states.set(stream, known);
    return known.state;
  }

  private async read(known: SagaState, event: RecordedEvent, stream: string): Promise<void> {
    for await (const earlier of this.log.read(stream, { from: known.through + 1n })) {
      if (earlier.position > event.position) return;
      this.fold(known, earlier);
    }
  }

  private fold(known: SagaState, event: RecordedEvent): void {
    known.state = this.saga.evolve(known.state, event);
    known.through = event.revision;
  }
}
