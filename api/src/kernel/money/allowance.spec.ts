import { allowanceOf, countedOf } from './allowance.js';
import { countsAsSent, waitsForPayment, type PaymentProgress, type TransferStatus } from './transfers.js';

const payBy = '2026-11-20T12:30:00.000Z';

function transfer(status: TransferStatus, state: PaymentProgress['state'] | null, more: object = {}) {
  const payment = state && { state, payBy, ...more };
  return {
    id: status,
    amount: '10.00',
    createdAt: '2026-11-20T12:00:00.000Z',
    status,
    payment,
    released: false,
  };
}

describe('what an amount of the week is', () => {
  it.each([
    transfer('processing', 'awaited'),
    transfer('processing', 'requires_action'),
    transfer('processing', 'declined'),
    transfer('processing', 'pending', { abandoned: true }),
  ])('is reserved while nobody has paid: $payment', (unpaid) => {
    expect(countedOf(unpaid).part).toEqual({ id: 'processing', amount: '10.00', until: payBy });
    expect([waitsForPayment(unpaid), countsAsSent(unpaid)]).toEqual([true, false]);
  });

  it.each([
    transfer('processing', null),
    transfer('processing', 'pending'),
    transfer('processing', 'authorized'),
    transfer('processing', 'captured'),
    transfer('sent', 'captured'),
    transfer('delivered', 'captured'),
    // Returned after its delivery: it counts on.
    transfer('refunded', 'captured'),
  ])('is sent once it is paid or a bank is at work: $status $payment', (paid) => {
    expect(countedOf(paid).part).toBe('sent');
  });

  it.each([
    transfer('cancelled', 'awaited'),
    transfer('cancelled', 'pending'),
    transfer('declined', 'declined'),
  ])('is about to be free once it ended unpaid: $status $payment', (ended) => {
    expect(countedOf(ended).part).toBe('freeing');
  });
});

it('an allowance names sent, waiting and freeing amounts apart, and counts all of them', () => {
  const late = transfer('processing', 'awaited', { payBy: '2026-11-20T12:40:00.000Z' });
  const counted = [
    transfer('delivered', 'captured'),
    { ...late, id: 'late', amount: '30.00' },
    transfer('processing', 'declined'),
    { ...transfer('cancelled', 'awaited'), amount: '5.00' },
  ].map(countedOf);
  expect(allowanceOf('unverified', counted, null)).toMatchObject({
    used: '55.00',
    sent: '10.00',
    waiting: '40.00',
    freeing: '5.00',
    remaining: '195.00',
    unpaid: [
      { id: 'processing', amount: '10.00', until: payBy },
      { id: 'late', amount: '30.00', until: '2026-11-20T12:40:00.000Z' },
    ],
  });
});

it('an allowance tells the first ten amounts one by one as they become free, and later ones day by day', () => {
  const minute = (day: number, number: number) =>
    `2026-11-${String(day)}T12:${String(number).padStart(2, '0')}:00.000Z`;
  const dates = [
    ...Array.from({ length: 12 }, (_, index) => minute(14, index)),
    minute(15, 0),
    minute(15, 1),
  ];
  const counted = dates.map((requestedAt) => ({ amountCents: 100, requestedAt, part: 'sent' as const }));
  expect(allowanceOf('unverified', counted, null).frees).toEqual([
    ...Array.from({ length: 10 }, (_, index) => ({ at: minute(21, index), amount: '1.00' })),
    { at: minute(21, 11), amount: '2.00' },
    { at: minute(22, 1), amount: '2.00' },
  ]);
});
