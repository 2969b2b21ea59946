import { DAY, TransferLife } from '../../../../../test/support/transfer-life.js';
import type { PayoutState, RefundState } from '../state/provider-outcomes.rules.js';
import { differencesOf, lateReturnIn, type AtProviders } from './reconcile.rules.js';

const providerAt = '2026-11-20T12:00:00.000Z';
const payment = (state: 'authorized' | 'captured' | 'cancelled', paymentRef = 'pi_1', cents = 12_690) => ({
  state,
  paymentRef,
  providerAt,
  cents: state === 'cancelled' ? null : cents,
});
const refund = (state: RefundState['state'], refundRef = 're_1', cents = 12_690) => ({
  state,
  refundRef,
  providerAt,
  cents,
});
const payout = (state: 'delivered' | 'pending', cents = 12_000): PayoutState => ({
  state,
  payoutRef: 'po_1',
  providerAt,
  cents,
});
const returned: PayoutState = {
  state: 'returned',
  payoutRef: 'po_1',
  providerAt,
  cents: null,
  reason: 'expired',
};

/** The differences, as `about: found`. */
function differences(life: TransferLife, at: Partial<AtProviders>, laterMs = 0): readonly string[] {
  const found = { payments: [payment('captured')], refunds: [], payout: null, ...at };
  const when = { updatedAt: life.at, nowMs: life.nowMs + laterMs };
  return differencesOf(life.state, found, when).map((one) => `${one.about}: ${one.found}`);
}
const delivered = () => new TransferLife().toDelivered();
const refunded = () => new TransferLife().toRefunded();

it('does not report a payment as stray while its response is under way', () => {
  const life = new TransferLife();
  life.pay();
  expect(differences(life, { payments: [payment('authorized')] })).toEqual([]);
});

it('finds nothing where log and provider agree', () => {
  expect(differences(new TransferLife().toAuthorized(), { payments: [payment('authorized')] })).toEqual([]);
  expect(differences(new TransferLife().toCaptured(), {})).toEqual([]);
  expect(differences(delivered(), { payout: payout('delivered') })).toEqual([]);
  expect(differences(refunded(), { refunds: [refund('failed', 're_0'), refund('completed')] })).toEqual([]);
});

it.each<[string, () => TransferLife, Partial<AtProviders>, string]>([
  [
    'a charge that was only to be reserved',
    () => new TransferLife().toAuthorized(),
    {},
    'payment: pi_1 captured',
  ],
  [
    'a second charge',
    delivered,
    { payments: [payment('captured'), payment('captured', 'pi_2')] },
    'payment: pi_2 captured',
  ],
  [
    'a charge whose record the log has lost',
    () => {
      const life = new TransferLife();
      life.pay();
      return life;
    },
    {},
    'payment: pi_1 captured',
  ],
  ['a charge that is gone', delivered, { payments: [payment('cancelled')] }, 'payment: pi_1 canceled'],
  ['a refund behind our back', delivered, { refunds: [refund('completed')] }, 'refund: re_1 completed'],
  [
    'a second refund',
    refunded,
    { refunds: [refund('completed'), refund('pending', 're_2')] },
    'refund: re_1 completed, re_2 pending',
  ],
  ['a refund that was reverted', refunded, { refunds: [refund('failed')] }, 'refund: none'],
  ['a payout that came back', delivered, { payout: returned }, 'payout: returned'],
  ['a charge that the processor does not know', delivered, { payments: [] }, 'payment: pi_1 not known'],
  ['a payout that its platform does not know', delivered, { payout: 'unknown' }, 'payout: po_1 not known'],
  [
    'a charge of another amount',
    delivered,
    { payments: [payment('captured', 'pi_1', 12_790)] },
    'payment_amount: 127.90',
  ],
  [
    'a refund of another amount',
    refunded,
    { refunds: [refund('completed', 're_1', 1)] },
    'refund_amount: 0.01',
  ],
  [
    'a payout of another amount',
    delivered,
    { payout: payout('delivered', 999_900) },
    'payout_amount: 9999.00',
  ],
])('finds %s', (_, life, at, found) => {
  expect(differences(life(), at)).toEqual([found]);
});

it('leaves recorded contradictions to the desk', () => {
  const life = new TransferLife().toSubmitted();
  life.paidOut('failed');
  life.refunded('completed');
  const at = { payout: payout('delivered'), refunds: [refund('completed')] };
  expect(differences(life, at)).toEqual(['payout: delivered']);
  life.paidOut('delivered');
  expect(differences(life, at)).toEqual([]);
});

it('leaves an outstanding call to the worker for a day', () => {
  const life = new TransferLife().toSubmitted();
  expect(differences(life, { payout: payout('pending') }, DAY)).toEqual([]);
  expect(differences(life, { payout: payout('pending') }, DAY + 1)).toEqual(['overdue: no outcome']);
});

it('a return at the rail is a lost notice of a delivered payout, or of one that contradicts its failure, and of no other', () => {
  const lateReturn = (life: TransferLife, at: AtProviders['payout'] = returned) =>
    lateReturnIn(life.state, { payments: [], refunds: [], payout: at });
  const failed = new TransferLife().toSubmitted();
  failed.paidOut('failed');
  expect([lateReturn(delivered()), lateReturn(failed)]).toEqual([returned, null]);
  failed.paidOut('delivered');
  expect([lateReturn(failed), lateReturn(failed, payout('delivered'))]).toEqual([returned, null]);
  // The worker asks about an open one.
  expect(lateReturn(new TransferLife().toSubmitted())).toBeNull();
  const known = delivered();
  known.paidOut('returned');
  expect(lateReturn(known)).toBeNull();
});
