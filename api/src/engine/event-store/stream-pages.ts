import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReadOptions, StoredEvent } from './event-store.port.js';

/** Events of a stream read at once. */
const READ_PAGE_LIMIT = 500;

/** A part of one stream; without `from` it begins at the start of the direction. */
export interface StreamPage {
  readonly from?: bigint | undefined;
  readonly limit: number;
  readonly backwards: boolean;
}

/** Events of one stream as a store reads them, page after page. */
export async function* inPages(
  { from, backwards = false, limit: left = Number.POSITIVE_INFINITY }: ReadOptions,
  read: (page: StreamPage) => Promise<readonly StoredEvent[]>,
): AsyncGenerator<StoredEvent> {
  while (left > 0 && (from ?? 0n) >= 0n) {
    const limit = Math.min(left, READ_PAGE_LIMIT);
    const events = await read({ from, limit, backwards });
    yield* events;
    const last = events.at(-1);
    if (!last || events.length < limit) return;
    left -= limit;
    from = last.revision + (backwards ? -1n : 1n);
    await nextTurn();
  }
}
