import { EVERYTHING, withinMonth } from './transfer-filter';

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
