import { allowance } from '../../../../test/web/rendered-app';
import { untilMoreFreesMs } from './use-allowance';

const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z');
const freeing = (at: string) => ({ ...allowance, frees: [{ at, amount: '45.00' }] });

describe('The limit is reloaded', () => {
  it('when the next amount leaves the week, since no event reports that', () => {
    expect(untilMoreFreesMs(freeing('2026-11-21T12:05:00.000Z'), NOW_MS)).toBe(5 * 60_000 + 1_000);
  });

  it('at least once an hour, and not immediately when the moment has just passed', () => {
    expect(untilMoreFreesMs(freeing('2026-11-25T12:00:00.000Z'), NOW_MS)).toBe(60 * 60_000);
    expect(untilMoreFreesMs(freeing('2026-11-21T11:00:00.000Z'), NOW_MS)).toBe(1_000);
  });

  it('only on request, while nothing counts against it', () => {
    expect(untilMoreFreesMs(allowance, NOW_MS)).toBe(0);
    expect(untilMoreFreesMs(undefined, NOW_MS)).toBe(0);
  });
});
