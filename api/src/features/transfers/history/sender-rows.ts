import type { ViewQuery } from '../../../engine/view-store/view-store.port.js';

/** A sender's rows in a time range, newest first. */
export function senderRows(uid: string, range: Pick<ViewQuery, 'from' | 'to'>): Omit<ViewQuery, 'limit'> {
  return { by: 'bySender', where: { uid }, desc: true, ...range };
}
