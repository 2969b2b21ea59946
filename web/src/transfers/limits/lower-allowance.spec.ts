import { allowance, transferOf } from '../../../../test/web/rendered-app';
import { countedOf } from '@kernel/money/allowance';
import { lowerAllowance } from './lower-allowance';

describe('The limit after a transfer that the server has not counted yet', () => {
  const sent = countedOf(transferOf({ amount: '45.00', createdAt: '2026-11-20T12:00:00.000Z' }));
  const freed = { at: '2026-11-29T12:00:00.000Z', amount: '120.00' };

  it('is lower by its amount, which becomes available seven days later in order', () => {
    expect(lowerAllowance({ ...allowance, frees: [freed] }, [sent])).toEqual({
      ...allowance,
      used: '165.00',
      sent: '165.00',
      remaining: '85.00',
      frees: [{ at: '2026-11-27T12:00:00.000Z', amount: '45.00' }, freed],
    });
  });

  it('is never below zero', () => {
    const two = lowerAllowance(allowance, [
      countedOf(transferOf({ amount: '100.00' })),
      countedOf(transferOf({ amount: '100.00' })),
    ]);
    expect(two.remaining).toBe('0.00');
  });

  it('calls sent only what is paid or being paid', () => {
    const payBy = '2026-11-20T12:30:00.000Z';
    const unpaid = transferOf({ id: 'unpaid', amount: '30.00', payment: { state: 'declined', payBy } });
    expect(lowerAllowance(allowance, [sent, countedOf(unpaid)])).toMatchObject({
      used: '195.00',
      sent: '165.00',
      waiting: '30.00',
      unpaid: [{ id: 'unpaid', amount: '30.00', until: payBy }],
    });
  });
});
