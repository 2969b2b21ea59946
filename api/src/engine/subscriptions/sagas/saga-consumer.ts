import type { Position, RecordedEvent } from '../../../event-sourcing/event.js';
import type { Saga } from '../../../event-sourcing/saga.js';
import type { LogEntry } from '../../event-store/codec.js';
import { BEGINNING } from '../../event-store/event-store.port.js';
import type { ConsumerSettings, RegisteredSaga, RetriedEvents } from '../subscriptions.js';
import type { Vault } from '../../vault/vault.port.js';
import { Consumer } from '../consumer.js';
import type { EventBatch } from '../shared-feed.js';
import { readParked } from '../projections/parked-events.js';
import { ParkedReactions } from './parked-reactions.js';
import { keyed, streamKey, WAITS_BEHIND } from '../projections/projection-fold.js';
import { SagaCheckpoint } from './saga-checkpoint.js';
import { SagaReactions } from './saga-reactions.js';
import { SharedFold } from '../projections/shared-fold.js';

/** Most keys with reactions in progress. */
const PARALLEL_KEYS_LIMIT = 64;

/** The streams that a saga reads: those it handles, and those that all of its states share. */
export const prefixesOf = ({ prefixes, shared }: Pick<Saga, 'prefixes' | 'shared'>): readonly string[] => [
  ...prefixes,
  ...(shared?.prefixes ?? []),
];

/**
 * Runs one saga: in order for each key, at least once, never forgetting an event (architecture §5). Its checkpoint
 * follows within a second: what is repeated after a kill has the same id and changes nothing.
 */
export class SagaConsumer extends Consumer {
  readonly kind = 'saga';
  readonly generation = null;
  readonly isServing = true;
  private readonly saga: Saga;
  private readonly reactions: SagaReactions;
  private readonly parkedReactions: ParkedReactions;
  private readonly checkpoint: SagaCheckpoint;
  private readonly shared: SharedFold;

  constructor(registered: RegisteredSaga, vault: Vault, settings: ConsumerSettings) {
    const { saga } = registered;
    super({ name: saga.name, prefixes: prefixesOf(saga) }, settings);
    this.saga = saga;
    this.shared = new SharedFold(saga.shared, settings.log);
    this.reactions = new SagaReactions(registered, vault, { ...settings, shared: this.shared });
    this.parkedReactions = new ParkedReactions(vault, saga.name);
    this.checkpoint = new SagaCheckpoint(vault, saga.name);
  }

  get stored(): Position {
    return this.checkpoint.stored;
  }

  get parked(): number {
    return this.parkedReactions.size;
  }

  /** A new saga begins where it declares; later it continues from its checkpoint. */
  protected async load(head: Position): Promise<Position> {
    await this.parkedReactions.load();
    const position = await this.checkpoint.open(this.saga.startAt === 'head' ? head : BEGINNING);
    await this.shared.readTo(position);
    return position;
  }

  protected async handle(batch: EventBatch, signal: AbortSignal): Promise<Position> {
    const groups = new Map<string, RecordedEvent[]>();
    for (const entry of this.shared.take(batch)) {
      const one = keyed(entry, ({ stream }) => [stream]);
      if (!one) continue;
      for (const key of one.keys)
        if ('reason' in one) await this.parkedReactions.park(key, one.stored, one.reason);
        else groups.set(key, [...(groups.get(key) ?? []), one.event]);
    }
    await this.handleGroups([...groups], signal);
    return batch.through;
  }

  protected async store(through: Position): Promise<void> {
    await this.checkpoint.store(through);
  }

  retryParked(): Promise<RetriedEvents> {
    return this.exclusively(async () => {
      await this.parkedReactions.load();
      let applied = 0;
      for (const { key, events } of this.parkedReactions.all()) {
        const done = new Set<Position>();
        for (const entry of await readParked(this.settings.log, events)) {
          if (!(await this.isDone(key, entry))) break;
          done.add(entry.stored.position);
        }
        await this.parkedReactions.release(key, done);
        applied += done.size;
      }
      return { applied, remaining: this.parkedReactions.size };
    });
  }

  /** A parked event that was reacted to at last, and was not waiting behind another of its stream. */
  private async isDone(key: string, entry: LogEntry): Promise<boolean> {
    const behind = streamKey(entry.stored.stream);
    if ('undecodable' in entry) return false;
    if (key !== behind && this.parkedReactions.has(behind, entry.stored.position)) return false;
    return (await this.reactions.to(entry.event)) === null;
  }

  /** Many keys at once, each in its own order. */
  private async handleGroups(groups: [string, RecordedEvent[]][], signal: AbortSignal): Promise<void> {
    while (groups.length > 0) {
      const handled = groups.splice(0, PARALLEL_KEYS_LIMIT).map(async ([key, events]) => {
        for (const event of events) {
          signal.throwIfAborted();
          await this.handleEvent(key, event);
        }
      });
      // Report a failure only after all have ended: the batch is delivered again and must not run twice at once.
      const failed = (await Promise.allSettled(handled)).find((settled) => settled.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  /** True when something earlier still waits; another process may have processed it. */
  private async isBlocked(keys: readonly string[], position: Position): Promise<boolean> {
    for (const key of keys) {
      if (!this.parkedReactions.has(key, position)) continue;
      await this.parkedReactions.refresh(key);
      if (this.parkedReactions.has(key, position)) return true;
    }
    return false;
  }

  private async handleEvent(key: string, event: RecordedEvent): Promise<void> {
    const isBlocked = await this.isBlocked([key, streamKey(event.stream)], event.position);
    const failure = isBlocked ? WAITS_BEHIND : await this.reactions.to(event);
    if (failure !== null) await this.parkedReactions.park(key, event, failure);
  }
}
