import type { ViewStore } from '../../engine/view-store/view-store.port.js';
import { ChargedTransfers } from './charged-transfers.js';
import { Statements } from './statements.js';

/** A view of 10,001 transfers: all of November but the last two, which are of October. */
const views = {
  find: (_view: unknown, { cursor = '0', limit }: { readonly cursor?: string; readonly limit: number }) => {
    const from = Number(cursor);
    const items = Array.from({ length: Math.min(limit, 10_001 - from) }, (_, index) => ({
      createdAt: from + index < 9_999 ? '2026-11-20T12:00:00.000Z' : '2026-10-20T12:00:00.000Z',
      ...{
        status: 'delivered',
        amount: '0.60',
        fees: { totalFee: '0.40', total: '1.00' },
        steps: [{ step: 'captured' }],
      },
    }));
    const next = from + items.length;
    return Promise.resolve({ items, nextCursor: next < 10_001 ? String(next) : null });
  },
} as unknown as ViewStore;

it('lists no month that it has read only partially', async () => {
  const unused = {} as never;
  const statements = new Statements(new ChargedTransfers(views), unused, unused, unused, unused);
  const { items, complete } = await statements.list('ana');
  expect(complete).toBe(false);
  expect(items).toEqual([
    {
      ...{ month: '2026-11', transfers: 9_999, sent: '5999.40', fees: '3999.60' },
      ...{ paid: '9999.00', refunded: '0.00' },
    },
  ]);
});
