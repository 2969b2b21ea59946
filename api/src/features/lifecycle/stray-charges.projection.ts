import { streamId } from '../../event-sourcing/event.js';
import { ofStream, type Projection } from '../../event-sourcing/projection.js';
import { strayDecider, strayStream, type Stray, type StrayEvent } from './stray.decider.js';

/** A stray charge, by its reference at the processor. */
export interface StrayDocument {
  readonly id: string;
  readonly stray: Stray;
  readonly life: 'open' | 'ended';
  readonly foundAt: string;
}

const OPEN: ReadonlySet<Stray['state']> = new Set(['open', 'proposed', 'refunding']);

/** The view stray_charges: charges that no transfer has recorded, and what became of them. */
export const strayChargesProjection: Projection<StrayDocument, StrayEvent> = {
  name: 'stray_charges',
  version: 2,
  indexes: [{ name: 'byLife', eq: ['life'], sort: 'foundAt' }],
  prefixes: [strayStream.prefix],
  keys: ofStream,
  evolve(document, event) {
    const stray = strayDecider.evolve(document?.stray ?? strayDecider.initialState(), event);
    return {
      id: streamId(event.stream),
      stray,
      life: OPEN.has(stray.state) ? 'open' : 'ended',
      foundAt: document?.foundAt ?? event.metadata.at,
    };
  },
};
