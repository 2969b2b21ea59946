import { randomUUID } from 'node:crypto';
import type { Client } from '../../../../../test/support/client.js';
import { acceptedTransfer } from '../../../../../test/support/sample-send.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { openTransfers, sendingOf } from '../../../../../test/support/transfers-app.js';
import type { DomainEvent } from '../../../event-sourcing/event.js';
import { formatAmount } from '../../../kernel/money/money.js';
import type { Transaction, TransfersTotal, TransactionPage } from '../../../kernel/money/transfers.js';
import { SCAN_LIMIT } from './get-transactions.query.js';

const dayMs = 24 * 3_600_000;
const startMs = Date.parse('2026-05-01T00:00:00.000Z');

describe('the history of a sender', () => {
  let app: TestApp;
  let ana: Client;

  beforeAll(async () => {
    app = await openTransfers();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    ana = app.person(randomUUID());
  });

  const searching = (text: string) => ({ headers: { 'x-flip-search': encodeURIComponent(text) } });
  const list = async (query = '', searched?: string) => {
    const options = searched === undefined ? {} : searching(searched);
    const { status, body } = await ana.request<TransactionPage>('GET', `/transfers?${query}`, options);
    expect(status).toBe(200);
    return body;
  };
  const everyPage = async (query: string, searched?: string) => {
    const pages: (readonly Transaction[])[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: TransactionPage = await list(
        `${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        searched,
      );
      pages.push(page.items);
      cursor = page.nextCursor;
    }
    return pages;
  };
  const days = (count: number, changes: (index: number) => object = () => ({})) =>
    Array.from({ length: count }, (_, index) => acceptedTransfer(startMs + index * dayMs, changes(index)));
  const recipients = (page: TransactionPage) => page.items.map(({ recipient }) => recipient);

  it('is newest first, twenty per page, and continues where the page ended', async () => {
    const facts = days(45);
    await app.record(`sender-${ana.uid}`, facts);
    const newestFirst = facts.map(({ data }) => data.transferId).reverse();
    const first = await list();
    expect(first.items.map(({ id }) => id)).toEqual(newestFirst.slice(0, 20));
    const pages = await everyPage('limit=7');
    expect(pages.map((page) => page.length)).toEqual([7, 7, 7, 7, 7, 7, 3]);
    expect(pages.flat().map(({ id }) => id)).toEqual(newestFirst);
  });

  it("is empty for a new sender and never shows another sender's transfers", async () => {
    await app.record(`sender-${randomUUID()}`, days(3));
    expect(await list()).toEqual({ items: [], nextCursor: null });
    expect(await list('', 'maya')).toEqual({ items: [], nextCursor: null });
  });

  it('keeps its pages stable while new transfers arrive on top', async () => {
    await app.record(`sender-${ana.uid}`, days(5));
    const first = await list('limit=2', 'maya');
    await sendingOf(ana).send();
    const second = await list(`limit=2&cursor=${first.nextCursor ?? ''}`, 'maya');
    const all = (await list()).items.map(({ id }) => id);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all.slice(1, 5));
  });

  it('finds text in recipient, handle as stored and as shown, amount and id, regardless of case and accents', async () => {
    const facts = [
      acceptedTransfer(startMs, { recipient: 'José Díaz', handle: '$jdiaz' }),
      acceptedTransfer(startMs + 1, {
        recipient: 'Maya Okafor',
        handle: 'rent@mail.example',
        amountCents: 4_567,
      }),
      acceptedTransfer(startMs + 2, { recipient: 'LUIS O’Øre', handle: '+13365550177' }),
    ];
    await app.record(`sender-${ana.uid}`, facts);
    for (const text of ['(336) 555', '3365550177', '336-555-0177', '+1 336 555', "luis o'ore"])
      expect(recipients(await list('', text))).toEqual(['LUIS O’Øre']);
    expect(recipients(await list('', 'jose'))).toEqual(['José Díaz']);
    expect(recipients(await list('', 'DÍAZ'))).toEqual(['José Díaz']);
    expect(recipients(await list('', 'RENT@'))).toEqual(['Maya Okafor']);
    for (const amount of ['45.67', '$45.67'])
      expect(recipients(await list('', amount))).toEqual(['Maya Okafor']);
    expect(recipients(await list('', facts[2]?.data.transferId))).toEqual(['LUIS O’Øre']);
    expect(recipients(await list('', 'nobody'))).toEqual([]);
    expect(recipients(await list('', '.*'))).toEqual([]);
    expect(recipients(await list('', ''))).toHaveLength(3);
  });

  it.each<[string, readonly number[]]>([
    ['$60', [60_00, 60_50]],
    ['$60.5', [60_50]],
    ['60.00', [60_00]],
    // The totals of these, with their fees.
    ['$64', [60_00, 60_50]],
    ['$1,060', [1_060_00]],
    ['$6', []],
    ['$0', []],
  ])(
    'finds for %s an amount or total with these dollars, and no digits inside another',
    async (text, cents) => {
      const all = [10_60, 60_00, 60_50, 160_00, 1_060_00];
      // Neither a reference nor a name, which could have the digits, is asked for by a sum of money.
      const facts = all.map((amountCents, index) =>
        acceptedTransfer(startMs + index, { amountCents, recipient: `Room 60${index}` }),
      );
      await app.record(`sender-${ana.uid}`, facts);
      const found = (await list('', text)).items.map(({ amount }) => amount);
      expect(found).toEqual(cents.toReversed().map((one) => formatAmount(one)));
      expect(recipients(await list('', 'Room 601'))).toEqual(['Room 601']);
      expect(recipients(await list('', '601'))).toContain('Room 601');
    },
  );

  it('can be filtered by platform, state and dates, both ends included', async () => {
    const facts = days(10, (index) => ({ platform: index % 2 ? 'Zelle' : 'Venmo' }));
    await app.record(`sender-${ana.uid}`, facts);
    expect((await list('platform=Zelle')).items).toHaveLength(5);
    expect((await list('platform=Zelle&status=processing', 'maya')).items).toHaveLength(5);
    expect((await list('status=delivered')).items).toEqual([]);
    const at = (index: number) => encodeURIComponent(new Date(startMs + index * dayMs).toISOString());
    expect((await list(`from=${at(3)}&to=${at(6)}`)).items).toHaveLength(4);
    expect((await list('from=2026-05-04&to=2026-05-07')).items).toHaveLength(4);
    expect((await list('from=2026-05-04&to=2026-05-07&platform=Zelle')).items).toHaveLength(2);
    expect(
      (await list(`from=${encodeURIComponent('2026-05-03T20:00:00-04:00')}&to=2026-05-04`)).items,
    ).toHaveLength(1);
    expect((await list('from=2026-05-07&to=2026-05-04')).items).toEqual([]);
    expect((await list('from=2000-01-01&to=9999-12-31')).items).toHaveLength(10);
  });

  it('ends a search of many transfers early with a cursor that continues it, and finds everything once', async () => {
    const total = SCAN_LIMIT + 300;
    const rare = (index: number) => index % 250 === 0;
    const facts = days(total, (index) => (rare(index) ? { recipient: 'Rare Bird' } : {}));
    for (let from = 0; from < total; from += 250)
      await app.record(`sender-${ana.uid}`, facts.slice(from, from + 250));
    const early = await list('', 'nobody');
    expect(early.items).toEqual([]);
    expect(early.nextCursor).not.toBeNull();
    const pages = await everyPage('limit=3', 'rare bird');
    const wanted = facts
      .filter(({ data }) => data.recipient === 'Rare Bird')
      .map(({ data }) => data.transferId);
    expect(pages.flat().map(({ id }) => id)).toEqual(wanted.reverse());
    expect(Math.max(...pages.map((page) => page.length))).toBe(3);

    const csv = await ana.request('GET', '/transfers.csv', searching('rare bird'));
    expect(csv.text.trim().split('\r\n')).toHaveLength(1 + wanted.length);
    expect((await ana.request('GET', '/transfers.csv')).text.trim().split('\r\n')).toHaveLength(1 + total);
  });

  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=201'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=1e2'],
    ['limit', 'limit=20&limit=20'],
    ['cursor', 'cursor=nonsense'],
    ['cursor', `cursor=${'x'.repeat(2_000)}`],
    ['platform', 'platform=Bitcoin'],
    ['platform[$ne]', 'platform[$ne]=Zelle'],
    ['status', 'status=done'],
    ['q', 'q=maya'],
    ['from', 'from=yesterday'],
    ['from', 'from=2026-02-30'],
    ['from', 'from=2026-05-01T25:00:00Z'],
    ['to', 'to=2026-05-01T00:00:00'],
    ['uid', 'uid=another'],
  ])('refuses an invalid %s (case %#), naming the field', async (field, query) => {
    const answer = await ana.request('GET', `/transfers?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect(answer.body.fields?.map((refused) => refused.field)).toEqual([field]);
  });

  it.each(['x'.repeat(81), 'x'.repeat(1_000), 'a%00b', 'a%E2%80%AEb', '%', '%zz', '%ED%A0%80'])(
    'refuses to search for %j',
    async (text) => {
      for (const path of ['/transfers', '/transfers/total', '/transfers.csv']) {
        const answer = await ana.request('GET', path, { headers: { 'x-flip-search': text } });
        expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
        expect(answer.body.fields?.map(({ field }) => field)).toEqual(['X-Flip-Search']);
      }
    },
  );

  it('adds up every matching transfer on any page, without returned amounts', async () => {
    const facts = days(45, (index) => ({
      amountCents: 1_000 + index,
      platform: index % 3 ? 'Venmo' : 'Zelle',
    }));
    const returned = facts[10]?.data.transferId;
    const release: DomainEvent = {
      type: 'AllowanceReleased',
      data: { transferId: returned, amountCents: 1_010, cause: 'cancelled', sent: null },
    };
    await app.record(`sender-${ana.uid}`, facts);
    await app.record(`sender-${ana.uid}`, [release]);
    await app.record(`sender-${randomUUID()}`, days(2));
    const total = async (query: string, searched = '') => {
      const path = `/transfers/total?${query}`;
      const { status, body } = await ana.request<TransfersTotal>('GET', path, searching(searched));
      expect(status).toBe(200);
      return body;
    };
    const since = (index: number) => facts[index]?.data.requestedAt;
    const feeCents = facts.reduce((sum, { data }) => sum + data.totalFeeCents, 0);
    const fees = formatAmount(feeCents - (facts[10]?.data.totalFeeCents ?? 0));
    expect(await total('')).toEqual({ count: 45, sent: '449.80', fees, since: since(0), complete: true });
    expect(await total('platform=Zelle')).toMatchObject({ count: 15, sent: '153.15', since: since(0) });
    const tenDays = `from=${since(5) ?? ''}&to=${since(14) ?? ''}`;
    expect(await total(tenDays)).toMatchObject({ count: 10, sent: '90.85', since: since(5) });
    expect(await total('', 'nobody')).toEqual({
      count: 0,
      sent: '0.00',
      fees: '0.00',
      since: null,
      complete: true,
    });
    expect((await ana.request('GET', '/transfers/total?status=lost')).status).toBe(400);
  });

  it('refuses a cursor that was issued to another sender', async () => {
    const luis = app.person(randomUUID());
    await app.record(`sender-${luis.uid}`, days(3));
    const theirs = await luis.request<TransactionPage>('GET', '/transfers?limit=1');
    const answer = await ana.request('GET', `/transfers?cursor=${theirs.body.nextCursor ?? ''}`);
    expect([answer.status, answer.body.fields?.[0]?.field]).toEqual([400, 'cursor']);
  });
});

describe('the CSV of a sender', () => {
  it('has phone numbers as the pages show them', async () => {
    const app = await openTransfers();
    try {
      const ana = app.person(randomUUID());
      const sent = acceptedTransfer(startMs, { handle: '+13365550177', platform: 'Zelle' });
      await app.record(`sender-${ana.uid}`, [sent]);
      expect((await ana.request('GET', '/transfers.csv')).text).toContain(',"(336) 555-0177",');
    } finally {
      await app.close();
    }
  });

  it('opens in spreadsheets as text: accents kept, quotes doubled, formulas escaped (ASVS 1.3.3)', async () => {
    const app = await openTransfers();
    try {
      const ana = app.person(randomUUID());
      const names = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', 'Ana "La, jefa"', 'José'];
      const facts = names.map((recipient, index) =>
        acceptedTransfer(startMs + index, { recipient, handle: '@maya', platform: 'Venmo' }),
      );
      await app.record(`sender-${ana.uid}`, facts);
      const answer = await ana.request('GET', '/transfers.csv');
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(answer.headers['content-disposition']).toBe('attachment; filename="flip-transfers.csv"');
      const lines = answer.text.split('\r\n').slice(0, -1);
      expect(lines[0]).toBe(
        '\ufeff"Date (Eastern Time)","Recipient","Platform","Handle","Amount (USD)","Flip fee","Processing fee","Total fee","Total charged","Status","Note","Transfer ID"',
      );
      const rest = `"Venmo","'@maya","20.00","1.00","0.90","1.90","21.90","In progress",""`;
      const cells = ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'＝1", 'Ana ""La, jefa""', 'José'].reverse();
      expect(
        lines
          .slice(1)
          .map((line) => line.replace(/^"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d",(.*),"[0-9a-f-]{36}"$/, '$1')),
      ).toEqual(cells.map((cell) => `"${cell}",${rest}`));
      const spanish = await ana.request('GET', '/transfers.csv?lng=es');
      const [head, firstRow] = spanish.text.split('\r\n');
      expect(head).toContain('"Destinatario","Plataforma","Usuario","Monto (USD)","Comisión de Flip",');
      expect(firstRow).toContain(',"En proceso",');
      const { body: page } = await ana.request<{ items: readonly Transaction[] }>('GET', '/transfers');
      const tokyo = await ana.request('GET', '/transfers.csv?tz=Asia/Tokyo');
      const shown = (tokyo.text.split('\r\n')[1] ?? '').slice(1, 20).replace(' ', 'T');
      const requested = page.items[0]?.createdAt.slice(0, 19) ?? '';
      expect(Date.parse(`${shown}Z`) - Date.parse(`${requested}Z`)).toBe(9 * 60 * 60 * 1_000);
      expect(tokyo.text).toContain('Date (Japan Standard Time)');
      for (const tz of ['Mars/Olympus', 'x'.repeat(100), ''])
        expect((await ana.request('GET', `/transfers.csv?tz=${tz}`)).status).toBe(400);
      // An export reads the whole history, so only 10 a minute are allowed.
      for (let count = 7; count <= 10; count += 1)
        expect((await ana.request('GET', '/transfers.csv')).status).toBe(200);
      expect((await ana.request('GET', '/transfers.csv')).status).toBe(429);
    } finally {
      await app.close();
    }
  });
});
