import type { RecordedEvent } from './event.js';

/** A command a saga wants: the runner makes its id as UUIDv5 of saga name and `parts`, so a repeat does nothing. */
export interface Reaction<Command extends { readonly type: string } = { readonly type: string }> {
  readonly parts: readonly string[];
  readonly command: Command;
}

/**
 * Reacts to facts with commands, from a checkpoint that is never reset. Pure: the runner folds `stateStream`
 * up to and including the event before it asks `react`.
 */
export interface Saga<
  State = unknown,
  Command extends { readonly type: string } = { readonly type: string },
> {
  readonly name: string;
  readonly startAt: 'head' | 'beginning';
  readonly prefixes: readonly string[];
  /** The stream whose fold `react` needs, or null when it needs none. */
  stateStream(event: RecordedEvent): string | null;
  initialState(): State;
  evolve(state: State, event: RecordedEvent): State;
  react(event: RecordedEvent, state: State): readonly Reaction<Command>[];
}
