import type { DomainEvent, RecordedEvent } from './event.js';

/** Every command carries the instant of its decision, stamped by the command runner (ISO-8601 UTC, ms). */
export type DecidedCommand = Readonly<{ at: string }>;

/** The write side of one stream as plain functions; `name` keys the state cache together with the stream. */
export interface Decider<State, Command extends DecidedCommand, Event extends DomainEvent> {
  readonly name: string;
  initialState(): State;
  /** The facts to record (none = a repeat), or throws a DomainError: a refusal that is not recorded. */
  decide(command: Command, state: State): readonly Event[];
  /**
   * Folds one fact; it owns the state it is given and may return the same object changed. A fact of the batch in hand
   * has no position yet: reading it throws.
   */
  evolve(state: State, event: RecordedEvent<Event>): State;
}
