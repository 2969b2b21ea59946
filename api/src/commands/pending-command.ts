import type { Decider, DecidedCommand } from '../event-sourcing/decider.js';
import type { DomainEvent, Position, RecordedEvent } from '../event-sourcing/event.js';
import type { CommandContext } from './command-context.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import { BEGINNING } from '../event-store/event-store.port.js';

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

/** What the caller gets beside the events: the answer read from the state, or an error instead of everything. */
export type Outcome = { readonly answer: unknown } | { readonly error: unknown };

/** One command in the queue of its stream, its types forgotten. */
export class PendingCommand {
  readonly decider: Decider<unknown, DecidedCommand, DomainEvent>;
  readonly command: object;
  readonly context: CommandContext;
  readonly result: Promise<CommandResult<DomainEvent, unknown>>;
  readonly deadlineAtMs: number;
  /** How far the stream was when the command was settled. */
  streamPosition: Position = BEGINNING;
  private readonly answer: ((state: unknown) => unknown) | undefined;
  private readonly timer: NodeJS.Timeout;
  private settled = false;
  private resolve!: (result: CommandResult<DomainEvent, unknown>) => void;
  private reject!: (error: unknown) => void;

  constructor(request: CommandRequest<never, never, never, unknown>, deadlineMs: number) {
    this.decider = request.decider;
    this.command = request.command;
    this.context = request.context;
    this.answer = request.answer as PendingCommand['answer'];
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.deadlineAtMs = performance.now() + deadlineMs;
    this.timer = setTimeout(() => this.expire(), deadlineMs);
  }

  /** False once it was answered or its time is up: then it must not be decided again. */
  open(): boolean {
    if (!this.settled && performance.now() >= this.deadlineAtMs) this.expire();
    return !this.settled;
  }

  /** Reads the caller's answer from the state as it is now; what that throws is for the caller alone. */
  answerFrom(state: unknown): Outcome {
    try {
      return { answer: this.answer?.(state) };
    } catch (error) {
      return { error };
    }
  }

  /** Answers with what was recorded for it, or with its refusal. */
  settle(outcome: Outcome, events: readonly RecordedEvent[]): void {
    if ('error' in outcome) this.fail(outcome.error);
    else if (this.close())
      this.resolve({ events, position: events.at(-1)?.position ?? null, answer: outcome.answer });
  }

  fail(error: unknown): void {
    if (this.close()) this.reject(error);
  }

  private expire(): void {
    this.fail(new StoreUnavailable(`${this.decider.name} was not decided and stored in time`));
  }

  /** False when it was answered before. */
  private close(): boolean {
    if (this.settled) return false;
    this.settled = true;
    clearTimeout(this.timer);
    return true;
  }
}
