import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { v5 as uuidV5 } from 'uuid';
import type { RecordedEvent } from '../../../event-sourcing/event.js';
import type { Reaction, Saga } from '../../../event-sourcing/saga.js';
import type { CommandContext } from '../../../event-sourcing/decider.js';
import { Undecodable, type EncryptedEventLog } from '../../event-store/encrypted-event-log.js';
import { StoreUnavailable } from '../../storage/store-unavailable.js';
import { BEGINNING, OutcomeUnknown } from '../../event-store/event-store.port.js';
import { requestContext } from '../../commands/request-context.js';
import { initially, nextOf, StateSnapshots, type FoldedState } from '../../commands/state-snapshots.js';
import type { Vault } from '../../vault/vault.port.js';
import type { ConsumerSettings, RegisteredSaga } from '../subscriptions.js';
import { reasonOf } from '../projections/projection-fold.js';
import type { SharedFold } from '../projections/shared-fold.js';
import { entryLimit } from '../../../kernel/text/entry-limit.js';

/** How often a reaction is tried before its event is parked. */
const DISPATCH_ATTEMPTS = 5;
/** Most states kept in memory, the streams used last. */
const CACHED_STATES_LIMIT = 20_000;
/** Namespace of the ids of all reactions. It is part of what was recorded: it must never change. */
const REACTION_NAMESPACE = '0b8f8c1e-6c53-5f4e-9a39-7d5a1f0c2e64';

/** Sends a saga's reactions to the command handlers, with the same ids every time. */
export class SagaReactions {
  private readonly states: SagaStates;

  constructor(
    private readonly registered: RegisteredSaga,
    vault: Vault,
    private readonly settings: Pick<ConsumerSettings, 'log' | 'retryPauseMs'> & {
      readonly shared: SharedFold;
    },
  ) {
    this.states = new SagaStates(settings, new StateSnapshots(settings.log, vault), registered.saga);
  }

  /**
   * Null when every command was sent, or the reason why the event has to be parked.
   * @throws StoreUnavailable: an unavailable store is no fault of the event
   */
  async to(event: RecordedEvent): Promise<string | null> {
    const { saga } = this.registered;
    try {
      const state = saga.needsState(event) ? await this.states.upTo(event) : saga.initialState();
      const reactions = saga.react(event, state, this.settings.shared.at(event.position));
      for (const reaction of reactions) await this.send(reaction, event);
      return null;
    } catch (error) {
      if (isOfTheStore(error)) throw error;
      return reasonOf(error);
    }
  }

  private async send({ commandIdParts, command }: Reaction, event: RecordedEvent): Promise<void> {
    const { saga } = this.registered;
    const context: CommandContext = {
      commandId: uuidV5(JSON.stringify([saga.name, ...commandIdParts]), REACTION_NAMESPACE),
      correlationId: event.metadata.$correlationId,
      causationId: event.id,
      actor: { kind: 'system', id: saga.name },
    };
    const scope = { correlationId: context.correlationId, position: null };
    for (let attempt = 1; ; attempt++) {
      try {
        await requestContext.run(scope, () => this.registered.dispatch(command, context));
        return;
      } catch (error) {
        if (isOfTheStore(error) || attempt >= DISPATCH_ATTEMPTS) throw error;
        await delay(this.settings.retryPauseMs * 2 ** (attempt - 1));
      }
    }
  }
}

/** A stream with an unreadable event stays unavailable: that concerns the event, and waiting does not help. */
function isOfTheStore(error: unknown): boolean {
  if (error instanceof Error && error.cause instanceof Undecodable) return false;
  return error instanceof StoreUnavailable || error instanceof OutcomeUnknown;
}

/** The states a saga reacts with: each folded from the stream of the current event, up to and including it. */
class SagaStates {
  private readonly states = new LRUCache<string, FoldedState>(entryLimit(CACHED_STATES_LIMIT));

  constructor(
    private readonly sources: { readonly log: EncryptedEventLog; readonly shared: SharedFold },
    private readonly snapshots: StateSnapshots,
    private readonly saga: Saga,
  ) {}

  /** The state of the event's stream with every event up to it folded in; what the cache lacks is read from the log. */
  async upTo(event: RecordedEvent): Promise<unknown> {
    const { saga, snapshots } = this;
    const { stream } = event;
    const known = await this.before(event);
    // Out of the cache while it is extended, so that a throw leaves no half-folded state.
    this.states.delete(stream);
    if (nextOf(known) === event.revision) this.fold(known, event);
    else await this.read(known, event);
    this.states.set(stream, known);
    snapshots.saveWhenDue(saga, known);
    return known.state;
  }

  /** A state that ends before the event: one beyond it, as when the event is delivered again, cannot be turned back. */
  private async before({ stream, position }: RecordedEvent): Promise<FoldedState> {
    const isBefore = ({ last }: FoldedState) => (last?.position ?? BEGINNING) < position;
    const cached = this.states.get(stream);
    if (cached && isBefore(cached)) return cached;
    const saved = await this.snapshots.load(this.saga, stream);
    if (saved && isBefore(saved)) return saved;
    return { ...initially(this.saga), saved: saved?.saved ?? null };
  }

  private async read(known: FoldedState, { stream, revision }: RecordedEvent): Promise<void> {
    const from = nextOf(known);
    // While a saga catches up, whole pages of a busy stream would be read for each of its events.
    const limit = Number(revision - from) + 1;
    for await (const earlier of this.sources.log.read(stream, { from, limit, lazily: true }))
      this.fold(known, earlier);
  }

  private fold(known: FoldedState, event: RecordedEvent): void {
    known.state = this.saga.evolve(known.state, event, this.sources.shared.at(event.position));
    known.last = event;
  }
}
