import type { RecordedEvent } from '../../event-sourcing/event.js';
import type { Saga } from '../../event-sourcing/saga.js';
import type { EventLog } from '../event-log.js';

/** States kept in memory, the streams used last. */
export const CACHED_SAGA_STATES_LIMIT = 20_000;

interface SagaState {
  state: unknown;
  /** Revision of the last event in `state`, -1 before the first. */
  through: bigint;
}

/** The folds that a saga reacts with: each of one stream, up to and including the event in hand. */
export class SagaStates {
  private readonly states = new Map<string, SagaState>();

  constructor(
    private readonly log: EventLog,
    private readonly saga: Saga,
  ) {}

  /** The state of `stream` with every event of it up to `event` folded in; it is read where it is not at hand. */
  async upTo(event: RecordedEvent, stream: string): Promise<unknown> {
    const kept = this.take(stream);
    const own = event.stream === stream;
    // A state that is ahead of the event (it was handed over again) cannot be turned back.
    const isAhead = kept !== undefined && own && kept.through >= event.revision;
    const known = kept && !isAhead ? kept : { state: this.saga.initialState(), through: -1n };
    if (own && known.through === event.revision - 1n) this.fold(known, event);
    else await this.read(known, event, stream);
    this.keep(stream, known);
    return known.state;
  }

  /** Folds an event that needs no reaction into its stream's state, if that is at hand and this is what comes next. */
  pass(event: RecordedEvent): void {
    const known = this.states.get(event.stream);
    if (known?.through !== event.revision - 1n) return;
    this.states.delete(event.stream);
    this.fold(known, event);
    this.keep(event.stream, known);
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

  /** Out of the cache while it changes, so that a throw leaves nothing half folded behind. */
  private take(stream: string): SagaState | undefined {
    const known = this.states.get(stream);
    this.states.delete(stream);
    return known;
  }

  private keep(stream: string, known: SagaState): void {
    this.states.set(stream, known);
    if (this.states.size <= CACHED_SAGA_STATES_LIMIT) return;
    for (const oldest of this.states.keys()) {
      this.states.delete(oldest);
      return;
    }
  }
}
