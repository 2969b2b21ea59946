import type { RecordedEvent } from './event.js';

type Typed = { readonly type: string };

/** A command a saga wants: the runner makes its id as UUIDv5 of saga name and `parts`, so a repeat does nothing. */
export interface Reaction<Command extends Typed = Typed> {
  readonly parts: readonly string[];
  readonly command: Command;
}

/** Reacts to facts with commands, from a checkpoint that is never reset. Pure: the runner does the work. */
export interface Saga<State = unknown, Command extends Typed = Typed> {
  readonly name: string;
  readonly startAt: 'head' | 'beginning';
  readonly prefixes: readonly string[];
  /** The stream that is folded up to and including the event before `react` is asked; null when none is needed. */
  stateStream(event: RecordedEvent): string | null;
  initialState(): State;
  evolve(state: State, event: RecordedEvent): State;
  react(event: RecordedEvent, state: State): readonly Reaction<Command>[];
}
