import { transferOf } from '../../../test/web/rendered-app';
import {
  addOptimisticTransfer,
  onOptimisticTransfers,
  optimisticTransfers,
  OPTIMISTIC_LIMIT,
  removeOptimisticTransfer,
} from './optimistic-transfers';
import { draftAgain, type PendingPayment } from './pending-payment';

const payment = (key: string): PendingPayment => ({
  uid: 'ana',
  key,
  draft: draftAgain(transferOf()),
  fees: transferOf().fees,
});

describe('the entry of a payment being sent', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  it('is kept per person under flip:transactions:{uid}, named mock-', () => {
    addOptimisticTransfer(payment('key-00001'));
    const [entry] = optimisticTransfers('ana');
    expect(entry).toMatchObject({ recipient: 'Maya Okafor', amount: '120.00' });
    expect(entry?.id).toMatch(/^mock-[\da-f-]{36}$/);
    expect(localStorage.getItem('flip:transactions:ana')).toContain('mock-');
    expect(optimisticTransfers('luis')).toEqual([]);
  });

  it('stays one entry when the same payment is asked again', () => {
    addOptimisticTransfer(payment('key-00001'));
    addOptimisticTransfer(payment('key-00001'));
    expect(optimisticTransfers('ana')).toHaveLength(1);
  });

  it('goes at the answer, and tells the lists', () => {
    const told = jest.fn();
    const stop = onOptimisticTransfers(told);
    addOptimisticTransfer(payment('key-00001'));
    removeOptimisticTransfer(payment('key-00001'));
    stop();
    expect(optimisticTransfers('ana')).toEqual([]);
    expect(localStorage.getItem('flip:transactions:ana')).toBeNull();
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('is the same list as long as nothing changed, so that a screen does not draw for ever', () => {
    addOptimisticTransfer(payment('key-00001'));
    expect(optimisticTransfers('ana')).toBe(optimisticTransfers('ana'));
  });

  it('is dropped when what is stored is not one', () => {
    const entry = { id: 'mock-1', createdAt: '2026-11-21T10:00:00.000Z' };
    const whole = { ...payment('key-00001'), entry };
    const broken = [
      payment('key-00002'),
      { ...whole, entry: { ...entry, id: '1' } },
      { ...whole, fees: 3 },
      null,
      'x',
    ];
    localStorage.setItem('flip:transactions:ana', JSON.stringify([whole, ...broken]));
    expect(optimisticTransfers('ana')).toHaveLength(1);
    localStorage.setItem('flip:transactions:ana', '{');
    expect(optimisticTransfers('ana')).toEqual([]);
  });

  it('is bounded', () => {
    for (let n = 0; n < OPTIMISTIC_LIMIT + 5; n++)
      addOptimisticTransfer(payment(`key-${String(10_000 + n)}`));
    expect(optimisticTransfers('ana')).toHaveLength(OPTIMISTIC_LIMIT);
  });
});
