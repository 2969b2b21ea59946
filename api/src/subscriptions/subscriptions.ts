import type { Position } from '../event-sourcing/event.js';
import type { CommandContext } from '../event-sourcing/decider.js';

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
