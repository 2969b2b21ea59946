import type { StateSnapshot } from './decider.js';
import type { DomainEvent, RecordedEvent, StreamEvent } from './event.js';

type Typed = { readonly type: string };

/** A saga's command. Its id is a UUIDv5 of saga name and `commandIdParts`, so that a repeat changes nothing. */
export interface Reaction<Command extends Typed = Typed> {
  readonly commandIdParts: readonly string[];
  readonly command: Command;
}

/** Reacts to events with commands, from a checkpoint that is never reset. Pure: the runner executes the commands. */
export interface Saga<
  State = unknown,
  Command extends Typed = Typed,
  Event extends DomainEvent = DomainEvent,
> {
  readonly name: string;
  readonly startAt: 'head' | 'beginning';
  readonly prefixes: readonly string[];
  /** The stream to fold up to and including the event before `react` is called; null when none is needed. */
  stateStream(event: RecordedEvent<Event>): string | null;
  initialState(): State;
  evolve(state: State, event: StreamEvent<Event>): State;
  react(event: RecordedEvent<Event>, state: State): readonly Reaction<Command>[];
  /** Left out where streams stay short. */
  readonly snapshot?: StateSnapshot<State>;
}

/** What a saga declares whose reactions depend on the event alone. */
export const stateless = { stateStream: () => null, initialState: () => null, evolve: () => null } as const;
