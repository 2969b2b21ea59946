import type { I18nService } from 'nestjs-i18n';
import type { ViewStore } from '../../engine/view-store/view-store.port.js';
import { ChargedTransfers } from './charged-transfers.js';
import { pdfText } from '../../../../test/support/pdf-text.js';
import type { Clock } from '../../config/clock.js';
import type { Config } from '../../config/config.js';
import { Documents } from '../../documents/documents.js';
import { DocumentTexts } from '../../documents/document-texts.js';
import type { ReceiptCodes } from '../lifecycle/payment/receipt-codes.js';
import { STATEMENT_LIMIT, Statements } from './statements.js';

/** A view of 10,001 transfers: all of November but the last two, which are of October. */
const views = {
  find: (_view: unknown, { cursor = '0', limit }: { readonly cursor?: string; readonly limit: number }) => {
    const from = Number(cursor);
    const items = Array.from({ length: Math.min(limit, 10_001 - from) }, (_, index) => ({
      createdAt: from + index < 9_999 ? '2026-11-20T12:00:00.000Z' : '2026-10-20T12:00:00.000Z',
      status: 'delivered',
      amount: '0.60',
      fees: { totalFee: '0.40', total: '1.00' },
      steps: [{ step: 'captured' }],
    }));
    const next = from + items.length;
    return Promise.resolve({ items, nextCursor: next < 10_001 ? String(next) : null });
  },
} as unknown as ViewStore;

it('lists no month that it has read only partially', async () => {
  const unused = {} as never;
  const statements = new Statements(new ChargedTransfers(views), unused, unused, unused, unused, unused);
  const { items, complete } = await statements.list('ana');
  expect(complete).toBe(false);
  expect(items).toEqual([
    {
      month: '2026-11',
      transfers: 9_999,
      sent: '5999.40',
      fees: '3999.60',
      paid: '9999.00',
      refunded: '0.00',
    },
  ]);
});

it('writes the statement of a month with the most transfers that it lists, every one of them', async () => {
  const transfers = Array.from({ length: STATEMENT_LIMIT }, (_, index) => ({
    id: String(index),
    uid: 'ana',
    createdAt: '2026-11-20T12:00:00.000Z',
    recipient: `Person ${index}`,
    platform: 'Venmo',
    status: 'delivered',
    amount: `${index}.60`,
    steps: [{ step: 'captured' }],
    fees: { totalFee: '0.40', total: `${index + 1}.00` },
  }));
  const pages = {
    find: (_view: unknown, { cursor = '0', limit, to }: { cursor?: string; limit: number; to?: string }) => {
      if (to === '2026-11-01T04:00:00.000Z') return Promise.resolve({ items: [], nextCursor: null });
      const items = transfers.slice(Number(cursor), Number(cursor) + limit);
      const next = Number(cursor) + items.length;
      return Promise.resolve({ items, nextCursor: next < transfers.length ? String(next) : null });
    },
    get: () => Promise.resolve({ firstName: 'Ana', lastName: 'Muñoz' }),
  } as unknown as ViewStore;
  const texts = { translate: (key: string) => key } as unknown as I18nService;
  const documents = new Documents();
  const statements = new Statements(
    new ChargedTransfers(pages),
    { codeOf: () => 'R7KM-9QX4-C1D8' } as unknown as ReceiptCodes,
    new DocumentTexts(texts),
    documents,
    { now: () => new Date('2026-11-24T20:00:00.000Z') } as unknown as Clock,
    { TEST_MODE: true } as Config,
  );
  const lines = new Set(pdfText(await statements.pdf('ana', '2026-11', 'en')).split('\n'));
  expect(transfers.filter(({ recipient }) => !lines.has(recipient))).toEqual([]);
  expect(lines).not.toContain('receipts.incomplete');
  expect(lines).toContain('$2,001,000.00');
  await documents.onApplicationShutdown();
});
