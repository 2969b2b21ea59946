import type { Actor, DomainEvent, RecordedEvent } from './event.js';

/** Who asks, and under which id: event ids are UUIDv5(commandId, index). */
export interface CommandContext {
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actor: Actor;
  /** Events the command already recorded in other streams. */
  readonly indexFrom?: number;
}

/** Every command carries the instant of its decision, stamped by the command runner (ISO-8601 UTC, ms). */
export type DecidedCommand = Readonly<{ at: string }>;

/** The write side of one stream as plain functions; `name` keys the state cache together with the stream. */
export interface Decider<State, Command extends DecidedCommand, Event extends DomainEvent> {
  readonly name: string;
  initialState(): State;
  /** The facts to record (none = a repeat), or throws a DomainError: a refusal that is not recorded. */
  decide(command: Command, state: State): readonly Event[];
  /** Folds one fact into the state it owns, which it may change; a fact not stored yet has no position. */
  evolve(state: State, event: RecordedEvent<Event>): State;
}
