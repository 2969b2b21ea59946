import { streamId, type RecordedEvent } from '../event-sourcing/event.js';
import type { Projection } from '../event-sourcing/projection.js';
import { feesOnWire } from '../kernel/fees-on-wire.js';
import { draftOf, type Transaction } from '../kernel/transfers.js';
import { senderStream, type AllowanceReleased, type TransferRequested } from './transfer.decider.js';

type Concerned = RecordedEvent<TransferRequested | AllowanceReleased>;

const concerned: ReadonlySet<string> = new Set<Concerned['type']>(['TransferRequested', 'AllowanceReleased']);

/** A sender's accepted transfers, newest first; refused attempts are not shown. */
export const transactionsProjection: Projection<Transaction> = {
  name: 'transactions',
  version: 1,
  view: 'transactions',
  indexes: [{ name: 'bySender', eq: ['uid'], sort: 'createdAt' }],
  prefixes: [senderStream.prefix],
  key: (event) => (concerned.has(event.type) ? (event as Concerned).data.transferId : null),
  apply(document, event) {
    const fact = event as Concerned;
    if (fact.type === 'TransferRequested') return transactionOf(fact);
    if (!document) throw new Error(`${fact.data.transferId} was released before it was requested`);
    return { ...document, released: true, revisions: [...document.revisions, String(fact.revision)] };
  },
};

/** An accepted transfer as its sender sees it, also the response to the request that created it. */
export function transactionOf(event: RecordedEvent<TransferRequested>): Transaction {
  const { data, stream, revision } = event;
  return {
    id: data.transferId,
    uid: streamId(stream),
    ...draftOf(data),
    fees: feesOnWire(data),
    createdAt: data.requestedAt,
    status: 'processing',
    released: false,
    revisions: [String(revision)],
  };
}
