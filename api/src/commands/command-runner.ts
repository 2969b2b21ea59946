import type { Actor, DomainEvent, Position, RecordedEvent } from '../event-sourcing/event.js';
import type { DecidedCommand, Decider } from '../event-sourcing/decider.js';

/** Who asks, and under which id: event ids are UUIDv5(commandId, index). */
export interface CommandContext {
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actor: Actor;
  /** Events the command already recorded in other streams. */
  readonly indexFrom?: number;
}

export interface CommandRequest<State, Command extends DecidedCommand, Event extends DomainEvent, Answer> {
  readonly decider: Decider<State, Command, Event>;
  readonly stream: string;
  /** The command; `at` is stamped by the runner: max(now, the stream's last instant). */
  readonly command: Omit<Command, 'at'>;
  readonly context: CommandContext;
  /** Reads what the caller needs from the state after the decision, synchronously; do not keep the state. */
  readonly answer?: (state: State) => Answer;
}

export interface CommandResult<Event extends DomainEvent, Answer> {
  /** What this command recorded; none for a repeat. */
  readonly events: readonly RecordedEvent<Event>[];
  /** Position of the last event recorded by it, null for a repeat. */
  readonly position: Position | null;
  readonly answer: Answer;
}

/** Runs deciders against streams (architecture §5): a queue per stream, batches, state cache, conflicts decided again. */
export interface CommandRunner {
  /** @throws DomainError a refusal; StoreUnavailable at the deadline or when the stream's queue is full */
  execute<State, Command extends DecidedCommand, Event extends DomainEvent, Answer = undefined>(
    request: CommandRequest<State, Command, Event, Answer>,
  ): Promise<CommandResult<Event, Answer>>;
  /**
   * Reads a stream's current state (its tail is read from the store first). `read` must not keep the state.
   * Noted in the request's scope like a command: what the request read, its browser's next reads show.
   */
  inspect<State, Answer>(
    decider: Pick<Decider<State, never, never>, 'name' | 'initialState' | 'evolve'>,
    stream: string,
    read: (state: State) => Answer,
  ): Promise<Answer>;
}
