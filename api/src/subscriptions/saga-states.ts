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

/** The folds that a saga reacts with: each of one stream, up to and including the event in hand. */
export class SagaStates {
  private readonly states = new LRUCache<string, SagaState>({ max: CACHED_SAGA_STATES_LIMIT });

  constructor(
    private readonly log: EncryptedEventLog,
    private readonly saga: Saga,
  ) {}

  /** The state of `stream` with `event` folded in, if that needs no look into the log; else undefined. */
  atHand(event: RecordedEvent, stream: string): { readonly state: unknown } | undefined {
    if (event.stream !== stream) return undefined;
    const known = this.states.get(stream) ?? this.beginning();
    if (known.through !== event.revision - 1n) return undefined;
    this.fold(known, event);
    this.states.set(stream, known);
    return known;
  }

  /** The state of `stream` with every event of it up to `event` folded in, read from the log where it is not at hand. */
  async upTo(event: RecordedEvent, stream: string): Promise<unknown> {
    const kept = this.take(stream);
    // A state that is ahead of the event (it was handed over again) cannot be turned back.
    const isAhead = kept !== undefined && event.stream === stream && kept.through >= event.revision;
    const known = kept && !isAhead ? kept : this.beginning();
    await this.read(known, event, stream);
    this.states.set(stream, known);
    return known.state;
  }

  /** Folds an event that needs no reaction into its stream's state, if that is at hand and this is what comes next. */
  pass(event: RecordedEvent): void {
    const known = this.states.get(event.stream);
    if (known?.through !== event.revision - 1n) return;
    this.fold(known, event);
  }

  private async read(known: SagaState, event: RecordedEvent, stream: string): Promise<void> {
    for await (const earlier of this.log.read(stream, { from: known.through + 1n })) {
      if (earlier.position > event.position) return;
      this.fold(known, earlier);
    }
  }

  private beginning(): SagaState {
    return { state: this.saga.initialState(), through: -1n };
  }

  /** A throw leaves nothing half folded behind. */
  private fold(known: SagaState, event: RecordedEvent): void {
    try {
      known.state = this.saga.evolve(known.state, event);
      known.through = event.revision;
    } catch (error) {
      this.states.delete(event.stream);
      throw error;
    }
  }

  /** Out of the cache while it is read on: nobody else may meet it half way. */
  private take(stream: string): SagaState | undefined {
    const known = this.states.get(stream);
    this.states.delete(stream);
    return known;
  }
}
