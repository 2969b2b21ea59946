import { streamId, type RecordedEvent } from '../../event-sourcing/event.js';
import type { Projection } from '../../event-sourcing/projection.js';
import { afterPosting, isPosting, type LedgerEntry } from './ledger.rules.js';
import { transferStream, type LifecycleEvent } from './lifecycle-events.rules.js';

/** The view ledger_entries: where the money of each transfer went, by the UTC day of its charge. */
export const ledgerProjection: Projection<LedgerEntry> = {
  name: 'ledger_entries',
  version: 1,
  indexes: [{ name: 'byDay', eq: ['day'], sort: 'id' }],
  prefixes: [transferStream.prefix],
  key: ({ stream, type }) => (isPosting(type) ? streamId(stream) : null),
  apply: (entry, event) =>
    afterPosting(entry, streamId(event.stream), event as RecordedEvent<LifecycleEvent>),
};
