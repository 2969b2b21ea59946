import { streamId, type StreamEvent } from '../../../event-sourcing/event.js';
import { ofStream, type Projection } from '../../../event-sourcing/projection.js';
import { feesOnWire } from '../../../kernel/money/fees-on-wire.js';
import { draftOf, type Transaction } from '../../../kernel/money/transfers.js';
import { transferStream, type LifecycleEvent } from '../../lifecycle/state/lifecycle-events.rules.js';
import { initialProgress, progressAfter } from '../../lifecycle/state/progress.rules.js';
import { senderStream, type AllowanceReleased, type TransferRequested } from '../sending/transfer.decider.js';

/** Refused attempts are not listed. */
export type ListedEvent = TransferRequested | AllowanceReleased | LifecycleEvent;

/** A sender's accepted transfers, newest first; refused attempts are not shown. */
export const transactionsProjection: Projection<Transaction, ListedEvent> = {
  name: 'transactions',
  version: 9,
  indexes: [
    { name: 'bySender', eq: ['uid'], sort: 'createdAt' },
    // The code of a receipt has the beginning of the id.
    { name: 'byId', eq: [], sort: 'id' },
    // For staff who search for the senders to a handle.
    { name: 'byHandle', eq: ['handle'], sort: 'createdAt' },
  ],
  prefixes: [senderStream.prefix, transferStream.prefix],
  keys(event) {
    if (event.type === 'TransferRequested' || event.type === 'AllowanceReleased')
      return [event.data.transferId];
    return event.stream.startsWith(transferStream.prefix) ? ofStream(event) : [];
  },
  evolve(document, event) {
    if (event.type === 'TransferRequested') return transactionOf(event);
    if (event.type !== 'AllowanceReleased')
      return document && { ...document, ...progressAfter(document, event) };
    if (!document) throw new Error(`${event.data.transferId} was released before it was requested`);
    return { ...document, released: true };
  },
};

/** An accepted transfer as its sender sees it, also the response to the request that created it. */
export function transactionOf(event: StreamEvent<TransferRequested>): Transaction {
  const { data, stream } = event;
  return {
    id: data.transferId,
    uid: streamId(stream),
    ...draftOf(data),
    fees: feesOnWire(data),
    createdAt: data.requestedAt,
    ...initialProgress(),
    released: false,
  };
}
