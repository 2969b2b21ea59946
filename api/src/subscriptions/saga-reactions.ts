import { setTimeout as delay } from 'node:timers/promises';
import { v5 as uuidV5 } from 'uuid';
import type { RecordedEvent } from '../event-sourcing/event.js';
import type { Reaction, Saga } from '../event-sourcing/saga.js';
import type { CommandContext } from '../event-sourcing/decider.js';
import { Undecodable, type EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import { StoreUnavailable } from '../config/store-unavailable.js';
import { OutcomeUnknown } from '../event-store/event-store.port.js';
import { requestContext } from '../commands/request-context.js';
import type { Dispatch } from './subscriptions.js';
import { reasonOf, twice } from './projection-fold.js';
import { SagaStates } from './saga-states.js';

/** How often a reaction is tried before its event is set aside. */
export const DISPATCH_ATTEMPTS = 5;
/** Pause before the second try; each further one is twice as long. */
const RETRY_PAUSE_MS = 50;
/** Namespace of the ids of all reactions. It is part of what was recorded: it must never change. */
const REACTION_NAMESPACE = '0b8f8c1e-6c53-5f4e-9a39-7d5a1f0c2e64';

/** What became of one event: commands handed over, or the reason why it has to be set aside. */
export type Outcome = { readonly commands: number } | { readonly failure: string };

const NOTHING_WANTED: Outcome = { commands: 0 };

/** Asks a saga what it wants and hands it to the handlers, with the same ids every time. */
export class SagaReactions {
  private readonly states: SagaStates;

  constructor(
    log: EncryptedEventLog,
    private readonly saga: Saga,
    private readonly dispatch: Dispatch<never>,
  ) {
    this.states = new SagaStates(log, saga);
  }

  /**
   * At once where the state is at hand and nothing is wanted, which most events come to.
   * @throws StoreUnavailable: a store that is away says nothing about the event
   */
  to(event: RecordedEvent): Outcome | Promise<Outcome> {
    try {
      const reactions = this.atHand(event);
      return reactions?.length === 0 ? NOTHING_WANTED : this.act(event, reactions);
    } catch (error) {
      return failureOf(error);
    }
  }

  private async act(event: RecordedEvent, atHand: readonly Reaction[] | undefined): Promise<Outcome> {
    try {
      const reactions = atHand ?? (await this.afterReading(event));
      for (const reaction of reactions) await this.handOver(reaction, event);
      return { commands: reactions.length };
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Undefined when the state has to be read first. */
  private atHand(event: RecordedEvent): readonly Reaction[] | undefined {
    const stream = this.streamOf(event);
    if (stream === null) {
      this.states.pass(event);
      return this.wantedAt(event, this.saga.initialState());
    }
    const found = this.states.atHand(event, stream);
    return found && this.wantedAt(event, found.state);
  }

  private async afterReading(event: RecordedEvent): Promise<readonly Reaction[]> {
    const stream = this.streamOf(event) ?? event.stream;
    return this.wantedAt(event, await this.states.upTo(event, stream));
  }

  private streamOf(event: RecordedEvent): string | null {
    return twice(() => this.saga.stateStream(event));
  }

  private wantedAt(event: RecordedEvent, state: unknown): readonly Reaction[] {
    return twice(() => this.saga.react(event, state));
  }

  private async handOver({ parts, command }: Reaction, event: RecordedEvent): Promise<void> {
    const { name } = this.saga;
    const context: CommandContext = {
      commandId: uuidV5(JSON.stringify([name, ...parts]), REACTION_NAMESPACE),
      correlationId: event.metadata.$correlationId,
      causationId: event.id,
      actor: { kind: 'system', id: name },
    };
    const scope = { correlationId: context.correlationId, position: null };
    for (let attempt = 1; ; attempt++) {
      try {
        await requestContext.run(scope, () => this.dispatch(command as never, context));
        return;
      } catch (error) {
        if (isOfTheStore(error) || attempt >= DISPATCH_ATTEMPTS) throw error;
        await delay(RETRY_PAUSE_MS * 2 ** (attempt - 1));
      }
    }
  }
}

/** @throws what says nothing about the event */
function failureOf(error: unknown): Outcome {
  if (isOfTheStore(error)) throw error;
  return { failure: reasonOf(error) };
}

/** A stream that holds an unreadable event stays unavailable: that is the event's matter, and waiting helps nobody. */
function isOfTheStore(error: unknown): boolean {
  if (error instanceof Error && error.cause instanceof Undecodable) return false;
  return error instanceof StoreUnavailable || error instanceof OutcomeUnknown;
}
