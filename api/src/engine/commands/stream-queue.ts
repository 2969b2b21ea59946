import { setTimeout as delay } from 'node:timers/promises';
import type { LRUCache } from 'lru-cache';
import { v5 as uuidV5 } from 'uuid';
import type { RecordedEvent, StreamEvent } from '../../event-sourcing/event.js';
import { isoInstant, type Clock } from '../../config/clock.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { Undecodable } from '../event-store/encrypted-event-log.js';
import { OutcomeUnknown, RevisionConflict, type NewEvent } from '../event-store/event-store.port.js';
import type { ClockGuard } from './clock-guard.js';
import type { Outcome, PendingCommand } from './pending-command.js';
import type { FoldedBy } from './state-snapshots.js';
import { StreamStates, type Sources } from './stream-states.js';

/** Most waiting commands per stream. */
export const STREAM_QUEUE_LIMIT = 512;
/** Most commands per append. */
export const COMMAND_BATCH_LIMIT = 64;
/** Longest pause after a conflict, so that two processes on one stream do not retry in step. */
const CONFLICT_PAUSE_MS = 5;

/** Shared by all queues; `states` caches the states of the most recently used streams. */
export interface QueueResources extends Sources {
  readonly clock: Clock;
  readonly guard?: ClockGuard | undefined;
  readonly states: LRUCache<string, StreamStates>;
}

/** The outcome of one command, delivered once the whole batch is durable. */
interface Decision {
  readonly pending: PendingCommand;
  readonly count: number;
  readonly outcome: Outcome;
}

interface Round {
  readonly decisions: readonly Decision[];
  readonly events: readonly NewEvent[];
}

/** The commands waiting for one stream: decided in order, appended in batches. */
export class StreamQueue {
  readonly waiting: PendingCommand[] = [];

  constructor(
    private readonly stream: string,
    private readonly resources: QueueResources,
  ) {}

  /** Completes the next batch; new commands collect for the following one in the meantime. */
  async completeNext(): Promise<void> {
    await this.complete(this.waiting.splice(0, COMMAND_BATCH_LIMIT));
  }

  /** Completes every command of a batch in all cases. */
  private async complete(batch: readonly PendingCommand[]): Promise<void> {
    for (let open = openOf(batch); open.length > 0; open = openOf(open)) {
      try {
        await this.attempt(open);
      } catch (error) {
        if (!(error instanceof RevisionConflict)) {
          await this.failed(open, error);
          return;
        }
        await delay(Math.random() * CONFLICT_PAUSE_MS);
      }
    }
  }

  private async failed(batch: readonly PendingCommand[], error: unknown): Promise<void> {
    const refusal = unavailable(error);
    if (refusal || batch.length === 1) {
      for (const pending of batch) pending.fail(refusal ?? error);
      return;
    }
    // One command broke the batch, or all together are too large for an append: run each alone.
    for (const pending of batch) await this.complete([pending]);
  }

  /**
   * Decides the batch and appends it. A successful append at the expected revision validates every decision of its batch; a
   * batch without events must read the stream's latest events instead.
   */
  private async attempt(batch: readonly PendingCommand[]): Promise<void> {
    const { states: cache, guard, snapshots } = this.resources;
    await guard?.prepare();
    const states = cache.get(this.stream) ?? new StreamStates(this.stream);
    const deciders = new Set(batch.map(({ request }) => request.decider));
    const isFresh = !states.hasAll(deciders);
    if (isFresh) await this.load(states, deciders);
    let round = this.decideAll(openOf(batch), states);
    if (round.events.length === 0 && !isFresh) {
      const { next } = states;
      await this.load(states, deciders);
      if (states.next !== next) round = this.decideAll(openOf(batch), states);
    }
    const recorded = round.events.length > 0 ? await this.append(round, states) : [];
    cache.set(this.stream, states);
    let from = 0;
    for (const { pending, count, outcome } of round.decisions) {
      pending.streamPosition = states.lastPosition;
      pending.complete(outcome, recorded.slice(from, (from += count)));
    }
    if (snapshots) states.saveWhenDue(snapshots);
  }

  /** The read part is kept whether or not its commands still wait: a load may take longer than any deadline. */
  private async load(states: StreamStates, deciders: Iterable<FoldedBy>): Promise<void> {
    const { states: cache } = this.resources;
    try {
      await states.catchUp(this.resources, deciders);
      cache.set(this.stream, states);
    } catch (error) {
      if (unavailable(error)) cache.set(this.stream, states);
      else cache.delete(this.stream);
      throw error;
    }
  }

  private async append({ events, decisions }: Round, states: StreamStates): Promise<readonly StreamEvent[]> {
    const first = states.next - BigInt(events.length);
    const expected = first === 0n ? 'no_stream' : first - 1n;
    // All commands have the same time limit, so the last one has the latest deadline.
    const deadlineAtMs = decisions.at(-1)?.pending.deadlineAtMs;
    const { log } = this.resources;
    const { position, recorded } = await log.append(this.stream, expected, events, deadlineAtMs);
    states.lastPosition = position;
    return recorded;
  }

  /** Decides the commands in order on the evolving states, which leave the cache: a later error discards them. */
  private decideAll(batch: readonly PendingCommand[], states: StreamStates): Round {
    this.resources.states.delete(this.stream);
    const decisions: Decision[] = [];
    const events: NewEvent[] = [];
    for (const pending of batch) {
      const decided = this.decide(pending, states);
      if ('error' in decided) {
        decisions.push({ pending, count: 0, outcome: decided });
        continue;
      }
      for (const event of decided) states.fold(this.unstored(event, states.next));
      events.push(...decided);
      const outcome = pending.select(states.of(pending.request.decider));
      decisions.push({ pending, count: decided.length, outcome });
    }
    return { decisions, events };
  }

  private decide(pending: PendingCommand, states: StreamStates): NewEvent[] | { error: unknown } {
    const { decider, command, context } = pending.request;
    const at = isoInstant(Math.max(this.resources.clock.now(), states.lastAtMs));
    try {
      const decided = decider.decide({ ...command, at }, states.of(decider));
      if (decided.length > 0) this.resources.guard?.require();
      const { commandId, correlationId, causationId, actor, indexFrom = 0 } = context;
      const ids = { commandId, $correlationId: correlationId, $causationId: causationId };
      return decided.map(({ type, data }, index) => {
        const schemaVersion = this.resources.log.declarations.get(type)?.schemaVersion;
        if (schemaVersion === undefined) throw new Error(`${type} is not declared`);
        // A state that retains a part of the event must not change the stored data.
        freeze(data);
        const id = uuidV5(String(indexFrom + index), commandId);
        return { id, type, data, metadata: { schemaVersion, ...ids, actor, at } };
      });
    } catch (error) {
      return { error };
    }
  }

  /** The event as later decisions of its batch fold it. */
  private unstored(event: NewEvent, revision: bigint): RecordedEvent {
    const { stream } = this;
    return {
      ...event,
      stream,
      revision,
      get position(): never {
        throw new Error('evolve must not read the position: it is not known before the event is stored');
      },
    };
  }
}

const openOf = (batch: readonly PendingCommand[]) => batch.filter((pending) => pending.isOpen());

/** The error for an unavailable store or an unreadable stream: its content must not be guessed. */
function unavailable(error: unknown): StoreUnavailable | null {
  if (error instanceof StoreUnavailable) return error;
  const isUnreadable = error instanceof OutcomeUnknown || error instanceof Undecodable;
  return isUnreadable ? new StoreUnavailable(error.message, { cause: error }) : null;
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}
