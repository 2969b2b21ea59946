/** The navigation state of a link to the form of Quick Send. */
export const QUICK_SEND_WANTED = { quickSend: true } as const;

/** True for the navigation of such a link. */
export function wantsQuickSend(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'quickSend' in state;
}

/** The navigation state of a way to the search that begins with typing. */
export const FIND_WANTED = { find: true } as const;

/** True for the navigation of such a way. */
export function wantsFind(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'find' in state;
}

/** The navigation state of the way from an address without a page to `/`. */
export function noPageAt(path: string): object {
  return { noPageAt: path };
}

/** The address that has no page, after the way from it; null otherwise. */
export function pathWithoutPage(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('noPageAt' in state)) return null;
  return typeof state.noPageAt === 'string' ? state.noPageAt : null;
}
