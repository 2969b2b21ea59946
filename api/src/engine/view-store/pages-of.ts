import { setImmediate as nextTurn } from 'node:timers/promises';
import type { View } from '../../event-sourcing/projection.js';
import { FIND_LIMIT, type ViewPage, type ViewQuery, type ViewStore } from './view-store.port.js';

/** The last turn that was given out, by what its query selects. */
const lastTurns = new WeakMap<ViewStore, Map<string, Promise<void>>>();

/**
 * Waits for a turn of the event loop in which nothing else reads a page of the same selection: one sender who requests a
 * long history many times at once does not delay others.
 */
export async function turnToRead(
  views: ViewStore,
  { by, where }: Pick<ViewQuery, 'by' | 'where'>,
): Promise<void> {
  const turns = lastTurns.get(views) ?? new Map<string, Promise<void>>();
  lastTurns.set(views, turns);
  const key = JSON.stringify([by, where]);
  const turn = (turns.get(key) ?? Promise.resolve()).then(() => nextTurn());
  turns.set(key, turn);
  await turn;
  if (turns.get(key) === turn) turns.delete(key);
}

/** Every document of a query, page by page, each in a separate turn. */
export async function* pagesOf<Document extends object>(
  views: ViewStore,
  view: View<Document>,
  query: Omit<ViewQuery, 'limit' | 'cursor'>,
): AsyncGenerator<readonly Document[]> {
  let cursor: string | null = null;
  do {
    await turnToRead(views, query);
    const page: ViewPage<Document> = await views.find(view, {
      ...query,
      limit: FIND_LIMIT,
      ...(cursor !== null && { cursor }),
    });
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** The documents of a query: all of them, or no page beyond `enough`. */
export async function documentsOf<Document extends object>(
  views: ViewStore,
  view: View<Document>,
  { enough = Infinity, ...query }: Parameters<typeof pagesOf>[2] & { readonly enough?: number },
): Promise<readonly Document[]> {
  const found: Document[] = [];
  for await (const page of pagesOf(views, view, query)) {
    found.push(...page);
    if (found.length >= enough) break;
  }
  return found;
}
