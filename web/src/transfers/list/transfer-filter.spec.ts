import { SEARCH_HEADER } from '@kernel/money/transfers';
import { EVERYTHING, queryOf, searchHeader, withinMonth } from './transfer-filter';

describe('a month of the history', () => {
  it('is its first to its last day', () => {
    expect(withinMonth(EVERYTHING, '2026-02')).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
  });

  it('stays within the days that are chosen already', () => {
    const chosen = { ...EVERYTHING, from: '2026-11-10', to: '2026-11-20' };
    expect(withinMonth(chosen, '2026-11')).toMatchObject({ from: '2026-11-10', to: '2026-11-20' });
    const wider = { ...EVERYTHING, from: '2026-10-10', to: '2026-12-20' };
    expect(withinMonth(wider, '2026-11')).toMatchObject({ from: '2026-11-01', to: '2026-11-30' });
  });
});

it('days are sent as their first and last instant in the time zone of the user', () => {
  const query = queryOf({ ...EVERYTHING, from: '2026-11-10', to: '2026-11-20' });
  expect(query.from).toBe(new Date(2026, 10, 10).toISOString());
  expect(query.to).toBe(new Date(2026, 10, 20, 23, 59, 59, 999).toISOString());
});

it.each([
  ['\u202d(336) 555-0142\u202c', '(336) 555-0142'],
  ['336\u200b\u2011555\u00a00142', '336-555 0142'],
  ['maya@\u200bmail.\u00adexample', 'maya@mail.example'],
  ['\u200b', undefined],
])('what is searched for may be pasted: %j', (pasted, searched) => {
  const header = searchHeader({ q: pasted })[SEARCH_HEADER];
  expect(header && decodeURIComponent(header)).toBe(searched);
});
