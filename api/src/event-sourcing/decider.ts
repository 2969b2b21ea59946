import type { Actor, DomainEvent, StreamEvent } from './event.js';

/** The id and actor of a command; event ids are UUIDv5(commandId, index). */
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

/**
 * A decision that a restored log has lost: recorded as it was, unless it holds already.
 * @throws DomainError where the log lacks what it is about
 */
export interface DecideAgain<Event extends DomainEvent = DomainEvent> {
  readonly type: 'DecideAgain';
  /** Of the stream: `rule-` + id. */
  readonly id: string;
  readonly decision: Event;
}

/** The write side of one stream as plain functions; `name` keys the state cache together with the stream. */
export interface Decider<State, Command extends DecidedCommand, Event extends DomainEvent> {
  readonly name: string;
  initialState(): State;
  /** Returns the events to record (none = a repeat). @throws DomainError for a refusal that is not recorded */
  decide(command: Command, state: State): readonly Event[];
  /** Folds an event into the state, which it may modify; `evolveBy` makes it from a table. */
  evolve(state: State, event: StreamEvent<Event>): State;
  /** `evolve` returns another state and modifies none: callers may keep what they were given. */
  readonly keepsStates?: true;
  /** Omitted where streams stay short. */
  readonly snapshot?: StateSnapshot<State>;
}

/** The form in which a state is kept outside the log, so that a long stream is not folded from its beginning (ADR 17). */
export interface StateSnapshot<State> {
  /** Raise it with every change of the kept form, and of what `evolve` makes of an event: older snapshots are ignored. */
  readonly schema: number;
  /** Plain JSON without personal data, a copy. */
  save(state: State): object;
  /** The state of `save`'s JSON. */
  restore(kept: never): State;
}
