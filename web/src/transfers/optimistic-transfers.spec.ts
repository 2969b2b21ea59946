import { transferOf } from '../../../test/web/rendered-app';
import {
  addOptimisticTransfer,
  onOptimisticTransfers,
  optimisticTransfers,
  OPTIMISTIC_LIMIT,
  removeOptimisticTransfer,
} from './optimistic-transfers';
import { newPayment, pickDraft, type PendingPayment } from './pending-payment';

const payment = (key: string): PendingPayment => ({
  ...newPayment('ana', pickDraft(transferOf()), 'card-3pct-plus-30c'),
  key,
});

describe('a payment that is being sent', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  it('is stored per user under flip:transactions:{uid} with an id that starts with mock-', () => {
    addOptimisticTransfer(payment('key-00001'));
    const [entry] = optimisticTransfers('ana');
    expect(entry).toMatchObject({ recipient: 'Maya Okafor', amount: '120.00' });
    expect(entry?.id).toMatch(/^mock-[\da-f-]{36}$/);
    expect(localStorage.getItem('flip:transactions:ana')).toContain('mock-');
    expect(optimisticTransfers('luis')).toEqual([]);
  });

  it('is listed once when it is sent again', () => {
    addOptimisticTransfer(payment('key-00001'));
    addOptimisticTransfer(payment('key-00001'));
    expect(optimisticTransfers('ana')).toHaveLength(1);
  });

  it('is removed with the response, and notifies the lists', () => {
    const notified = jest.fn();
    const stop = onOptimisticTransfers(notified);
    addOptimisticTransfer(payment('key-00001'));
    removeOptimisticTransfer(payment('key-00001'));
    stop();
    expect(optimisticTransfers('ana')).toEqual([]);
    expect(localStorage.getItem('flip:transactions:ana')).toBeNull();
    expect(notified).toHaveBeenCalledTimes(2);
  });

  it('is returned in the same array while nothing changes, so that a screen does not render forever', () => {
    addOptimisticTransfer(payment('key-00001'));
    expect(optimisticTransfers('ana')).toBe(optimisticTransfers('ana'));
  });

  it('is dropped when the stored value is invalid', () => {
    const valid = payment('key-00001');
    const broken = [{ ...valid, id: '1' }, { ...valid, fees: 3 }, null, 'x'];
    localStorage.setItem('flip:transactions:ana', JSON.stringify([valid, ...broken]));
    expect(optimisticTransfers('ana')).toHaveLength(1);
    localStorage.setItem('flip:transactions:ana', '{');
    expect(optimisticTransfers('ana')).toEqual([]);
  });

  it('is dropped once there are too many newer ones', () => {
    for (let n = 0; n < OPTIMISTIC_LIMIT + 5; n++)
      addOptimisticTransfer(payment(`key-${String(10_000 + n)}`));
    expect(optimisticTransfers('ana')).toHaveLength(OPTIMISTIC_LIMIT);
  });
});
