import type { ViewStore } from '../../engine/view-store/view-store.port.js';
import { suspiciousTransactionsProjection } from './suspicious-transactions.projection.js';

/** The id of the newest case about a sender; undefined when there is none. */
export async function newestCaseAbout(uid: string, views: ViewStore): Promise<string | undefined> {
  const newest = { by: 'bySender', where: { uid }, desc: true, limit: 1 };
  const { items } = await views.find(suspiciousTransactionsProjection, newest);
  return items[0]?.id;
}
