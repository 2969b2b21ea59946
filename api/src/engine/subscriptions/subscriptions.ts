import type { SharedFeed } from './shared-feed.js';
import type { Position } from '../../event-sourcing/event.js';
import type { EncryptedEventLog } from '../event-store/encrypted-event-log.js';
import type { CommandContext } from '../../event-sourcing/decider.js';
import type { Reaction, Saga } from '../../event-sourcing/saga.js';

/** A saga, and how its commands reach their handlers. */
export interface RegisteredSaga {
  readonly saga: Saga;
  /** Resolves when the command is durable. A throw is retried, then parked. */
  dispatch(command: Reaction['command'], context: CommandContext): Promise<void>;
}

/** Position and health of one consumer. */
export interface ConsumerStatus {
  readonly name: string;
  readonly kind: 'projection' | 'saga';
  readonly through: Position;
  readonly live: boolean;
  readonly parked: number;
  readonly lagMs: number;
  readonly generation: number | null;
}

/** Result of retrying parked events. */
export interface RetriedEvents {
  readonly applied: number;
  readonly remaining: number;
}

/** How often a consumer writes. */
export interface Pace {
  /** At the head, batches are at least this far apart unless a reader waits: fewer and larger writes. */
  batchPauseMs: number;
  /** A consumer stores how far it is at least this often, even when it wrote nothing. */
  checkpointEveryMs: number;
}

/** Shared by all consumers of a runner. */
export interface ConsumerSettings {
  readonly log: EncryptedEventLog;
  readonly feed: SharedFeed;
  readonly pace: Readonly<Pace>;
  /** Pause before the second try of a reaction; each further one is twice as long. */
  readonly retryPauseMs: number;
}
