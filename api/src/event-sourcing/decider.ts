import type { DomainEvent, RecordedEvent } from './event.js';

/** Every command carries the instant of its decision, stamped by the command runner (ISO-8601 UTC, ms). */
export interface DecidedCommand {
  readonly at: string;
}

/**
 * The write side of one stream as plain functions.
 * `decide` returns the facts to record (none = a repeat), or throws a DomainError (a refusal that is not recorded).
 * `evolve` folds one fact; it owns the state it is given and may return the same object changed.
 * `name` keys the state cache together with the stream.
 */
export interface Decider<State, Command extends DecidedCommand, Event extends DomainEvent> {
  readonly name: string;
  initialState(): State;
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: RecordedEvent<Event>): State;
}
