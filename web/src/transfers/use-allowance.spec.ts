import { allowance } from '../../../test/web/rendered-app';
import { untilMoreFreesMs } from './use-allowance';

const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z');
const freeing = (at: string) => ({ ...allowance, frees: [{ at, amount: '45.00' }] });

describe('The limit is read again', () => {
  it('when the next amount leaves the week, since that changes with no event', () => {
    expect(untilMoreFreesMs(freeing('2026-11-21T12:05:00.000Z'), NOW_MS)).toBe(5 * 60_000 + 1_000);
  });

  it('once an hour at least, and not in a hurry when the moment has just passed', () => {
    expect(untilMoreFreesMs(freeing('2026-11-25T12:00:00.000Z'), NOW_MS)).toBe(60 * 60_000);
    expect(untilMoreFreesMs(freeing('2026-11-21T11:00:00.000Z'), NOW_MS)).toBe(1_000);
  });

  it('only when it is asked for, while nothing is counted', () => {
    expect(untilMoreFreesMs(allowance, NOW_MS)).toBe(0);
    expect(untilMoreFreesMs(undefined, NOW_MS)).toBe(0);
  });
});
