import { streamId } from '../../../event-sourcing/event.js';
import { ofStream, type Projection } from '../../../event-sourcing/projection.js';
import { afterStrayEvent, noStray, strayStream, type Stray, type StrayEvent } from './stray.rules.js';

/** A stray charge, by its reference at the processor. */
export interface StrayDocument {
  readonly id: string;
  /** The sender's; empty where the charge names none. */
  readonly uid: string;
  readonly stray: Stray;
  readonly life: 'open' | 'ended';
  readonly foundAt: string;
  /** UTC, of the charge. */
  readonly day: string;
}

export const OPEN_STRAYS: ReadonlySet<Stray['state']> = new Set(['open', 'proposed', 'refunding']);

/** The view stray_charges: charges that no transfer has recorded, and what became of them. */
export const strayChargesProjection: Projection<StrayDocument, StrayEvent> = {
  name: 'stray_charges',
  version: 4,
  indexes: [
    { name: 'bySender', eq: ['uid'], sort: 'foundAt' },
    { name: 'byLife', eq: ['life'], sort: 'foundAt' },
    { name: 'byDay', eq: ['day'], sort: 'foundAt' },
  ],
  prefixes: [strayStream.prefix],
  keys: ofStream,
  evolve(document, event) {
    const stray = afterStrayEvent(document?.stray ?? noStray(), event);
    return {
      id: streamId(event.stream),
      uid: stray.charge?.uid ?? '',
      stray,
      life: OPEN_STRAYS.has(stray.state) ? 'open' : 'ended',
      foundAt: document?.foundAt ?? event.metadata.at,
      day: stray.charge?.chargedAt.slice(0, 10) ?? '',
    };
  },
};
