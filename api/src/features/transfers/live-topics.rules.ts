import { streamId } from '../../event-sourcing/event.js';
import type { LiveTopics } from '../../event-sourcing/live-topics.js';
import { topics } from '../../kernel/live.js';
import { isHiddenFromSender } from '../lifecycle/state/progress.rules.js';
import { transferStream, type LifecycleEvent } from '../lifecycle/state/lifecycle-events.rules.js';
import { transactionsProjection, type ListedEvent } from './history/transactions.projection.js';
import type { StrayCounted, StrayReleased } from './sending/counted-strays.rules.js';
import { senderStream } from './sending/transfer.decider.js';

/** They decide whether an amount that counts is sent or waits for payment. */
const PAYING: ReadonlySet<string> = new Set<LifecycleEvent['type']>([
  'PaymentAwaited',
  'PaymentRequested',
  'PaymentActionRequired',
  'PaymentAuthorized',
  'PaymentDeclined',
]);

/**
 * Changes to a sender's history, to one transfer and to the allowance; a refused attempt is not shown. Every event of a
 * transfer's own stream names its sender.
 */
export const transferTopics: LiveTopics<ListedEvent | StrayCounted | StrayReleased> = {
  name: 'transfer-topics',
  prefixes: [senderStream.prefix, transferStream.prefix],
  announce(event) {
    if (event.type === 'StrayCounted' || event.type === 'StrayReleased')
      return { to: { uid: streamId(event.stream) }, topics: [topics.allowance] };
    const [transferId] = transactionsProjection.keys(event);
    if (transferId === undefined) return null;
    const changed = [topics.transfers, topics.transfer(transferId)];
    if (event.type === 'TransferRequested' || event.type === 'AllowanceReleased')
      return { to: { uid: streamId(event.stream) }, topics: [...changed, topics.allowance] };
    if (isHiddenFromSender(event)) return null;
    const also = PAYING.has(event.type) ? [topics.allowance] : [];
    return { to: { uid: event.data.uid }, topics: [...changed, ...also] };
  },
};
