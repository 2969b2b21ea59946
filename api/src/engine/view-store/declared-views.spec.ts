import { encodeCursor } from './cursor.js';
import { DeclaredViews } from './declared-views.js';
import { InvalidCursor } from './view-store.port.js';

const views = new DeclaredViews();
views.declare({ name: 'tills', version: 1, indexes: [{ name: 'byDay', eq: ['shop'], sort: 'day' }] });
const query = { by: 'byDay', where: { shop: 'one' }, limit: 10 };
const cursorAt = (day: string, desc: boolean) =>
  encodeCursor(JSON.stringify(['tills', 'byDay', desc, 'one']), { sort: day, id: 't1' });

describe('a page of a view', () => {
  it('begins at its cursor unless its range begins after that', () => {
    const at = (day: string, bounds: object, desc = false) =>
      views.check('tills', { ...query, ...bounds, desc, cursor: cursorAt(day, desc) }).at;
    expect(at('05', { from: '05' })).toEqual({ sort: '05', id: 't1' });
    expect(at('04', { from: '05' })).toBeUndefined();
    // The end of a range is exclusive.
    expect(at('04', { to: '05' }, true)).toEqual({ sort: '04', id: 't1' });
    expect(at('05', { to: '05' }, true)).toBeUndefined();
  });

  it('has a cursor of its own view, index, direction and values', () => {
    const check = (changes: object) => () =>
      views.check('tills', { ...query, cursor: cursorAt('05', false), ...changes });
    expect(check({})).not.toThrow();
    for (const changes of [{ desc: true }, { where: { shop: 'two' } }, { cursor: 'x' }])
      expect(check(changes)).toThrow(InvalidCursor);
  });
});
