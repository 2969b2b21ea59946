import { FIND_LIMIT, type ViewPage, type ViewQuery, type ViewStore } from './view-store.port.js';

/** Every document of a query, page by page: the caller decides what happens between two pages. */
export async function* pagesOf<Document extends object>(
  views: ViewStore,
  view: string,
  query: Omit<ViewQuery, 'limit' | 'cursor'>,
): AsyncGenerator<readonly Document[]> {
  let cursor: string | null = null;
  do {
    const page: ViewPage<Document> = await views.find<Document>(view, {
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
  view: string,
  { enough = Infinity, ...query }: Parameters<typeof pagesOf>[2] & { readonly enough?: number },
): Promise<readonly Document[]> {
  const found: Document[] = [];
  for await (const page of pagesOf<Document>(views, view, query)) {
    found.push(...page);
    if (found.length >= enough) break;
  }
  return found;
}
