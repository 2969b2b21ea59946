import { begun, committed, emptyEntry, promoted } from './generation-entry.js';
import type { ViewCommit } from './view-store.port.js';

const declaration = { name: 'tills', version: 1, indexes: [] };
const parked = (position: string) => ({ position, stream: 'till-1', keys: ['1'], reason: 'It throws.' });
const batch = (changes: Partial<ViewCommit>): ViewCommit => ({
  projection: 'tills',
  generation: 1,
  expect: null,
  next: '5',
  writes: [],
  parked: [],
  ...changes,
});
const first = begun(emptyEntry(0), declaration);

describe('the checkpoint of a generation', () => {
  it('moves from where the batch was read, and a batch that was read elsewhere is stale', () => {
    const after = committed(first, batch({}));
    expect(after?.building).toMatchObject({ checkpoint: '5' });
    expect(after && committed(after, batch({ expect: null, next: '7' }))).toBeNull();
    expect(after && committed(after, batch({ expect: '5', next: '7' }))?.building?.checkpoint).toBe('7');
    expect(committed(first, batch({ generation: 2 }))).toBeNull();
  });

  it('stays where another process has moved it while parked events are applied', () => {
    const before = committed(first, batch({ parked: [parked('4'), parked('2'), parked('3')] }));
    const retried = before && committed(before, batch({ expect: '1', next: '1', unparked: ['3'] }));
    expect(retried?.building?.checkpoint).toBe('5');
    expect(retried?.building?.parked.map(({ position }) => position)).toEqual(['2', '4']);
  });

  it('goes on in the generation that was promoted', () => {
    const live = promoted(first, 1);
    expect(committed(live, batch({}))?.live).toMatchObject({ generation: 1, checkpoint: '5' });
  });
});
