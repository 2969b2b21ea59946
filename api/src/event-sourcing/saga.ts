import type { StateSnapshot } from './decider.js';
import type { DomainEvent, Position, RecordedEvent, StreamEvent } from './event.js';

type Typed = { readonly type: string };

/** A saga's command. Its id is a UUIDv5 of saga name and `commandIdParts`, so that a repeat changes nothing. */
export interface Reaction<Command extends Typed = Typed> {
  readonly commandIdParts: readonly string[];
  readonly command: Command;
}

/**
 * State that all streams of a saga share, folded from separate streams in the order of the log by each process. When an event is
 * handled, everything recorded before it is in there, and possibly more: `at` has what applies to it.
 */
export interface SharedState<Shared = unknown, Event extends DomainEvent = DomainEvent, Applies = unknown> {
  readonly prefixes: readonly string[];
  initialState(): Shared;
  /** Returns a new value where something changes. */
  evolve(shared: Shared, event: RecordedEvent<Event>): Shared;
  /** What applies to an event at this position. */
  at(shared: Shared, position: Position): Applies;
}

/** Reacts to events with commands, from a checkpoint that is never reset. Pure: the runner executes the commands. */
export interface Saga<
  State = unknown,
  Command extends Typed = Typed,
  Event extends DomainEvent = DomainEvent,
  Applies = unknown,
> {
  readonly name: string;
  readonly startAt: 'head' | 'beginning';
  readonly prefixes: readonly string[];
  /** Whether the event's stream is folded, up to and including the event, before `react` is called. */
  needsState(event: RecordedEvent<Event>): boolean;
  initialState(): State;
  evolve(state: State, event: StreamEvent<Event>, applies?: Applies): State;
  react(event: RecordedEvent<Event>, state: State, applies?: Applies): readonly Reaction<Command>[];
  /** Omitted where reactions depend on the state alone. */
  readonly shared?: SharedState<unknown, DomainEvent, Applies>;
  /** Omitted where streams stay short. */
  readonly snapshot?: StateSnapshot<State>;
}

/** The declaration of a saga with reactions that depend on the event alone. */
export const stateless = { needsState: () => false, initialState: () => null, evolve: () => null } as const;
