import type { PaymentProgress, TransferStatus } from '../../../kernel/money/transfers.js';
import type { ViewStore } from '../../../engine/view-store/view-store.port.js';
import { GetTransfersTotal } from './get-transfers-total.query.js';

/** A view of so many transfers of $1.00, 2,000 per page. */
function viewOf(count: number): ViewStore {
  const row = {
    amount: '1.00',
    fees: { totalFee: '1.33' },
    released: false,
    createdAt: '2026-11-20T12:00:00.000Z',
  };
  return {
    find: (_view: unknown, { cursor = '0' }: { readonly cursor?: string }) => {
      const left = count - Number(cursor);
      const nextCursor = left > 2_000 ? String(Number(cursor) + 2_000) : null;
      return Promise.resolve({ items: Array.from({ length: Math.min(left, 2_000) }, () => row), nextCursor });
    },
  } as unknown as ViewStore;
}

it('sums amounts that were charged and kept, or are being paid; counts every transfer', async () => {
  const rowOf = (status: TransferStatus, payment: PaymentProgress['state'] | null) => ({
    status,
    payment: payment && { state: payment },
    released: false,
    amount: '10.00',
    fees: { totalFee: '1.50' },
    createdAt: '2026-11-20T12:00:00.000Z',
  });
  const counted = [
    rowOf('processing', null),
    rowOf('processing', 'pending'),
    rowOf('processing', 'authorized'),
    rowOf('processing', 'captured'),
    rowOf('sent', 'captured'),
    rowOf('delivered', 'captured'),
  ];
  const others = [
    rowOf('processing', 'awaited'),
    rowOf('processing', 'declined'),
    rowOf('processing', 'requires_action'),
    rowOf('cancelled', 'awaited'),
    rowOf('cancelled', 'voided'),
    rowOf('declined', 'declined'),
    rowOf('refunding', 'captured'),
    rowOf('refunded', 'captured'),
  ];
  const items = [...counted, ...others];
  const views = { find: () => Promise.resolve({ items, nextCursor: null }) } as unknown as ViewStore;
  expect(await new GetTransfersTotal(views).execute('ana', { range: {}, test: null })).toMatchObject({
    count: items.length,
    sent: `${counted.length}0.00`,
    fees: '9.00',
  });
});

describe('the total of more transfers than one call adds up', () => {
  it.each([
    [
      'is complete up to 10,000',
      10_000,
      { count: 10_000, sent: '10000.00', fees: '13300.00', complete: true },
    ],
    ['says that it is of the newest beyond', 10_001, { count: 10_000, sent: '10000.00', complete: false }],
  ])('%s', async (_case, count, total) => {
    const read = new GetTransfersTotal(viewOf(count)).execute('ana', { range: {}, test: null });
    expect(await read).toMatchObject(total);
  });
});

it('reads one page of a sender per turn of the event loop, however many totals are requested at once (ASVS 15.1.3, 15.2.2)', async () => {
  const views = viewOf(6_000);
  let turn = 0;
  let isOver = false;
  const countTurns = () => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  const turns: Record<string, number[]> = { ana: [], ben: [] };
  const rows = viewOf(6_000);
  views.find = (view, query) => {
    turns[String(query.where.uid)]?.push(turn);
    return rows.find(view, query);
  };
  countTurns();
  const total = (uid: string) => new GetTransfersTotal(views).execute(uid, { range: {}, test: null });
  await Promise.all([...Array.from({ length: 10 }, () => total('ana')), total('ben')]);
  isOver = true;
  expect(turns.ana).toHaveLength(30);
  expect(new Set(turns.ana).size).toBe(30);
  // Others do not queue behind that sender.
  expect(turns.ben?.at(-1)).toBeLessThan(10);
});
