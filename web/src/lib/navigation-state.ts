/** The navigation state of a link to the form of Quick Send. */
export const QUICK_SEND_WANTED = { quickSend: true } as const;

/** True for the navigation of such a link. */
export function wantsQuickSend(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'quickSend' in state;
}
