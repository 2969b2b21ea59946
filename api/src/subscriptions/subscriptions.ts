import type { Position } from '../event-sourcing/event.js';
import type { Projection, ViewIndex } from '../event-sourcing/projection.js';
import type { Saga } from '../event-sourcing/saga.js';
import type { CommandContext } from '../commands/command-context.js';

/** A projection of any document, as lists and runners hold it. */
export type AnyProjection = Omit<Projection, 'indexes' | 'owner'> & {
  readonly indexes: readonly ViewIndex<never>[];
  readonly owner?: string;
};

/** Hands a saga's command to its handler; resolves when it is durable. A throw is retried, then parked. */
export type Dispatch<Command> = (command: Command, context: CommandContext) => Promise<void>;

/** Where one consumer stands. */
export interface ConsumerStatus {
  readonly name: string;
  readonly kind: 'projection' | 'saga';
  readonly through: Position;
  readonly live: boolean;
  readonly parked: number;
  readonly lagMs: number;
  readonly generation: number | null;
}

/** What trying parked events again came to. */
export interface RetriedEvents {
  readonly applied: number;
  readonly remaining: number;
}

/** Keeps projections and sagas up with the log (architecture §5). */
export interface Subscriptions {
  addProjection(projection: AnyProjection): void;
  addSaga<State, Command extends { readonly type: string }>(
    saga: Saga<State, Command>,
    dispatch: Dispatch<Command>,
  ): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Waits until the projections of `view` have passed `position` (beyond head is ignored). False after `timeoutMs`. */
  caughtUp(view: string, position: Position, timeoutMs: number): Promise<boolean>;
  /**
   * Builds the next generation beside the live one and swaps. `remaining` is an estimate.
   * @throws RebuildStopped at an event that the live generation could apply
   */
  rebuild(
    projection: string,
    progress?: (events: number, ratePerSecond: number, remaining: number | null) => void,
  ): Promise<void>;
  /** Tries the parked events of a projection or saga again, each key in its order, up to the first that still fails. */
  retryParked(name: string): Promise<RetriedEvents>;
  status(): readonly ConsumerStatus[];
  /** How often a subscription of the log, whosever, ended without being asked to or could not be taken up. */
  readonly lostSubscriptions: number;
}
