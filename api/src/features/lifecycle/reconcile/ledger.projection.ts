import { streamId } from '../../../event-sourcing/event.js';
import { ofStream, type Projection } from '../../../event-sourcing/projection.js';
import { afterPosting, isPosting, type LedgerEntry } from './ledger.rules.js';
import { transferStream, type LifecycleEvent } from '../state/lifecycle-events.rules.js';

/** The view ledger_entries: where the money of each transfer went, by the UTC day of its charge. */
export const ledgerProjection: Projection<LedgerEntry, LifecycleEvent> = {
  name: 'ledger_entries',
  version: 2,
  indexes: [{ name: 'byDay', eq: ['day'], sort: 'id' }],
  prefixes: [transferStream.prefix],
  keys: (event) => (isPosting(event.type) ? ofStream(event) : []),
  evolve: (entry, event) => afterPosting(entry, streamId(event.stream), event),
};
