import type { CommandContext, Decider, DecidedCommand } from '../../event-sourcing/decider.js';
import type { DomainEvent, Position, StreamEvent } from '../../event-sourcing/event.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { within } from '../waiting/time-limit.js';
import { BEGINNING } from '../event-store/event-store.port.js';

export interface CommandRequest<State, Command extends DecidedCommand, Event extends DomainEvent, Selected> {
  readonly decider: Decider<State, Command, Event>;
  readonly stream: string;
  /** The command; `at` is stamped by the runner: max(now, the stream's last instant). */
  readonly command: Omit<Command, 'at'>;
  readonly context: CommandContext;
  /** Selects the caller's result, plain data, from the state after the decision. The caller gets a copy of it, unless states are kept. */
  readonly select?: (state: State) => Selected;
}

export interface CommandResult<Event extends DomainEvent, Selected> {
  /** The events this command recorded; none for a repeat. */
  readonly events: readonly StreamEvent<Event>[];
  /** Position up to which they are stored, null for a repeat. */
  readonly position: Position | null;
  readonly selected: Selected;
}

/** The result selected from the state, or the error that the caller gets instead. */
export type Outcome = { readonly selected: unknown } | { readonly error: unknown };

/** A command in the queue of its stream, without its types. */
export type UntypedRequest = CommandRequest<unknown, DecidedCommand, DomainEvent, unknown>;

/** One command until it is completed, or until its deadline. */
export class PendingCommand {
  readonly result: Promise<CommandResult<DomainEvent, unknown>>;
  readonly deadlineAtMs: number;
  /** Position of the stream's last event when the command was completed. */
  streamPosition: Position = BEGINNING;
  private isAnswered = false;
  private resolve!: (result: CommandResult<DomainEvent, unknown>) => void;
  private reject!: (error: unknown) => void;

  constructor(
    readonly request: UntypedRequest,
    deadlineMs: number,
  ) {
    const completed = new Promise<CommandResult<DomainEvent, unknown>>((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.deadlineAtMs = performance.now() + deadlineMs;
    this.result = within(completed, deadlineMs, () => {
      this.isAnswered = true;
      return new StoreUnavailable(`${request.decider.name} was not decided and stored in time`);
    });
  }

  /** False once answered or past its deadline: then it must not be decided again. */
  isOpen(): boolean {
    return !this.isAnswered && performance.now() < this.deadlineAtMs;
  }

  /** The caller's result as the state is now: a copy where later events may change it. An error affects only this caller. */
  select(state: unknown): Outcome {
    const { select, decider } = this.request;
    try {
      const selected = select?.(state);
      return { selected: decider.keepsStates ? selected : structuredClone(selected) };
    } catch (error) {
      return { error };
    }
  }

  complete(outcome: Outcome, events: readonly StreamEvent[]): void {
    if ('error' in outcome) this.fail(outcome.error);
    else {
      this.isAnswered = true;
      const position = events.length > 0 ? this.streamPosition : null;
      this.resolve({ events, position, selected: outcome.selected });
    }
  }

  fail(error: unknown): void {
    this.isAnswered = true;
    this.reject(error);
  }
}
