import { streamId, type RecordedEvent, type StreamEvent } from '../../event-sourcing/event.js';
import type { Projection } from '../../event-sourcing/projection.js';
import { feesOnWire } from '../../kernel/fees-on-wire.js';
import { draftOf, type Transaction } from '../../kernel/transfers.js';
import { transferStream, type LifecycleEvent } from '../lifecycle/lifecycle-events.rules.js';
import { initialProgress, progressAfter } from '../lifecycle/progress.rules.js';
import { senderStream, type AllowanceReleased, type TransferRequested } from './transfer.decider.js';

type ListedEvent = RecordedEvent<TransferRequested | AllowanceReleased>;

/** Whether an event of a sender's stream changes a listed transfer; refused attempts are not listed. */
export const isListed = (event: RecordedEvent): event is ListedEvent =>
  event.type === 'TransferRequested' || event.type === 'AllowanceReleased';
const isOfLifecycle = ({ stream }: RecordedEvent): boolean => stream.startsWith(transferStream.prefix);

/** A sender's accepted transfers, newest first; refused attempts are not shown. */
export const transactionsProjection: Projection<Transaction> = {
  name: 'transactions',
  version: 5,
  indexes: [
    { name: 'bySender', eq: ['uid'], sort: 'createdAt' },
    // The code of a receipt has the beginning of the id.
    { name: 'byId', eq: [], sort: 'id' },
  ],
  prefixes: [senderStream.prefix, transferStream.prefix],
  key(event) {
    if (isOfLifecycle(event)) return streamId(event.stream);
    return isListed(event) ? event.data.transferId : null;
  },
  apply(document, event) {
    if (isOfLifecycle(event))
      return document && { ...document, ...progressAfter(document, event as RecordedEvent<LifecycleEvent>) };
    const fact = event as ListedEvent;
    if (fact.type === 'TransferRequested') return transactionOf(fact);
    if (!document) throw new Error(`${fact.data.transferId} was released before it was requested`);
    return { ...document, released: true, revisions: [...document.revisions, String(fact.revision)] };
  },
};

/** An accepted transfer as its sender sees it, also the response to the request that created it. */
export function transactionOf(event: StreamEvent<TransferRequested>): Transaction {
  const { data, stream, revision } = event;
  return {
    id: data.transferId,
    uid: streamId(stream),
    ...draftOf(data),
    fees: feesOnWire(data),
    createdAt: data.requestedAt,
    ...initialProgress(),
    released: false,
    revisions: [String(revision)],
  };
}
