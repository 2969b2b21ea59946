import type { EventMetadata, Position } from '../../event-sourcing/event.js';
import { PASTED_POSITION } from '../../kernel/positions.js';

/** A JSON value as the stores keep it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

/** An event before it has a place: plain data for the log, encrypted for a store. */
export interface NewEvent {
  /** UUIDv5(commandId, index). */
  readonly id: string;
  readonly type: string;
  readonly data: object;
  readonly metadata: EventMetadata;
}

/** Identity and place of an event. */
export interface EventPlace {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  /** Counts from 0 within the stream. */
  readonly revision: bigint;
  readonly position: Position;
}

/** An event as a store keeps it, personal fields encrypted. `data` or `metadata` that is not a JSON object is returned as found. */
export interface StoredEvent extends EventPlace {
  readonly data: unknown;
  readonly metadata: unknown;
}

/** One page of a subscription: `through` moves over filtered gaps and never passes an event not yet delivered. */
export interface FollowedPage<Event = StoredEvent> {
  readonly events: readonly Event[];
  readonly through: Position;
  /** True once the page reaches what was the head when it was read. */
  readonly live: boolean;
}

/** Before the first event. */
export const BEGINNING: Position = '';

/** Every digit of a position, so that text order is number order in each store. */
const POSITION_DIGITS = 20;

/** The position that a pasted text names. It need not be that of an event. @throws TypeError for another text */
export function positionIn(text: string): Position {
  if (!PASTED_POSITION.test(text)) throw new TypeError(`Not a position: ${text}`);
  const numbers = text.replaceAll(/\s/g, '').split(':');
  return numbers.map((number) => number.padStart(POSITION_DIGITS, '0')).join(':');
}

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

/** Most events by which one can be away from its place in the order of time: an import moves them past those of others. */
export const ORDER_WINDOW_EVENTS = 10_000;
/** Longest time one append may take before its outcome counts as unknown. */
export const APPEND_DEADLINE_MS = 3_000;
/** Most events in one append. */
export const APPEND_BATCH_LIMIT = 256;
/** Largest encoded event, bytes of its JSON. */
export const EVENT_SIZE_LIMIT_BYTES = 64 * 1024;

/** The place of an append's last event. */
export interface Appended {
  readonly revision: bigint;
  readonly position: Position;
}

/** `from` is inclusive; without it a stream is read from its beginning, or backwards from its end. */
export interface ReadOptions {
  readonly from?: bigint;
  readonly backwards?: boolean;
  readonly limit?: number;
}

/** Events that a subscription receives, and for how long. */
export interface FollowOptions {
  readonly after: Position;
  readonly prefixes: readonly string[];
  readonly signal: AbortSignal;
}

/** The log of all events. An append that resolved is durable. */
export abstract class EventStore {
  /**
   * Appends at exactly `expected` (the revision of the stream's last event) or to a stream not there yet.
   * The same encoded events at the same place again give the same result.
   * @throws RevisionConflict, OutcomeUnknown, EventTooLarge, StoreUnavailable
   */
  // oxlint-disable-next-line flip/max-params -- stream, guard, events, and an option that most leave out
  abstract append(
    stream: string,
    expected: bigint | 'no_stream',
    events: readonly NewEvent[],
    options?: { readonly deadlineMs?: number },
  ): Promise<Appended>;
  /** Events of one stream in order; a missing stream is empty. */
  abstract read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent>;
  /** All events after `after` in streams that begin with one of `prefixes`, in store order, until `signal`. */
  abstract follow(options: FollowOptions): AsyncIterable<FollowedPage>;
  /** How often a follow lost its source and took it up again by itself; a store that cannot lose one leaves it out. */
  abstract readonly drops?: number;
  /** A fault that an operator must fix although the store still responds; null or absent when there is none. */
  abstract readonly problem?: string | null;
  /** Position of the last event of all, BEGINNING when empty. */
  abstract head(): Promise<Position>;
  /**
   * A position before everything that was recorded at `atMs` or later, close to it and found without reading the log; a
   * store that cannot find one leaves it out. `atMs` is in ms since 1970.
   */
  abstract readonly positionBefore?: (atMs: number) => Promise<Position>;
  /** When the newest event was recorded, in ms since 1970; null when the log is empty. */
  abstract newestAtMs(): Promise<number | null>;
  /** Resolves when the store responds, else throws StoreUnavailable. */
  abstract ready(): Promise<void>;
  abstract close(): Promise<void>;
}

/** When an event was recorded, in ms since 1970; null when its metadata does not say. */
export function recordedAtMs(metadata: unknown): number | null {
  return Date.parse((metadata as Partial<EventMetadata> | null)?.at ?? '') || null;
}

const STREAM_NAME = /^[a-z]+-[\x21-\x7e]{1,200}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A new event with its data and metadata as JSON. */
export interface EventText extends Pick<NewEvent, 'id' | 'type'> {
  readonly data: string;
  readonly metadata: string;
}

/** Validates what an adapter is given, before its store can fail on it. @throws TypeError, EventTooLarge */
export function checkedAppend(stream: string, events: readonly NewEvent[]): EventText[] {
  if (!STREAM_NAME.test(stream)) throw new TypeError(`Not a stream name: ${stream}`);
  if (events.length === 0) throw new TypeError('An append needs an event');
  if (events.length > APPEND_BATCH_LIMIT) throw new EventTooLarge(`More than ${APPEND_BATCH_LIMIT} events`);
  if (new Set(events.map((event) => event.id)).size < events.length)
    throw new TypeError('An append has an event id twice');
  return events.map(({ id, type, data, metadata }) => {
    if (!UUID.test(id) || type === '') throw new TypeError('An event needs a UUID and a type');
    const text = { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
    if (Buffer.byteLength(text.data) + Buffer.byteLength(text.metadata) > EVENT_SIZE_LIMIT_BYTES)
      throw new EventTooLarge(`${type} has more than ${EVENT_SIZE_LIMIT_BYTES} bytes`);
    return text;
  });
}
