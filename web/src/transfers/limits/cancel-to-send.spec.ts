import type { Allowance } from '@kernel/money/transfers';
import { allowance } from '../../../../test/web/rendered-app';
import { cancelToSend } from './cancel-to-send';

/** $250 a week, so much sent, and these amounts unpaid. */
function weekOf(sent: number, ...unpaid: readonly number[]): Allowance {
  const waiting = unpaid.reduce((sum, amount) => sum + amount, 0);
  return {
    ...allowance,
    used: `${String(sent + waiting)}.00`,
    unpaid: unpaid.map((amount) => ({ id: String(amount), amount: `${String(amount)}.00`, until: null })),
  };
}

describe('what to cancel so that a refused amount fits', () => {
  it.each<[string, number, Allowance, readonly string[], string]>([
    ['the one that waits', 60, weekOf(120, 130), ['130'], '60.00'],
    ['the smallest that frees enough', 60, weekOf(50, 30, 100, 70), ['70'], '60.00'],
    ['the largest ones where none frees enough', 150, weekOf(50, 30, 80, 90), ['90', '80'], '150.00'],
    ['all of them for what fits of it', 200, weekOf(120, 100, 30), ['100', '30'], '130.00'],
    ['only what is missing', 60, weekOf(170, 30, 10), ['30'], '60.00'],
    ['over a limit that became lower', 20, weekOf(200, 90, 10), ['90'], '20.00'],
  ])('is %s', (_, wanted, week, ids, amount) => {
    const found = cancelToSend(`${String(wanted)}.00`, '1.00', week);
    expect([found?.unpaid.map(({ id }) => id), found?.amount]).toEqual([ids, amount]);
  });

  it.each<[string, number, Allowance]>([
    ['nothing waits', 60, weekOf(250)],
    ['it fits already', 60, weekOf(100, 30)],
    ['what is freed is below the limit that became lower', 60, weekOf(300, 30)],
    ['no weekly limit applies', 60, { ...weekOf(100, 30), weeklyLimit: null }],
  ])('is nothing when %s', (_, wanted, week) => {
    expect(cancelToSend(`${String(wanted)}.00`, '1.00', week)).toBeNull();
  });
});
