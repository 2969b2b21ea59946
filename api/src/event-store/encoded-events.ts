import type { EventText } from './embedded/append-queue.js';
import {
  APPEND_BATCH_LIMIT,
  EVENT_SIZE_LIMIT_BYTES,
  EventTooLarge,
  type EncodedEvent,
} from './event-store.port.js';

const STREAM_NAME = /^[a-z]+-[\x21-\x7e]{1,200}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The name, once it has the form category-id. @throws TypeError */
export function checkedStream(stream: string): string {
  if (!STREAM_NAME.test(stream)) throw new TypeError(`Not a stream name: ${stream}`);
  return stream;
}

/**
 * The events as JSON text, once every one has a UUID, a type and an allowed size: a store is never asked to refuse.
 * @throws TypeError, EventTooLarge
 */
export function eventTexts(events: readonly EncodedEvent[]): EventText[] {
  if (events.length === 0) throw new TypeError('An append needs an event');
  if (events.length > APPEND_BATCH_LIMIT) throw new EventTooLarge(`More than ${APPEND_BATCH_LIMIT} events`);
  if (events.length > 1 && new Set(events.map((event) => event.id)).size < events.length) {
    throw new TypeError('An append has an event id twice');
  }
  return events.map(({ id, type, data, metadata }) => {
    if (!UUID.test(id) || type === '') throw new TypeError('An event needs a UUID and a type');
    const text = { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
    if (Buffer.byteLength(text.data) + Buffer.byteLength(text.metadata) > EVENT_SIZE_LIMIT_BYTES) {
      throw new EventTooLarge(`${type} has more than ${EVENT_SIZE_LIMIT_BYTES} bytes`);
    }
    return text;
  });
}
