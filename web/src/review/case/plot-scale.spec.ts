import type { AttemptItem } from '@kernel/staff/compliance';
import { plotOf } from './plot-scale';

const attempt = (amount: string, minute: number): AttemptItem => ({
  transferId: `t-${minute}`,
  recipient: 'M••••',
  platform: 'Venmo',
  handle: '@m••••',
  refused: null,
  amount,
  at: new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString(),
  payment: null,
});
const rule = (from: string, below: string | null) => ({ count: 2, windowMs: 3_600_000, from, below });

describe('the picture of attempts', () => {
  it('has later attempts further right and higher amounts further up, all of it inside', () => {
    const attempts = [attempt('240.00', 0), attempt('230.00', 10), attempt('210.00', 59)];
    const { dots, band } = plotOf({ attempts, parameters: rule('200.00', '250.00') });
    const [xs, ys] = [dots.map(({ x }) => x), dots.map(({ y }) => y)];
    expect(xs).toEqual([...xs].sort((one, other) => one - other));
    expect(ys).toEqual([...ys].sort((one, other) => one - other));
    for (const place of [...xs, ...ys]) expect(place > 0 && place < 100).toBe(true);
    // All three lie between the edges of the band.
    expect(band.top).toBeLessThan(Math.min(...ys));
    expect(band.bottom).toBeGreaterThan(Math.max(...ys));
  });

  it('shows an attempt below what the rule counts outside of the band', () => {
    const attempts = [attempt('150.00', 0), attempt('1500.00', 5)];
    const { dots, band } = plotOf({ attempts, parameters: rule('1000.01', null) });
    expect(band).toMatchObject({ top: 0, isOpen: true });
    expect(dots.map(({ y }) => y < band.bottom)).toEqual([false, true]);
  });

  it('stands a single attempt in the middle', () => {
    const { dots } = plotOf({ attempts: [attempt('1500.00', 5)], parameters: rule('1000.01', null) });
    expect(dots[0]?.x).toBe(50);
  });

  it('writes amounts only where they do not cover each other', () => {
    const attempts = [attempt('20.00', 0), attempt('20.00', 1), attempt('20.00', 59)];
    const { dots } = plotOf({ attempts, parameters: rule('0.00', null) });
    expect(dots.map(({ label }) => label)).toEqual(['right', null, 'left']);
  });
});
