import type { Position } from '../event-sourcing/event.js';
import type { Projection, ViewIndex } from '../event-sourcing/projection.js';
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
