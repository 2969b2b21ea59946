import { noStrays } from '../../../../../test/support/no-strays.js';
import { transfersOf } from '../../../../../test/support/transfers-of.js';
import { DAY, TransferLife } from '../../../../../test/support/transfer-life.js';
import { UnknownToProvider } from '../../../engine/providers/provider-unknown.js';
import type { Config } from '../../../config/config.js';
import type { ViewStore } from '../../../engine/view-store/view-store.port.js';
import type { CardPayments, PaymentState, RefundState } from '../payment/card-payments.js';
import { Comparison } from './comparison.js';
import { lossOf } from '../refund/lost-disputes.rules.js';
import type { Payouts, PayoutState } from '../payout/payouts.js';

/** The processor's records of one transfer, and the comparison with its stream. */
class Compared {
  charge: PaymentState['state'] = 'captured';
  cents = 12_690;
  refund: RefundState['state'] | null = null;
  /** What the rail says of the payout. */
  payout: PayoutState | null = null;
  /** What happens while the processor is asked. */
  meanwhile = () => undefined as unknown;
  private readonly comparison: Comparison;

  constructor(
    readonly life: TransferLife,
    private readonly refundFees = true,
  ) {
    const at = () => ({ paymentRef: 'pi_1', providerAt: life.at, cents: this.cents });
    const processor = {
      paymentsOf: () => {
        const found = { state: this.charge, ...at() };
        this.meanwhile();
        return Promise.resolve(this.charge === 'declined' ? [] : [found]);
      },
      find: () => Promise.reject(new UnknownToProvider('404')),
      refundsOf: () =>
        Promise.resolve(this.refund ? [{ state: this.refund, refundRef: 're_1', ...at() }] : []),
    };
    this.comparison = new Comparison(
      {} as ViewStore,
      transfersOf(life),
      { now: () => life.nowMs },
      processor as unknown as CardPayments,
      { find: () => Promise.resolve(this.payout) } as unknown as Payouts,
      noStrays,
      { REFUND_FEES_ON_RETURN: this.refundFees } as Config,
    );
  }

  /** What differs afterwards, and the events that were recorded. */
  async compare() {
    const before = this.life.events.length;
    const { state, at } = this.life;
    const open = await this.comparison.compare({ id: 't1', state, updatedAt: at });
    return {
      open: open.map(({ about, found }) => `${about}: ${found}`),
      events: this.life.events.slice(before).map(({ type }) => type),
    };
  }
}

const SETTLED = { reason: 'The bank confirmed it by mail.', operator: 'olga' };

it('a difference is recorded once and stays open until a comparison no longer finds it', async () => {
  const compared = new Compared(new TransferLife().toCaptured());
  compared.charge = 'cancelled';
  expect(await compared.compare()).toEqual({ open: ['payment: pi_1 canceled'], events: ['DifferenceFound'] });
  compared.life.wait(30 * DAY);
  expect(await compared.compare()).toEqual({ open: ['payment: pi_1 canceled'], events: [] });
  compared.charge = 'captured';
  expect(await compared.compare()).toEqual({ open: [], events: ['DifferenceGone'] });
});

it('one that an operator closed is not found again, but another one is', async () => {
  const compared = new Compared(new TransferLife().toCaptured());
  compared.cents = 12_790;
  expect((await compared.compare()).open).toEqual(['payment_amount: 127.90']);
  const read = { about: 'payment_amount', found: '127.90' } as const;
  const close = { type: 'SettleDifference', ...read, ...SETTLED } as const;
  expect(() => compared.life.do({ ...close, found: '128.90' })).toThrow();
  expect(compared.life.do(close)).toEqual(['DifferenceSettled']);
  expect(await compared.compare()).toEqual({ open: [], events: [] });
  compared.cents = 12_890;
  expect((await compared.compare()).open).toEqual(['payment_amount: 128.90']);
});

it('one of two about the same is settled alone', () => {
  const { life } = new Compared(new TransferLife().toCaptured());
  const difference = (found: string) => ({ about: 'payment', recorded: 'captured', found }) as const;
  life.do({
    type: 'RecordComparison',
    differences: [difference('pi_1 canceled'), difference('pi_9 captured')],
  });
  life.do({ type: 'SettleDifference', about: 'payment', found: 'pi_9 captured', ...SETTLED });
  expect(life.state.differences).toMatchObject([{ found: 'pi_1 canceled' }]);
});

it('a call that ends while the processor is asked is no difference', async () => {
  const compared = new Compared(new TransferLife().toAuthorized());
  compared.charge = 'captured';
  compared.meanwhile = () => {
    if (compared.life.state.stage === 'captured') return;
    compared.life.do({ type: 'RequestCapture' });
    compared.life.answered('captured');
  };
  expect((await compared.compare()).open).toEqual([]);
});

it('a refund without an answer that arrived although the bank returned the money is recorded, not a difference', async () => {
  const life = new TransferLife().toCaptured();
  life.cancel();
  const lost = { type: 'RecordDispute', disputeRef: 'dp_1', reason: 'fraudulent', outcome: 'lost' } as const;
  life.do({ ...lost, providerAt: life.at, cents: null });
  const compared = new Compared(life);
  compared.refund = 'completed';
  expect(await compared.compare()).toEqual({ open: [], events: ['RefundCompleted'] });
  expect(lossOf(life.state)).toBe(12_690);
  expect(await compared.compare()).toEqual({ open: [], events: [] });
});

it('a charge that the processor does not know is a difference, not a missing answer', async () => {
  const compared = new Compared(new TransferLife().toCaptured());
  compared.charge = 'declined';
  expect((await compared.compare()).open).toEqual(['payment: pi_1 not known']);
});

it('a payout reported as failed, then as delivered, is no task once the rail reports its return', async () => {
  const life = new TransferLife().toSubmitted();
  life.paidOut('pending');
  const settled = {
    outcome: 'failed',
    reference: 'wrong_handle',
    operator: 'olga',
    fourEyesCents: 50_000,
  } as const;
  life.do({ type: 'SettlePayout', ...settled });
  // The notice of the return came before that of the delivery.
  expect([...life.paidOut('returned'), ...life.paidOut('delivered')]).toEqual(['PayoutContradicted']);
  const compared = new Compared(life);
  compared.payout = {
    state: 'returned',
    payoutRef: 'po_1',
    reason: 'other',
    providerAt: life.at,
    cents: 12_000,
  };
  expect((await compared.compare()).events).toContain('ContradictionResolved');
  expect(life.state.payout?.contradiction).toBe('resolved');
});

it.each([
  [true, 12_690],
  [false, 12_000],
])('a delivered payout that came back without a notice is refunded (fees: %s)', async (refundFees, cents) => {
  const compared = new Compared(new TransferLife().toDelivered(), refundFees);
  const { life } = compared;
  const at = { payoutRef: 'po_1', providerAt: life.wait(100 * DAY).at, cents: 12_000 };
  compared.payout = { state: 'returned', reason: 'other', ...at };
  expect(await compared.compare()).toEqual({ open: [], events: ['PayoutReturned', 'RefundInitiated'] });
  expect(life.state.refund?.cents).toBe(cents);
});

it('a refund that a bank sent back without a notice is tried again', async () => {
  const compared = new Compared(new TransferLife().toRefunded());
  compared.life.wait(34 * DAY);
  compared.refund = 'failed';
  expect(await compared.compare()).toEqual({ open: [], events: ['RefundFailed'] });
  expect(compared.life.do({ type: 'RetryRefund' })).toEqual(['RefundInitiated']);
  expect(compared.life.refunded('completed')).toEqual(['RefundCompleted', 'TransferRefunded']);
});

describe('an amount that a provider reports with its response', () => {
  const refunding = () => {
    const life = new TransferLife().toCaptured();
    life.cancel();
    return life;
  };

  it.each([
    [
      'of a charge, which is then not paid out',
      () => {
        const life = new TransferLife();
        life.pay();
        const at = { paymentRef: 'pi_1', providerAt: life.at, cents: 12_790 } as const;
        life.do({ type: 'RecordPayment', attempt: 1, outcome: { state: 'authorized', ...at } });
        expect(life.do({ type: 'RequestCapture' })).toEqual([]);
        return life;
      },
      'payment_amount: recorded 126.90, found 127.90',
    ],
    [
      'of a refund',
      () => {
        const life = refunding();
        const outcome = { state: 'completed', refundRef: 're_1', providerAt: life.at, cents: 1 } as const;
        life.do({ type: 'RecordRefund', attempt: 1, outcome });
        return life;
      },
      'refund_amount: recorded 126.90, found 0.01',
    ],
    [
      'of a payout',
      () => {
        const life = new TransferLife().toSubmitted();
        const outcome = {
          state: 'delivered',
          payoutRef: 'po_1',
          providerAt: life.at,
          cents: 999_900,
        } as const;
        life.do({ type: 'RecordPayout', refundFees: true, outcome });
        life.do({ type: 'RecordPayout', refundFees: true, outcome });
        return life;
      },
      'payout_amount: recorded 120.00, found 9999.00',
    ],
  ])('and that is not what it was called for is a difference: %s', (_, lived, text) => {
    const { differences } = lived().state;
    expect(
      differences.map(({ about, recorded, found }) => `${about}: recorded ${recorded}, found ${found}`),
    ).toEqual([text]);
  });

  it('is none where a bank has returned a part of the charge before the refund', () => {
    const life = new TransferLife().toCaptured();
    const lost = { disputeRef: 'dp_1', reason: 'fraudulent', outcome: 'lost', cents: 2_000 } as const;
    life.do({ type: 'RecordDispute', ...lost, providerAt: life.at });
    const outcome = { state: 'completed', refundRef: 're_1', providerAt: life.at, cents: 10_690 } as const;
    life.do({ type: 'RecordRefund', attempt: 1, outcome });
    expect(life.state.differences).toEqual([]);
  });
});
