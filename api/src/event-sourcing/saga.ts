import type { StateSnapshot } from './decider.js';
import type { DomainEvent, RecordedEvent } from './event.js';

type Typed = { readonly type: string };

/** A saga's command. Its id is a UUIDv5 of saga name and `commandIdParts`, so that a repeat changes nothing. */
export interface Reaction<Command extends Typed = Typed> {
  readonly commandIdParts: readonly string[];
  readonly command: Command;
}

/**
 * What all states of a saga share, folded from streams of its own in the order of the log: when an event is handled, all before
 * it is in there, and possibly more, so that a saga looks up what applies at the event's position. Each process folds it at start.
 */
export interface SharedState<Shared = unknown, Event extends DomainEvent = DomainEvent> {
  readonly prefixes: readonly string[];
  initialState(): Shared;
  /** Returns a new value where something changes. */
  evolve(shared: Shared, event: RecordedEvent<Event>): Shared;
}

/** Reacts to events with commands, from a checkpoint that is never reset. Pure: the runner executes the commands. */
export interface Saga<
  State = unknown,
  Command extends Typed = Typed,
  Event extends DomainEvent = DomainEvent,
  Shared = unknown,
> {
  readonly name: string;
  readonly startAt: 'head' | 'beginning';
  readonly prefixes: readonly string[];
  /** The stream to fold up to and including the event before `react` is called; null when none is needed. */
  stateStream(event: RecordedEvent<Event>): string | null;
  initialState(): State;
  evolve(state: State, event: RecordedEvent<Event>, shared: Shared): State;
  react(event: RecordedEvent<Event>, state: State, shared: Shared): readonly Reaction<Command>[];
  /** Left out where events depend on their own stream alone. */
  readonly shared?: SharedState<Shared>;
  /** Left out where streams stay short. */
  readonly snapshot?: StateSnapshot<State>;
}

/** What a saga declares whose reactions depend on the event alone. */
export const stateless = { stateStream: () => null, initialState: () => null, evolve: () => null } as const;
