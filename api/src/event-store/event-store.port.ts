import type { EventMetadata, Position } from '../event-sourcing/event.js';

/** A JSON value as the stores keep it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An event as a store keeps it: personal fields sealed, checked for size and shape by the codec. */
export interface EncodedEvent {
  /** UUID; UUIDv5(commandId, index). */
  readonly id: string;
  readonly type: string;
  readonly data: { readonly [key: string]: Json };
  readonly metadata: EventMetadata;
}

/** Which event it is, and where it stands. */
export interface EventPlace {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  /** Counts from 0 within the stream. */
  readonly revision: bigint;
  readonly position: Position;
}

/** An encoded event with its place. `data` or `metadata` that is not a JSON object is handed over as it was found. */
export interface StoredEvent extends EventPlace {
  readonly data: unknown;
  readonly metadata: unknown;
}

/** One page of a subscription: `through` moves over filtered gaps and never overtakes an event not yet handed over. */
export interface FollowedPage<Event = StoredEvent> {
  readonly events: readonly Event[];
  readonly through: Position;
  /** True once the page reaches what was the head when it was read. */
  readonly live: boolean;
}

/** Before the first event. */
export const BEGINNING: Position = '';

/** The stream is not at the expected revision. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
  constructor(
    readonly stream: string,
    readonly actual: bigint | 'no_stream',
  ) {
    super(`${stream} is at ${String(actual)}`);
  }
}

/** The store did not say whether it stored the events: only the same encoded events may be sent again. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/** An event, or a batch, is larger than the store takes. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
}

/** Longest time one append may take before its outcome counts as unknown. */
export const APPEND_DEADLINE_MS = 3_000;
/** Most events in one append. */
export const APPEND_BATCH_LIMIT = 256;
/** Largest encoded event, bytes of its JSON. */
export const EVENT_SIZE_LIMIT_BYTES = 64 * 1024;

/** Where an append went: the stream's revision after it, and the place of each of its events. */
export interface Appended {
  readonly revision: bigint;
  /** Of the last event. */
  readonly position: Position;
  readonly positions: readonly Position[];
}

/** `from` is inclusive; without it a stream is read from its beginning, or backwards from its end. */
export interface ReadOptions {
  readonly from?: bigint;
  readonly backwards?: boolean;
  readonly limit?: number;
}

/** What a subscription is to see, and for how long. */
export interface FollowOptions {
  readonly after: Position;
  readonly prefixes: readonly string[];
  readonly signal: AbortSignal;
}

/** The log of facts (architecture §4). An append that resolved is durable. */
export abstract class EventStore {
  /**
   * Appends at exactly `expected` (the revision of the stream's last event) or to a stream not there yet.
   * The same encoded events at the same place again give the same result.
   * @throws RevisionConflict, OutcomeUnknown, EventTooLarge, StoreUnavailable
   */
  abstract append(
    stream: string,
    expected: bigint | 'no_stream',
    events: readonly EncodedEvent[],
    options?: { readonly deadlineMs?: number },
  ): Promise<Appended>;
  /** Events of one stream in order; a missing stream is empty. */
  abstract read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent>;
  /** All events after `after` whose stream begins with one of `prefixes`, in store order, for ever until `signal`. */
  abstract follow(options: FollowOptions): AsyncIterable<FollowedPage>;
  /** How often a follow lost its source and took it up again by itself; a store that cannot lose one leaves it out. */
  abstract readonly drops?: number;
  /** Position of the last event of all, BEGINNING when empty. */
  abstract head(): Promise<Position>;
  /** Resolves when the store answers, else throws StoreUnavailable. */
  abstract ready(): Promise<void>;
  abstract close(): Promise<void>;
}
