import { recorded } from '../../../../../test/support/given-when-then.js';
import type { Projection } from '../../../event-sourcing/projection.js';
import { foldBatch, WAITS_BEHIND } from './projection-fold.js';

/** Every event names the documents that it is counted in; one that is broken throws. */
const counted: Projection<{ readonly count: number }> = {
  name: 'counted',
  version: 1,
  indexes: [],
  prefixes: ['test-'],
  keys: ({ data }) => (data as { readonly in: readonly string[] }).in,
  evolve(document, { data }) {
    if ('isBroken' in data) throw new Error('It is broken.');
    return { count: (document?.count ?? 0) + 1 };
  },
};
function entry(place: number, ids: readonly string[], changes: object = {}) {
  const event = recorded({ type: 'Counted', data: { in: ids, ...changes } }, place);
  const { id, type, stream, revision, position } = event;
  return { event, stored: { id, type, stream, revision, position } };
}
const positionOf = (place: number) => String(place).padStart(20, '0');
/** The documents as they are held: with this count, at this place of the log. */
const held = (documents: Readonly<Record<string, readonly [count: number, place: number]>>) => () =>
  Promise.resolve(
    new Map(
      Object.entries(documents).map(([id, [count, place]]) => [
        ...([id, { document: { count }, position: positionOf(place) }] as const),
      ]),
    ),
  );

describe('an event of a batch', () => {
  it('is not counted again in a document that already has it', async () => {
    const folded = await foldBatch(counted, [entry(5, ['a', 'b'])], {
      blocked: new Set<string>(),
      read: held({ a: [1, 5], b: [7, 4] }),
    });
    expect(folded.writes.map(({ id, document }) => [id, document])).toEqual([['b', { count: 8 }]]);
    expect(folded.parked).toEqual([]);
  });

  it('that comes back stays parked when one of its documents has later events', async () => {
    const folded = await foldBatch(counted, [entry(5, ['a', 'b'])], {
      blocked: new Set<string>(),
      read: held({ a: [1, 6] }),
      isRetry: true,
    });
    expect(folded.writes).toEqual([]);
    expect(folded.parked.map(({ reason }) => reason)).toEqual([expect.stringContaining('only a rebuild')]);
  });

  it('that throws is parked with every later one of its documents', async () => {
    const batch = [entry(1, ['a']), entry(2, ['a', 'b'], { isBroken: true }), entry(3, ['b'])];
    const folded = await foldBatch(counted, batch, { blocked: new Set<string>(), read: held({}) });
    expect(folded.writes.map(({ id, document }) => [id, document])).toEqual([['a', { count: 1 }]]);
    expect(folded.parked.map(({ reason }) => reason)).toEqual(['Error: It is broken.', WAITS_BEHIND]);
  });
});
