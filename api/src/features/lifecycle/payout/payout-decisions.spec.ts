import { DAY, MINUTE, terms, TransferLife } from '../../../../../test/support/transfer-life.js';
import type { UndatedLifecycleCommand } from '../state/lifecycle-commands.rules.js';
import { nextCallOf } from '../state/next-call.rules.js';

const refused = (code: string) => expect.objectContaining({ code }) as Error;
const desk = { ...terms, platform: 'Zelle' } as const;
const settle = (operator: string, outcome: 'delivered' | 'failed' = 'delivered', fourEyesCents = 50_000) =>
  ({ type: 'SettlePayout', operator, outcome, reference: 'ZL-1', fourEyesCents }) as const;
const agree = (operator: string, seenAt?: string) =>
  ({ ...settle(operator, 'delivered', 10_000), agrees: true, seenAt }) as const;

describe('a payout', () => {
  it('that certainly failed refunds everything', () => {
    const life = new TransferLife().toSubmitted();
    expect(life.paidOut('failed')).toEqual(['PayoutFailed', 'RefundInitiated']);
    expect(life.state.refund).toMatchObject({ cents: 12_690, cause: 'payout_failed' });
  });

  it('that was returned refunds the amount, with the fees under a policy that refunds them', () => {
    const withFees = new TransferLife().toSubmitted();
    withFees.paidOut('delivered');
    expect(withFees.paidOut('returned')).toEqual(['PayoutReturned', 'RefundInitiated']);
    expect(withFees.state.refund?.cents).toBe(12_690);
    const withoutFees = new TransferLife().toSubmitted();
    withoutFees.paidOut('returned', false);
    expect(withoutFees.state.refund?.cents).toBe(12_000);
  });

  it('is queried by the reference of the rail, even when its first report is the outcome', () => {
    for (const end of ['delivered', 'returned'] as const) {
      const life = new TransferLife().toSubmitted();
      expect(life.paidOut(end)[0]).toBe('PayoutAccepted');
      expect(life.state.payout).toMatchObject({ state: end, payoutRef: 'po_1' });
    }
    const byHand = new TransferLife().toSubmitted();
    byHand.do(settle('olga'));
    expect(byHand.state.payout).toMatchObject({ state: 'delivered', payoutRef: null });
  });

  it.each(['delivered', 'returned', 'failed'] as const)(
    'reported as %s by a clock behind ours is accepted, but not as still open',
    (end) => {
      const life = new TransferLife().toSubmitted();
      life.wait(MINUTE).paidOut('unclaimed');
      life.wait(-45_000);
      expect(life.paidOut('pending')).toEqual([]);
      expect(life.paidOut(end)).not.toEqual([]);
      expect(life.state.payout?.state).toBe(end);
    },
  );

  it.each(['returned', 'failed'] as const)(
    'that %s before an operator reported it as delivered is refunded',
    (end) => {
      const life = new TransferLife().toSubmitted();
      life.paidOut('pending');
      const { at: endedAt } = life.wait(40 * MINUTE);
      const outcome = { state: end, reason: 'other', payoutRef: 'po_1', providerAt: endedAt, cents: null };
      life.wait(MINUTE).do(settle('olga'));
      expect(life.do({ type: 'RecordPayout', outcome, refundFees: false })).toEqual([
        'PayoutReturned',
        'RefundInitiated',
      ]);
      // Never paid: the fees go back under every policy.
      expect(life.state.refund?.cents).toBe(end === 'failed' ? 12_690 : 12_000);
      expect(life.events.at(-1)?.data).toMatchObject({ delivered: end === 'returned' });
      expect(life.do({ type: 'RecordPayout', outcome, refundFees: false })).toEqual([]);
    },
  );

  it('is accepted in two steps that the rail dates alike', () => {
    const life = new TransferLife().toSubmitted();
    expect(life.paidOut('pending')).toEqual(['PayoutAccepted']);
    expect(life.paidOut('unclaimed')).toEqual(['PayoutAccepted']);
    expect(life.state.payout?.state).toBe('unclaimed');
  });

  it('that its recipient may still claim has no outcome', () => {
    const life = new TransferLife().toSubmitted();
    life.paidOut('unclaimed');
    expect(() => life.do(settle('olga', 'failed'))).toThrow(refused('not_claimable'));
  });

  it('with an unknown outcome is never refunded by a timer', () => {
    const life = new TransferLife().toSubmitted();
    expect(life.wait(60 * DAY).elapse()).toEqual([]);
    expect(nextCallOf(life.state)).toBe('submit_payout');
  });

  it('that was not submitted within ten days is refunded', () => {
    const life = new TransferLife(desk).toCaptured();
    expect(life.do({ type: 'SubmitPayout', operator: null })).toEqual([]);
    expect(life.wait(10 * DAY - 1).elapse()).toEqual([]);
    expect(life.wait(1).elapse()).toEqual(['RefundInitiated']);
    expect(() => life.do({ type: 'SubmitPayout', operator: 'olga' })).toThrow(refused('not_claimable'));
  });

  it('at the desk is claimed by one operator', () => {
    const life = new TransferLife(desk).toCaptured();
    expect(life.do({ type: 'SubmitPayout', operator: 'olga' })).toEqual(['PayoutSubmitted']);
    expect(life.do({ type: 'SubmitPayout', operator: 'olga' })).toEqual([]);
    expect(() => life.do({ type: 'SubmitPayout', operator: 'omar' })).toThrow(refused('not_claimable'));
    expect(nextCallOf(life.state)).toBeNull();
    expect(life.do(settle('olga'))).toEqual(['PayoutConfirmed', 'TransferDelivered']);
    expect(() => life.do({ type: 'SubmitPayout', operator: 'olga' })).toThrow(refused('not_claimable'));
  });

  it('at the desk of exactly the threshold needs one operator', () => {
    const life = new TransferLife(desk).toSubmitted('olga');
    expect(life.do(settle('olga', 'delivered', terms.amountCents))).toEqual([
      'PayoutConfirmed',
      'TransferDelivered',
    ]);
  });

  it('at the desk above the threshold needs a second operator', () => {
    const life = new TransferLife(desk).toSubmitted('olga');
    expect(life.do(settle('olga', 'delivered', 10_000))).toEqual(['PayoutOutcomeProposed']);
    expect(() => life.do(settle('olga', 'delivered', 10_000))).toThrow(refused('second_person_needed'));
    expect(life.do(agree('omar', life.at))).toEqual(['PayoutConfirmed', 'TransferDelivered']);
  });

  it('is settled only by who agrees to exactly what is reported and has seen the recipient since', () => {
    const life = new TransferLife(desk).toSubmitted('olga');
    expect(() => life.do(agree('omar', life.at))).toThrow(refused('not_claimable'));
    const seenBefore = life.at;
    life.wait(MINUTE).do(settle('olga', 'delivered', 10_000));
    const seenAt = life.at;
    for (const other of [
      { reference: 'ZL-2' },
      { outcome: 'failed' },
      { platformMessage: 'Closed' },
    ] as const)
      for (const command of [settle('omar', 'delivered', 10_000), agree('omar', seenAt)])
        expect(() => life.do({ ...command, seenAt, ...other })).toThrow(refused('report_differs'));
    for (const unseen of [undefined, seenBefore])
      expect(() => life.do(agree('omar', unseen))).toThrow(refused('not_seen'));
    expect(() => life.do(agree('olga', seenAt))).toThrow(refused('second_person_needed'));
    life.wait(MINUTE).do({ ...settle('olga', 'delivered', 10_000), reference: 'ZL-3' });
    expect(() => life.do({ ...agree('omar', seenAt), reference: 'ZL-3' })).toThrow(refused('not_seen'));
    expect(life.state.stage).toBe('payout_submitted');
    expect(life.do({ ...agree('omar', life.at), reference: 'ZL-3' })).toContain('TransferDelivered');
  });

  it('is reported by anyone after its claim or report was released, which never sends it again', () => {
    const life = new TransferLife(desk).toSubmitted('olga');
    life.do(settle('olga', 'delivered', 10_000));
    expect(life.do({ type: 'ReleasePayout', operator: 'omar' })).toEqual(['PayoutReleased']);
    expect(life.do({ type: 'ReleasePayout', operator: 'omar' })).toEqual([]);
    expect(() => life.do(agree('omar', life.at))).toThrow(refused('not_claimable'));
    expect(() => life.do({ type: 'SubmitPayout', operator: 'omar' })).toThrow(refused('not_claimable'));
    expect(life.do(settle('omar', 'failed', 10_000))).toEqual(['PayoutOutcomeProposed']);
    expect(life.do({ ...agree('olga', life.at), outcome: 'failed' })).toContain('PayoutFailed');
    expect(() => life.do({ type: 'ReleasePayout', operator: 'omar' })).toThrow(refused('not_claimable'));
  });
});

it('a report about a payout of a rail can be taken back without a claim', () => {
  const life = new TransferLife().toSubmitted();
  life.do(settle('olga', 'delivered', 10_000));
  expect(life.do({ type: 'ReleasePayout', operator: 'omar' })).toEqual(['PayoutReleased']);
  expect(life.state.payout?.proposal).toBeNull();
});

describe('a payout that is open at its rail although an operator reported it as failed', () => {
  const failed = () => {
    const life = new TransferLife().toSubmitted();
    life.wait(MINUTE).do(settle('olga', 'failed'));
    return life;
  };

  it('contradicts the report only after it', () => {
    const life = failed();
    expect(life.paidOut('pending')).toEqual([]);
    expect(life.wait(1).paidOut('pending')).toEqual(['PayoutContradicted']);
  });

  it('is taken back before the refund, which the processor has accepted, is polled', () => {
    const life = failed();
    life.refunded('pending');
    expect(nextCallOf(life.state)).toBe('poll_refund');
    life.wait(1).paidOut('pending');
    expect(nextCallOf(life.state)).toBe('recall_payout');
  });
});

describe('a delivery of a payout recorded as not paid', () => {
  const delivered = (providerAt: string): UndatedLifecycleCommand => ({
    type: 'RecordPayout',
    refundFees: true,
    outcome: { state: 'delivered', payoutRef: 'po_1', providerAt, cents: null },
  });

  it('is recorded once as a task, however late it is reported, and leaves the refund unchanged', () => {
    const life = new TransferLife().toSubmitted();
    const paidAt = life.at;
    life.wait(40 * MINUTE).do(settle('olga', 'failed'));
    expect(life.do(delivered(paidAt))).toEqual(['PayoutContradicted']);
    expect(life.do(delivered(life.wait(MINUTE).at))).toEqual([]);
    expect(life.refunded('completed')).toEqual(['RefundCompleted', 'TransferRefunded']);
    expect(life.do({ type: 'ResolveContradiction' })).toEqual(['ContradictionResolved']);
    expect(life.do({ type: 'ResolveContradiction' })).toEqual([]);
    expect(life.do(delivered(life.wait(MINUTE).at))).toEqual([]);
  });

  it('is no contradiction after a return, which follows a delivery', () => {
    const life = new TransferLife().toDelivered();
    life.wait(MINUTE).paidOut('returned');
    expect(life.do(delivered(life.wait(1).at))).toEqual([]);
  });
});
