import { confirmedRefund, isCharged, refundedCents, sentStepOf, stepOf } from './charge.js';
import type { Transaction, TransferStep } from './transfers.js';

const step = (kind: TransferStep['step'], at: string, amount?: string): TransferStep => ({
  step: kind,
  at,
  ...(amount !== undefined && { amount }),
});

const life = (status: Transaction['status'], ...steps: readonly TransferStep[]) => ({
  status,
  steps: [...steps],
});

describe('what was charged and what came back', () => {
  it('is read from the newest step of its kind: an earlier attempt is not the one that a receipt names', () => {
    const twice = life(
      'delivered',
      step('authorized', '2026-11-20T12:00:00.000Z'),
      step('declined', '2026-11-20T12:01:00.000Z'),
      step('authorized', '2026-11-20T12:02:00.000Z'),
      step('captured', '2026-11-20T12:03:00.000Z', '52.80'),
    );
    expect(stepOf(twice, 'authorized')?.at).toBe('2026-11-20T12:02:00.000Z');
    expect(stepOf(twice, 'authorized', 'declined')?.at).toBe('2026-11-20T12:02:00.000Z');
    expect(stepOf(twice, 'refunded')).toBeUndefined();
    expect(isCharged(twice)).toBe(true);
  });

  it('counts a refund once the processor has confirmed it', () => {
    const begun = step('refund_initiated', '2026-11-20T13:00:00.000Z', '52.80');
    const confirmed = step('refunded', '2026-11-20T14:00:00.000Z');
    expect(refundedCents(life('refunding', begun))).toBe(0);
    expect(refundedCents(life('refunded', begun, confirmed))).toBe(5_280);
    expect(confirmedRefund(life('refunded', begun, confirmed))).toEqual(confirmed);
    expect(confirmedRefund(life('refunding', begun, confirmed))).toBeUndefined();
  });
});

describe('when the platform got it', () => {
  const begun = step('payout_submitted', '2026-11-20T12:04:00.000Z');
  const accepted = step('payout_accepted', '2026-11-20T12:05:00.000Z');
  const delivered = step('delivered', '2026-11-20T12:06:00.000Z');

  it('is said by the platform itself', () => {
    expect(sentStepOf(life('sent', begun, accepted))).toEqual(accepted);
    expect(sentStepOf(life('delivered', begun, accepted, delivered))).toEqual(accepted);
  });

  it('is when somebody began to pay it, once a payout of the desk is delivered', () => {
    expect(sentStepOf(life('processing', begun))).toBeUndefined();
    expect(sentStepOf(life('delivered', begun, delivered))).toEqual(begun);
  });
});
