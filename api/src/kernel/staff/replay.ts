import type { Platform } from '../money/platforms.js';
import type { Amount, TransferStatus } from '../money/transfers.js';

class ReplayActor {
  /** @example "sender" */
  readonly kind!: string;
  /** A uid for users, otherwise the name of a component. @example "transfers" */
  readonly id!: string;
  /** Of a member of staff. */
  readonly name?: string;
}

class ReplayedEvent {
  /** @example "TransferRequested" */
  readonly type!: string;
  readonly id!: string;
  readonly stream!: string;
  /** Number of the event in its stream. @example "12" */
  readonly revision!: string;
  readonly position!: string;
  readonly at!: string;
  readonly actor!: ReplayActor;
  readonly correlationId!: string;
  /** As recorded, personal texts masked. */
  readonly data!: Readonly<Record<string, unknown>>;
}

export class ReplayChange {
  /** @example "remaining" */
  readonly field!: string;
  readonly before!: string | null;
  readonly after!: string | null;
  /** It was so before this event: since time had passed, or after an event that is no step. */
  readonly isEarlier?: boolean;
}

/** Field and text; null without a value, absent while it is not recorded. Personal texts are masked. */
export type ReplayState = ReplayStep['state'];

/** One transfer after an event, and what has changed since the event before it. */
export class ReplayedTransfer {
  readonly id!: string;
  readonly state!: Readonly<Record<string, string | null>>;
  readonly change!: ReplayChange[];
}

/** One step of a replay: the event, the states after it and their changes since the step before. */
export class ReplayStep {
  readonly event!: ReplayedEvent;
  /** The transfer of the event, in a transfer's replay that transfer; null when there is none yet. */
  readonly transfer!: ReplayedTransfer | null;
  /** Of the sender: field and text; null without a value, absent while it is not recorded. */
  readonly state!: Readonly<Record<string, string | null>>;
  readonly change!: ReplayChange[];
}

/** The transfer that is replayed, as the last step of all left it. */
export class ReplaySubject {
  readonly id!: string;
  /** @example "205.00" */
  readonly amount!: Amount;
  readonly platform!: Platform;
  /** Masked. */
  readonly recipient!: string;
  readonly status!: TransferStatus;
}

/** GET /compliance/senders/:uid/replay and GET /compliance/transfers/:id/replay */
export class Replay {
  /** The sender. */
  readonly uid!: string;
  /** Masked. */
  readonly displayName!: string;
  /** Null in the replay of a sender. */
  readonly transfer!: ReplaySubject | null;
  /** The reason that was recorded. @example "support:S-1182" */
  readonly reason!: string;
  readonly recordedAt!: string;
  /** Address of the event store's own pages; null when none is configured. */
  readonly eventStoreUi!: string | null;
  /** A page of them, oldest first; without a cursor the last ones. */
  readonly steps!: ReplayStep[];
  /** How many steps there are in all. @example 214 */
  readonly count!: number;
  /** For the steps before these, of the same replay; null when there are none. */
  readonly nextCursor!: string | null;
}
