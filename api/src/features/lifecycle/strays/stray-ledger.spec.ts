import { strayCentsOf } from './stray-ledger.rules.js';
import { NO_FATE, noStray, type Stray } from './stray.rules.js';

const charge = {
  paymentRef: 'pi_1',
  transferId: 't1',
  cents: 12_690,
  isCharged: true,
  chargedAt: '2026-11-20T12:00:00.000Z',
  uid: null,
  platform: null,
  amountCents: null,
};
const stray = (state: Stray['state'], fate: Partial<Stray['fate']> = {}, isCharged = true): Stray => ({
  ...noStray(),
  state,
  fate: { ...NO_FATE, ...fate },
  charge: { ...charge, isCharged },
});
const part = { refundedCents: 2_690 };
const disputes = [{ disputeRef: 'dp_1', cents: 10_000, state: 'lost' as const }];

it.each([
  ['an open one', stray('open'), [12_690, 0, 0, 12_690, 0]],
  ['one that is being refunded', stray('refunding', { refundingCents: 12_690 }), [12_690, 0, 0, 12_690, 0]],
  ['an open one that was refunded in part', stray('open', part), [12_690, 2_690, 0, 10_000, 0]],
  ['one that was refunded in part and closed', stray('closed', part), [12_690, 2_690, 10_000, 0, 0]],
  ['a closed one that the bank took back', stray('closed', { disputes }), [12_690, 0, 12_690, 0, 10_000]],
  [
    'one whose rest was refunded after a dispute',
    stray('refunded', { ...part, disputes }),
    [12_690, 12_690, 0, 0, 10_000],
  ],
  ['one that was refunded twice', stray('open', { refundedCents: 20_000 }), [12_690, 12_690, 0, 0, 0]],
  ['one of a transfer', stray('adopted'), [0, 0, 0, 0, 0]],
  ['a reservation', stray('open', {}, false), [0, 0, 0, 0, 0]],
] as const)('the ledger has charge, refund, decision and rest of %s', (_, of, expected) => {
  const { charged, refunded, closed, open, lost } = strayCentsOf(of);
  expect([charged, refunded, closed, open, lost]).toEqual(expected);
  expect(refunded + closed + open).toBe(charged);
});
