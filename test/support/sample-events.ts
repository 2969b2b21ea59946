import { randomUUID } from 'node:crypto';
import type { Position } from '../../api/src/event-sourcing/event.js';
import {
  BEGINNING,
  type NewEvent,
  type EventStore,
  type FollowedPage,
  type JsonObject,
  type StoredEvent,
} from '../../api/src/engine/event-store/event-store.port.js';
import { PATIENCE_MS } from './wait-for.js';

/** The key of every log and vault that a test opens itself; base64. */
export const KEY_ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

/** An event with a fresh id. */
export function sampleEvent(data: JsonObject = {}, type = 'SampleHappened'): NewEvent {
  const id = randomUUID();
  const actor = { kind: 'system', id: 'contract' } as const;
  const at = '2026-01-01T00:00:00.000Z';
  return {
    id,
    type,
    data,
    metadata: { schemaVersion: 1, commandId: id, $correlationId: id, $causationId: id, actor, at },
  };
}

/** Collects an async iterable. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Appends `count` events {n} to a new stream. */
export async function appendNumbered(store: EventStore, stream: string, count: number): Promise<void> {
  await store.append(
    stream,
    'no_stream',
    Array.from({ length: count }, (_, n) => sampleEvent({ n })),
  );
}

/** Appends single events of `category` between events of other streams; resolves to the last position. */
export async function interleave(store: EventStore, category: string, count: number): Promise<Position> {
  const appends = Array.from({ length: count }, async (_, n) => {
    const { position } = await store.append(`${category}-${n}`, 'no_stream', [sampleEvent({ n })]);
    await store.append(`sample-${randomUUID()}`, 'no_stream', [sampleEvent(), sampleEvent()]);
    return position;
  });
  return (await Promise.all(appends)).sort().at(-1) ?? BEGINNING;
}

/** Pages of a subscription up to and including the one that `enough` accepts. */
export async function followUntil(
  store: EventStore,
  {
    after = BEGINNING,
    category,
  }: { readonly after?: Position; readonly category: string | readonly string[] },
  enough: (page: FollowedPage) => boolean | Promise<boolean>,
): Promise<FollowedPage[]> {
  const prefixes = [category].flat().map((name) => `${name}-`);
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const pages: FollowedPage[] = [];
  for await (const page of store.follow({ after, prefixes, signal })) {
    pages.push(page);
    if (await enough(page)) return pages;
  }
  throw new Error('The subscription did not hand over what was expected');
}

/** The n of an event {n}. */
export const numberOf = (event: StoredEvent): number => (event.data as { n: number }).n;
/** True for the page that has event {n}. */
export const endsWith = (n: number) => (page: FollowedPage) =>
  page.events.some((event) => numberOf(event) === n);
