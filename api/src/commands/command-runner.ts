import { setTimeout as delay } from 'node:timers/promises';
import { v5 as uuidV5 } from 'uuid';
import type { DecidedCommand, Decider } from '../event-sourcing/decider.js';
import type { DomainEvent, RecordedEvent } from '../event-sourcing/event.js';
import { isoInstant, type Clock } from '../config/clock.js';
import type { CommandContext } from './command-context.js';
import { decidedEvent, newEvent } from './decided-event.js';
import { Undecodable, type EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import type { NewEvent } from '../event-store/codec.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import {
  APPEND_BATCH_LIMIT,
  BEGINNING,
  OutcomeUnknown,
  RevisionConflict,
} from '../event-store/event-store.port.js';
import { PendingCommand, type CommandRequest, type CommandResult, type Outcome } from './pending-command.js';
import { requestContext } from './request-context.js';
import { StreamLanes, type StreamLane } from './stream-lanes.js';
import type { FoldedBy, StreamStates } from './stream-states.js';

/** Longest time from asking to the answer. */
export const COMMAND_DEADLINE_MS = 3_000;
/** Most commands that wait for one stream. */
export const STREAM_QUEUE_LIMIT = 512;
/** Most commands appended together. */
export const COMMAND_BATCH_LIMIT = 64;
/** Longest pause after a conflict, so that two processes on one stream do not move in step. */
const CONFLICT_PAUSE_MS = 5;

/** The outcome of one command, to be delivered once the whole batch is durable. */
interface Decision {
  readonly pending: PendingCommand;
  readonly count: number;
  readonly outcome: Outcome;
}

interface Round {
  readonly decisions: readonly Decision[];
  readonly events: readonly NewEvent[];
  /** Commands that did not fit into the batch. */
  readonly left: readonly PendingCommand[];
}

interface Limits {
  readonly deadlineMs?: number;
  readonly cachedStreams?: number;
}

/** Runs deciders against streams: one queue per stream, one append per batch, conflicts decided again. */
export class CommandRunner {
  private readonly lanes: StreamLanes;
  private readonly deadlineMs: number;

  constructor(
    private readonly log: EncryptedEventLog,
    private readonly clock: Clock,
    limits: Limits = {},
  ) {
    this.lanes = new StreamLanes(limits.cachedStreams);
    this.deadlineMs = limits.deadlineMs ?? COMMAND_DEADLINE_MS;
  }

  /** @throws DomainError a refusal; StoreUnavailable at the deadline or when the stream's queue is full */
  async execute<State, Command extends DecidedCommand, Event extends DomainEvent, Answer = undefined>(
    request: CommandRequest<State, Command, Event, Answer>,
  ): Promise<CommandResult<Event, Answer>> {
    const pending = this.enqueue(request as unknown as CommandRequest<never, never, never, unknown>);
    try {
      return (await pending.result) as unknown as CommandResult<Event, Answer>;
    } finally {
      if (pending.streamPosition !== BEGINNING) requestContext.recordedAt(pending.streamPosition);
    }
  }

  /**
   * Reads a stream's current state (its tail is read from the store first). `read` must not keep the state.
   * Noted in the request's scope like a command: what the request read, its browser's next reads show.
   */
  async inspect<State, Answer>(
    decider: Pick<Decider<State, never, never>, 'name' | 'initialState' | 'evolve'>,
    stream: string,
    read: (state: State) => Answer,
  ): Promise<Answer> {
    const reader = { ...decider, evolve: decider.evolve.bind(decider), decide: () => [] };
    const { answer } = await this.execute<State, DecidedCommand, never, Answer>({
      decider: { ...reader, initialState: decider.initialState.bind(decider) },
      stream,
      command: {},
      context: READING,
      answer: read,
    });
    return answer;
  }

  private enqueue(request: CommandRequest<never, never, never, unknown>): PendingCommand {
    const lane = this.lanes.of(request.stream);
    if (lane.queue.length >= STREAM_QUEUE_LIMIT)
      throw new StoreUnavailable(`too many wait for ${request.stream}`);
    const pending = new PendingCommand(request, this.deadlineMs);
    lane.queue.push(pending);
    if (!lane.isBusy) void this.drain(lane);
    return pending;
  }

  /** Works until nobody waits; while one batch is appended the next collects. */
  private async drain(lane: StreamLane): Promise<void> {
    lane.isBusy = true;
    while (lane.queue.length > 0) await this.settle(lane, lane.queue.splice(0, COMMAND_BATCH_LIMIT));
    lane.isBusy = false;
  }

  /** Answers every command of a batch, whatever happens. */
  private async settle(lane: StreamLane, batch: readonly PendingCommand[]): Promise<void> {
    let waiting = batch.filter((pending) => pending.open());
    while (waiting.length > 0) {
      try {
        waiting = (await this.attempt(lane, waiting)).filter((pending) => pending.open());
      } catch (error) {
        if (error instanceof RevisionConflict) {
          await delay(Math.random() * CONFLICT_PAUSE_MS);
          waiting = waiting.filter((pending) => pending.open());
          continue;
        }
        const refusal = unavailable(error);
        if (refusal || waiting.length === 1) {
          for (const pending of waiting) pending.fail(refusal ?? error);
          return;
        }
        // One command broke the batch: alone, it breaks nobody else's.
        for (const pending of waiting) await this.settle(lane, [pending]);
        return;
      }
    }
  }

  /**
   * Decides the batch and appends it. The states are out of their lane meanwhile, so a throw anywhere drops them.
   * An append at the revision decided on proves every decision of its batch; without one the stream's tail does.
   */
  private async attempt(
    lane: StreamLane,
    batch: readonly PendingCommand[],
  ): Promise<readonly PendingCommand[]> {
    const states = this.lanes.take(lane);
    const isFresh = batch.some(({ decider }) => !states.has(decider));
    if (isFresh) await states.catchUp(this.log, decidersOf(batch));
    let round = this.decideAll(batch, states);
    if (round.events.length === 0 && !isFresh) {
      const { next } = states;
      await states.catchUp(this.log, decidersOf(batch));
      if (states.next !== next) round = this.decideAll(batch, states);
    }
    const { events, decisions, left } = round;
    let recorded: readonly RecordedEvent[] = [];
    if (events.length > 0) {
      const expected = states.next - BigInt(events.length);
      const place = expected === 0n ? 'no_stream' : expected - 1n;
      // All have the same time, so the last one asked has the most of it left.
      const answer = await this.log.append(lane.stream, place, events, batch.at(-1)?.deadlineAtMs);
      states.lastPosition = answer.position;
      recorded = answer.recorded;
    }
    this.lanes.put(lane, states);
    deliver(decisions, recorded, states);
    return left;
  }

  /** Decides one command after the other on the evolving states. */
  private decideAll(batch: readonly PendingCommand[], states: StreamStates): Round {
    const decisions: Decision[] = [];
    const events: NewEvent[] = [];
    for (const pending of batch) {
      const decided = this.decide(pending, states);
      if (!Array.isArray(decided)) {
        decisions.push({ pending, count: 0, outcome: decided });
        continue;
      }
      if (events.length > 0 && events.length + decided.length > APPEND_BATCH_LIMIT) {
        return { decisions, events, left: batch.slice(decisions.length) };
      }
      for (const event of decided) states.fold(decidedEvent(event, states, this.log));
      events.push(...decided);
      const outcome = pending.answerFrom(states.of(pending.decider));
      decisions.push({ pending, count: decided.length, outcome });
    }
    return { decisions, events, left: [] };
  }

  private decide(pending: PendingCommand, states: StreamStates): NewEvent[] | { error: unknown } {
    const at = isoInstant(Math.max(this.clock.now(), states.lastAtMs));
    const { commandId, indexFrom = 0 } = pending.context;
    try {
      const decided = pending.decider.decide({ ...pending.command, at }, states.of(pending.decider));
      return decided.map((event, index) =>
        newEvent(event, uuidV5(String(indexFrom + index), commandId), { context: pending.context, at }),
      );
    } catch (error) {
      return { error };
    }
  }
}

function decidersOf(batch: readonly PendingCommand[]): Set<FoldedBy> {
  return new Set(batch.map(({ decider }) => decider));
}

/** A store that is away, or a stream that cannot be read: nobody may guess what is in it. */
function unavailable(error: unknown): StoreUnavailable | null {
  if (error instanceof StoreUnavailable) return error;
  const isUnreadable = error instanceof OutcomeUnknown || error instanceof Undecodable;
  return isUnreadable ? new StoreUnavailable(error.message, { cause: error }) : null;
}

/** Context of a reading, which records nothing. */
const READING: CommandContext = {
  commandId: '',
  correlationId: '',
  causationId: '',
  actor: { kind: 'system', id: 'inspect' },
};

function deliver(
  decisions: readonly Decision[],
  recorded: readonly RecordedEvent[],
  states: StreamStates,
): void {
  let from = 0;
  for (const { pending, count, outcome } of decisions) {
    pending.streamPosition = states.lastPosition;
    pending.settle(outcome, recorded.slice(from, from + count));
    from += count;
  }
}
