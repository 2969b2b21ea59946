import { streamId, type RecordedEvent } from '../../event-sourcing/event.js';
import type { Projection } from '../../event-sourcing/projection.js';
import { afterStrayEvent, strayDecider, strayStream, type Stray, type StrayEvent } from './stray.decider.js';

/** A stray charge, by its reference at the processor. */
export interface StrayDocument {
  readonly id: string;
  readonly stray: Stray;
  readonly life: 'open' | 'ended';
  readonly foundAt: string;
}

const OPEN: ReadonlySet<Stray['state']> = new Set(['open', 'proposed', 'refunding']);

/** The view stray_charges: charges that no transfer has recorded, and what became of them. */
export const strayChargesProjection: Projection<StrayDocument> = {
  name: 'stray_charges',
  version: 2,
  indexes: [{ name: 'byLife', eq: ['life'], sort: 'foundAt' }],
  prefixes: [strayStream.prefix],
  key: ({ stream }) => streamId(stream),
  apply(document, event) {
    const before = document?.stray ?? strayDecider.initialState();
    const stray = afterStrayEvent(before, event as RecordedEvent<StrayEvent>);
    return {
      id: streamId(event.stream),
      stray,
      life: OPEN.has(stray.state) ? 'open' : 'ended',
      foundAt: document?.foundAt ?? event.metadata.at,
    };
  },
};
