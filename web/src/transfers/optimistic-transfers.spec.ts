import {
  addOptimisticTransfer,
  onOptimisticTransfers,
  optimisticTransfers,
  OPTIMISTIC_LIMIT,
  removeOptimisticTransfer,
} from './optimistic-transfers';
import type { PaymentState } from './payment-state';

const payment = (key: string): PaymentState => ({
  uid: 'ana',
  key,
  recipient: 'Maya Okafor',
  platform: 'Cash App',
  handle: '$mayaokafor',
  amount: '120.00',
  fees: { totalFee: '6.90', total: '126.90', breakdown: { flipFee: '3.00', processingFee: '3.90' } },
});

describe('the entry of a payment being sent', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  it('is kept per person under flip:transactions:{uid}, named mock-', () => {
    addOptimisticTransfer('ana', payment('key-00001'));
    const [entry] = optimisticTransfers('ana');
    expect(entry).toMatchObject({ recipient: 'Maya Okafor', amount: '120.00' });
    expect(entry?.id).toMatch(/^mock-[\da-f-]{36}$/);
    expect(localStorage.getItem('flip:transactions:ana')).toContain('mock-');
    expect(optimisticTransfers('luis')).toEqual([]);
  });

  it('stays one entry when the same payment is asked again', () => {
    addOptimisticTransfer('ana', payment('key-00001'));
    addOptimisticTransfer('ana', payment('key-00001'));
    expect(optimisticTransfers('ana')).toHaveLength(1);
  });

  it('goes at the answer, and tells the lists', () => {
    const told = jest.fn();
    const stop = onOptimisticTransfers(told);
    addOptimisticTransfer('ana', payment('key-00001'));
    removeOptimisticTransfer('ana', 'key-00001');
    stop();
    expect(optimisticTransfers('ana')).toEqual([]);
    expect(localStorage.getItem('flip:transactions:ana')).toBeNull();
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('is the same list as long as nothing changed, so that a screen does not draw for ever', () => {
    addOptimisticTransfer('ana', payment('key-00001'));
    expect(optimisticTransfers('ana')).toBe(optimisticTransfers('ana'));
  });

  it('is dropped when what is stored is not one', () => {
    const whole = { ...payment('key-00001'), id: 'mock-1', createdAt: '2026-11-21T10:00:00.000Z' };
    const broken = [{ ...whole, id: '1' }, { ...whole, createdAt: 'soon' }, { ...whole, fees: 3 }, null, 'x'];
    localStorage.setItem('flip:transactions:ana', JSON.stringify([whole, ...broken]));
    expect(optimisticTransfers('ana')).toHaveLength(1);
    localStorage.setItem('flip:transactions:ana', '{');
    expect(optimisticTransfers('ana')).toEqual([]);
  });

  it('is bounded', () => {
    for (let n = 0; n < OPTIMISTIC_LIMIT + 5; n++)
      addOptimisticTransfer('ana', payment(`key-${String(10_000 + n)}`));
    expect(optimisticTransfers('ana')).toHaveLength(OPTIMISTIC_LIMIT);
  });
});
