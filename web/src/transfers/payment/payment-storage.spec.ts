import { transferOf } from '../../../../test/web/rendered-app';
import {
  addOptimisticTransfer,
  markNotSent,
  onOptimisticTransfers,
  optimisticTransfers,
  PAYMENT_LIMIT,
  removeOptimisticTransfer,
} from './payment-storage';
import { newPayment, pickDraft, type PendingPayment } from './pending-payment';

const payment = (key: string): PendingPayment => ({
  ...newPayment('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', pickDraft(transferOf()), 'card-3pct-plus-30c'),
  key,
});

describe('a payment that is being sent', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  it('is stored per user under flip:transactions:{uid} with an id that starts with mock- (ASVS 14.3.3)', () => {
    addOptimisticTransfer(payment('key-00001'));
    const [entry] = optimisticTransfers('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10');
    expect(entry).toMatchObject({ recipient: 'Maya Okafor', amount: '120.00' });
    expect(entry?.id).toMatch(/^mock-[\da-f-]{36}$/);
    expect(localStorage.getItem('flip:transactions:7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toContain('mock-');
    expect(optimisticTransfers('luis')).toEqual([]);
  });

  it('is listed once when sent again', () => {
    addOptimisticTransfer(payment('key-00001'));
    addOptimisticTransfer(payment('key-00001'));
    expect(optimisticTransfers('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toHaveLength(1);
  });

  it('that had not been sent is being sent once it is paid again', () => {
    addOptimisticTransfer(payment('key-00001'));
    markNotSent(payment('key-00001'));
    const [notSent] = optimisticTransfers('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10');
    expect(notSent?.notSent).toBe(true);
    if (notSent) addOptimisticTransfer(notSent);
    expect(optimisticTransfers('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')[0]).not.toHaveProperty('notSent');
  });

  it('is removed with the response, and notifies the lists', () => {
    const notified = jest.fn();
    const stop = onOptimisticTransfers(notified);
    addOptimisticTransfer(payment('key-00001'));
    removeOptimisticTransfer(payment('key-00001'));
    stop();
    expect(optimisticTransfers('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toEqual([]);
    expect(localStorage.getItem('flip:transactions:7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toBeNull();
    expect(notified).toHaveBeenCalledTimes(2);
  });

  it('is returned in the same array while nothing changes, to avoid an endless render loop', () => {
    addOptimisticTransfer(payment('key-00001'));
    expect(optimisticTransfers('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toBe(
      optimisticTransfers('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10'),
    );
  });

  it('is dropped when the stored value is invalid', () => {
    const valid = payment('key-00001');
    const broken = [{ ...valid, id: '1' }, { ...valid, fees: 3 }, null, 'x'];
    localStorage.setItem(
      'flip:transactions:7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10',
      JSON.stringify([valid, ...broken]),
    );
    expect(optimisticTransfers('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toHaveLength(1);
    localStorage.setItem('flip:transactions:7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', '{');
    expect(optimisticTransfers('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toEqual([]);
  });

  it('is dropped once there are too many newer ones', () => {
    for (let n = 0; n < PAYMENT_LIMIT + 5; n++) addOptimisticTransfer(payment(`key-${String(10_000 + n)}`));
    expect(optimisticTransfers('7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toHaveLength(PAYMENT_LIMIT);
  });
});
