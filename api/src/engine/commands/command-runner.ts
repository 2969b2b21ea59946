import { LRUCache } from 'lru-cache';
import type { DecidedCommand, Decider } from '../../event-sourcing/decider.js';
import type { DomainEvent } from '../../event-sourcing/event.js';
import type { Clock } from '../../config/clock.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { BEGINNING } from '../event-store/event-store.port.js';
import type { ClockGuard } from './clock-guard.js';
import { newCommandContext } from './command-context.js';
import {
  PendingCommand,
  type CommandRequest,
  type CommandResult,
  type UntypedRequest,
} from './pending-command.js';
import { requestContext } from './request-context.js';
import { STREAM_QUEUE_LIMIT, StreamQueue, type QueueResources } from './stream-queue.js';
import type { SafetyCopies } from './safety-copies.js';
import type { StateSnapshots } from './state-snapshots.js';
import type { StreamStates } from './stream-states.js';

/** Longest time from accepting a command to its result. */
export const COMMAND_DEADLINE_MS = 3_000;
/** Most streams with a cached state. */
export const CACHED_STREAMS_LIMIT = 10_000;
/** Events in all cached states together. */
export const CACHED_EVENTS_LIMIT = 500_000;

interface Options {
  /** Prefixes of writable stream names; any stream when omitted. */
  readonly prefixes?: readonly string[];
  /** Nothing is recorded while it does not trust the clock. */
  readonly guard?: ClockGuard;
  /** Without it, long streams are folded from their beginning. */
  readonly snapshots?: StateSnapshots;
  /** Decisions that must survive a restore wait for it. */
  readonly copies?: SafetyCopies;
  readonly deadlineMs?: number;
  readonly cachedStreams?: number;
  readonly cachedEvents?: number;
}

/** Runs deciders against streams: one queue per stream, one append per batch, conflicts decided again. */
export class CommandRunner {
  /** Only streams with waiting commands. */
  private readonly queues = new Map<string, StreamQueue>();
  private readonly resources: QueueResources;
  private readonly deadlineMs: number;

  constructor(
    private readonly log: EncryptedEventLog,
    clock: Clock,
    private readonly options: Options = {},
  ) {
    const states = new LRUCache<string, StreamStates>({
      max: options.cachedStreams ?? CACHED_STREAMS_LIMIT,
      maxSize: options.cachedEvents ?? CACHED_EVENTS_LIMIT,
      sizeCalculation: ({ size }) => Math.max(1, size),
    });
    this.resources = { ...options, log, clock, states };
    this.deadlineMs = options.deadlineMs ?? COMMAND_DEADLINE_MS;
  }

  /** @throws DomainError a refusal; StoreUnavailable at the deadline or when the stream's queue is full */
  async execute<State, Command extends DecidedCommand, Event extends DomainEvent, Selected = undefined>(
    request: CommandRequest<State, Command, Event, Selected>,
  ): Promise<CommandResult<Event, Selected>> {
    const pending = this.enqueue(request as unknown as UntypedRequest);
    try {
      const result = await pending.result;
      await this.copied(result);
      return result as unknown as CommandResult<Event, Selected>;
    } finally {
      if (pending.streamPosition !== BEGINNING) requestContext.recordedAt(pending.streamPosition);
    }
  }

  /**
   * Returns what `select` picks from a stream's current state, including events that are not cached yet: plain data, a copy
   * where a state is folded in place. The position is noted in the request's scope like a command's, so that the browser's next
   * reads are at least as recent.
   */
  async query<State, Selected>(
    decider: Pick<
      Decider<State, never, never>,
      'name' | 'initialState' | 'evolve' | 'keepsStates' | 'snapshot'
    >,
    stream: string,
    select: (state: State) => Selected,
  ): Promise<Selected> {
    const { selected } = await this.execute<State, DecidedCommand, never, Selected>({
      decider: { ...decider, decide: () => [] },
      stream,
      command: {},
      context: READING,
      select,
    });
    return selected;
  }

  private async copied({ events, position }: CommandResult<DomainEvent, unknown>): Promise<void> {
    if (position === null) return;
    const { declarations } = this.log;
    if (events.some(({ type, data }) => declarations.get(type)?.safety?.(data as never)))
      await this.options.copies?.waitFor(position);
  }

  private enqueue(request: UntypedRequest): PendingCommand {
    const { stream } = request;
    if (this.options.prefixes?.some((prefix) => stream.startsWith(prefix)) === false)
      throw new Error(`no feature declares the stream category of ${stream}`);
    const busy = this.queues.get(stream);
    if (busy && busy.waiting.length >= STREAM_QUEUE_LIMIT)
      throw new StoreUnavailable(`too many commands wait for ${stream}`);
    const queue = busy ?? new StreamQueue(stream, this.resources);
    const pending = new PendingCommand(request, this.deadlineMs);
    queue.waiting.push(pending);
    if (!busy) void this.drain(stream, queue);
    return pending;
  }

  private async drain(stream: string, queue: StreamQueue): Promise<void> {
    this.queues.set(stream, queue);
    while (queue.waiting.length > 0) await queue.completeNext();
    // In the same turn as the check: the next command starts a new queue.
    this.queues.delete(stream);
  }
}

/** Context of reads, which record nothing. */
const READING = newCommandContext({ kind: 'system', id: 'query' });
