import type { Client } from '../../../../test/support/client.js';
import { pdfText } from '../../../../test/support/pdf-text.js';
import { openReceipts, recordTransfer } from '../../../../test/support/receipts-app.js';
import { register } from '../../../../test/support/recorded-facts.js';
import type { TestApp } from '../../../../test/support/test-app.js';
import { MINUTE, type TransferLife } from '../../../../test/support/transfer-life.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { ReceiptFacts, SharedTransfer, Statement, Statements } from '../../kernel/money/receipts.js';

const COMPANY = {
  COMPANY_NAME: 'Flip Payments LLC',
  COMPANY_LICENSE: 'NMLS 123456',
  COMPANY_REGULATOR: 'NC Commissioner of Banks',
};

let app: TestApp;
let ana: Client;

beforeAll(async () => {
  app = await openReceipts({ environment: COMPANY });
});
afterAll(() => app.close());
beforeEach(async () => {
  ana = await newSender('Ana', 'Muñoz');
});

const newSender = async (firstName: string, lastName: string) =>
  app.person(await register(app, { firstName, lastName }));

const delivered = (person = ana, changes: Parameters<typeof recordTransfer>[3] = {}) =>
  recordTransfer(
    app,
    person.uid,
    (life) =>
      life
        .toSubmitted('olga')
        .wait(2 * MINUTE)
        .paidOut('delivered'),
    changes,
  );

function backTo(life: TransferLife) {
  life.toSubmitted('olga').paidOut('failed');
  life.refunded('completed');
}
const refunded = (changes: Parameters<typeof recordTransfer>[3] = {}) =>
  recordTransfer(app, ana.uid, backTo, changes);

/** Asked again where a busy machine makes the server refuse for a moment. */
const pdfOf = (person: Client, path: string) =>
  waitFor('a server with less load', async () => {
    const answer = await person.request('GET', path);
    return answer.status === 503 ? null : answer;
  });
const textOf = async (path: string) => pdfText((await pdfOf(ana, path)).bytes);
const codeOf = async (id: string, person = ana) =>
  (await person.request<ReceiptFacts>('GET', `/transfers/${id}/receipt`)).body.code;

describe('the receipt of a charged transfer', () => {
  it('is a PDF with every amount, time, reference and its code', async () => {
    const id = await delivered();
    const { status, headers, bytes } = await pdfOf(ana, `/transfers/${id}/receipt.pdf?lang=en`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    expect(headers['content-disposition']).toContain(`"flip-receipt-${id.slice(0, 8)}.pdf"`);
    const text = pdfText(bytes);
    for (const said of [
      'Transfer receipt',
      'Ana Muñoz sent $120.00 to Maya Okafor via Cash App',
      'TEST MODE',
      ...['$3.00', '$3.90', '$6.90', '$126.90'],
      ...['Visa ••••\u00a05556', '$mayaokafor', 'pi_1', 'po_1', 'Nov 20, 2026, 7:00 AM', 'US Eastern'],
      ...Object.values(COMPANY),
      await codeOf(id),
      id,
    ])
      expect(text).toContain(said);
    expect(text).toMatch(/Maya Okafor received, in US dollars\n\$120\.00/);
    expect(text).toContain('Page 1 of 1');
    expect(text).not.toMatch(/Refund|Note|undefined|receipts\./);
  });

  it('shows the note to the recipient, and texts that people entered as they are', async () => {
    const id = await delivered(ana, { recipient: '$t(receipts.code) {amount}', note: 'For {page} rent' });
    const text = await textOf(`/transfers/${id}/receipt.pdf`);
    expect(text).toContain('Ana Muñoz sent $120.00 to $t(receipts.code) {amount} via Cash App');
    expect(text).toMatch(/Note\nFor \{page\} rent/);
  });

  it('is written in Spanish on request', async () => {
    const id = await delivered();
    const text = await textOf(`/transfers/${id}/receipt.pdf?lang=es`);
    for (const said of [
      'Comprobante de transferencia',
      'Ana Muñoz envió $120.00',
      'Comisión de Flip',
      'Entregada',
    ])
      expect(text).toContain(said);
    expect(text).toMatch(/20 nov 2026, 7:00\sa\.\s?m\./);
  });

  it('shows what was returned to the card', async () => {
    const text = await textOf(`/transfers/${await refunded()}/receipt.pdf`);
    expect(text).toMatch(/Returned to your card\n\$126\.90/);
    expect(text).toContain('re_1');
  });

  it('includes what the bank took back in a dispute, and excludes returned refunds', async () => {
    const dispute = { type: 'RecordDispute', disputeRef: 'dp_1', reason: 'fraudulent', cents: null } as const;
    const disputed = (life: TransferLife) =>
      life.toCaptured().do({ ...dispute, providerAt: life.at, outcome: 'lost' });
    const sentBack = (life: TransferLife) => life.toRefunded().refunded('failed');
    const ids = [await recordTransfer(app, ana.uid, disputed), await recordTransfer(app, ana.uid, sentBack)];
    const texts = await Promise.all(ids.map((id) => textOf(`/transfers/${id}/receipt.pdf`)));
    expect(texts[0]).toMatch(/Returned to your card\n\$126\.90/);
    expect(texts[1]).toMatch(/Going back to your card\n\$126\.90/);
    expect(texts[1]).not.toContain('re_1');
  });

  it('is not found for an uncharged transfer', async () => {
    const unpaid = await recordTransfer(app, ana.uid, (life) => life.toAuthorized());
    for (const part of ['/receipt', '/receipt.pdf'])
      expect((await ana.request('GET', `/transfers/${unpaid}${part}`)).status).toBe(404);
  });

  it('transliterates letters that its fonts lack, and names the field of an unknown language', async () => {
    const id = await delivered(ana, { recipient: 'Žofia Łucja Nguyễn 李 🎉' });
    expect(await textOf(`/transfers/${id}/receipt.pdf`)).toContain('Žofia Łucja Nguyen Li');
    expect((await ana.request('GET', `/transfers/${id}/receipt.pdf?lang=fr`)).body).toMatchObject({
      fields: [{ field: 'lang' }],
    });
  });
});

describe('the code of a receipt', () => {
  it('shows the same facts to anyone, however it is typed', async () => {
    const id = await delivered();
    const code = await codeOf(id);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    const nobody = app.person('');
    const dashes = ['\u2011', '\u2013', '\u2212', '\u00ad', '\u00a0', ' '].map((dash) =>
      code.replaceAll('-', dash),
    );
    const pasted = [`\u202d${code}\u202c`, `“${code}”`, `${code}.`];
    for (const typed of [code, code.toLowerCase(), code.replaceAll('0', 'O'), ...dashes, ...pasted]) {
      const { status, body, headers } = await nobody.request<SharedTransfer>(
        'GET',
        `/receipts/${encodeURIComponent(typed)}`,
      );
      expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex']);
      expect(body).toMatchObject({
        senderFirstName: 'Ana',
        amount: '120.00',
        status: 'delivered',
        expiresAt: null,
      });
    }
  });

  it('is not found when a character differs or it is not a code', async () => {
    const code = await codeOf(await delivered());
    const other = code.endsWith('7') ? '8' : '7';
    for (const typed of [
      `${code.slice(0, -1)}${other}`,
      code.slice(1),
      `${code}0`,
      'x',
      'UUUU-UUUU-UUUU',
      '%20',
    ])
      expect((await ana.request('GET', `/receipts/${typed}`)).status).toBe(404);
  });
});

describe('the statements', () => {
  it("are listed by month in the company's time zone, newest first", async () => {
    expect((await ana.request<Statements>('GET', '/statements')).body).toEqual({ items: [], complete: true });
    await delivered(ana, { requestedAt: '2026-10-15T12:00:00.000Z' });
    // Still October in North Carolina, where summer time ends on that day.
    await delivered(ana, { requestedAt: '2026-11-01T03:59:00.000Z' });
    await delivered(ana, { requestedAt: '2026-11-01T04:00:00.000Z' });
    await refunded({ amountCents: 6_000, requestedAt: '2026-11-18T12:00:00.000Z' });
    const unpaid = { requestedAt: '2026-09-01T12:00:00.000Z' };
    await recordTransfer(app, ana.uid, (life) => life.pay(), unpaid);
    expect((await ana.request<Statements>('GET', '/statements')).body).toEqual({
      complete: true,
      items: [
        {
          month: '2026-11',
          transfers: 2,
          sent: '180.00',
          fees: '11.00',
          paid: '191.00',
          refunded: '64.10',
        },
        {
          month: '2026-10',
          transfers: 2,
          sent: '240.00',
          fees: '13.80',
          paid: '253.80',
          refunded: '0.00',
        },
      ],
    });
    const text = await textOf('/statements/2026-11.pdf?lang=en');
    for (const said of ['November 2026 · Ana Muñoz', '$120.00', '$6.90', '$191.00', '$64.10', 'via Cash App'])
      expect(text).toContain(said);
    expect(text).toMatch(/Charged to your cards\n\$191\.00/);
    expect(text).toMatch(/Delivered\n\$120\.00/);
    expect(text).toMatch(/Total\n\$180\.00\n\$11\.00\n\$191\.00\n\$64\.10/);
    const spanish = await textOf('/statements/2026-11.pdf?lang=es');
    expect(spanish).toContain('Noviembre de 2026 · Ana Muñoz');
  });

  it('are also a page, with the same transfers and sums, and the adjacent months', async () => {
    const id = await delivered(ana, { requestedAt: '2026-10-31T12:00:00.000Z' });
    const back = await refunded({
      amountCents: 6_000,
      recipient: 'Grace',
      requestedAt: '2026-11-18T12:00:00.000Z',
    });
    const { status, body } = await ana.request<Statement>('GET', '/statements/2026-11/transfers');
    expect(status).toBe(200);
    expect(body).toEqual({
      month: '2026-11',
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-12-01T05:00:00.000Z',
      senderName: 'Ana Muñoz',
      complete: true,
      testMode: true,
      issuedAt: '2026-11-24T20:00:00.000Z',
      lines: [
        {
          id: back,
          at: '2026-11-18T12:00:00.000Z',
          recipient: 'Grace',
          platform: 'Cash App',
          status: 'refunded',
          amount: '60.00',
          fees: '4.10',
          total: '64.10',
          refunded: '64.10',
          code: await codeOf(back),
        },
      ],
      sums: { amount: '60.00', fees: '4.10', total: '64.10', refunded: '64.10' },
      delivered: { amount: '0.00', fees: '0.00' },
      previous: '2026-10',
      next: null,
    });
    const october = await ana.request<Statement>('GET', '/statements/2026-10/transfers');
    expect(october.body).toMatchObject({
      lines: [{ id, refunded: '0.00' }],
      delivered: { amount: '120.00', fees: '6.90' },
      previous: null,
      next: '2026-11',
    });
  });

  it('show a month without transfers as empty, and do not exist for a future month', async () => {
    await delivered(ana, { requestedAt: '2026-08-31T12:00:00.000Z' });
    const { body } = await ana.request<Statement>('GET', '/statements/2026-09/transfers');
    expect(body).toMatchObject({ lines: [], sums: { total: '0.00' }, previous: '2026-08', next: '2026-10' });
    for (const month of ['2026-12', '2026-13', 'x', '2026-11.pdf'])
      expect((await ana.request('GET', `/statements/${month}/transfers`)).status).toBe(404);
  });

  it('are also CSV files, safe to open in a spreadsheet (ASVS 3.2.1, 5.4.1, 5.4.2)', async () => {
    await delivered(ana, { recipient: '=SUM(A1)' });
    const { text, headers } = await ana.request('GET', '/statements/2026-11.csv?lang=es');
    expect(headers['content-disposition']).toContain('flip-statement-2026-11.csv');
    const [head, row] = text.split('\r\n');
    expect(head).toBe(
      '\ufeff"Fecha (hora del este de EE. UU.)","Destinatario","Plataforma","Estado","Monto","Comisiones","Total","Reembolso","Código del comprobante"',
    );
    expect(row).toMatch(
      /^"2026-11-20 07:00:00","'=SUM\(A1\)","Cash App","Entregada","120\.00","6\.90","126\.90","0\.00","[0-9A-Z-]{14}"$/,
    );
  });

  it('are one CSV file for a whole year', async () => {
    await delivered(ana, { recipient: 'Maya Okafor', requestedAt: '2026-03-20T12:00:00.000Z' });
    await delivered(ana, { recipient: 'Kim Tran' });
    await delivered(ana, { recipient: 'Luis Moreno', requestedAt: '2025-12-31T12:00:00.000Z' });
    const { text, headers } = await ana.request('GET', '/statements/2026.csv');
    expect(headers['content-disposition']).toContain('flip-statement-2026.csv');
    expect(text.match(/Maya Okafor|Kim Tran|Luis Moreno/g)).toEqual(['Maya Okafor', 'Kim Tran']);
    expect((await ana.request('GET', '/statements/2024.csv')).status).toBe(404);
  });

  it('are one PDF file for a whole year, with its months added up', async () => {
    await delivered(ana, { recipient: 'Maya Okafor', requestedAt: '2026-03-20T12:00:00.000Z' });
    await refunded({ amountCents: 6_000, recipient: 'Grace', requestedAt: '2026-03-31T12:00:00.000Z' });
    await delivered(ana, { recipient: 'Kim Tran' });
    await delivered(ana, { recipient: 'Luis Moreno', requestedAt: '2025-12-31T12:00:00.000Z' });
    const { headers } = await ana.request('GET', '/statements/2026.pdf');
    expect(headers['content-disposition']).toContain('flip-statement-2026.pdf');
    const text = await textOf('/statements/2026.pdf?lang=en');
    expect(text).toContain('2026 · Ana Muñoz');
    expect(text).toMatch(/March 2026\n2\n\$180\.00\n\$11\.00\n\$191\.00\n\$64\.10/);
    expect(text).toMatch(/November 2026\n1\n\$120\.00\n\$6\.90\n\$126\.90\n–/);
    expect(text).toMatch(/Total\n3\n\$300\.00\n\$17\.90\n\$317\.90\n\$64\.10/);
    expect(text.match(/Maya Okafor|Grace|Kim Tran|Luis Moreno/g)).toEqual([
      'Maya Okafor',
      'Grace',
      'Kim Tran',
    ]);
    expect(await textOf('/statements/2026.pdf?lang=es')).toContain('Por mes');
    expect((await ana.request('GET', '/statements/2024.pdf')).status).toBe(404);
  });

  it('fill as many pages as needed, each with its number and column headings', async () => {
    for (let day = 1; day < 29; day += 1)
      await delivered(ana, {
        recipient: `Maya ${'Okafor '.repeat(8)}`.trim(),
        requestedAt: `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`,
      });
    const text = await textOf('/statements/2026-11.pdf');
    expect(text.match(/^Page \d of \d$/gm)).toEqual(['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']);
    expect(text.match(/^Recipient$/gm)).toHaveLength(3);
    expect(text).toContain('Statement · November 2026 · Ana Muñoz');
  });

  it('have a rate limit, which is lower for documents', async () => {
    const limits = [
      ['/statements', 120],
      ['/statements/2026-11/transfers', 120],
      ['/statements/2026-11.pdf', 30],
    ] as const;
    for (const [path, limit] of limits) {
      const statuses: number[] = [];
      for (let asked = 0; asked <= limit; asked += 1) statuses.push((await ana.request('GET', path)).status);
      expect([path, statuses.indexOf(429)]).toEqual([path, limit]);
    }
  });

  it('are not found for a month without transfers, or an invalid month', async () => {
    await delivered();
    for (const file of ['2026-10.pdf', '2026-13.pdf', '2026-11.txt', '2026-11', 'x.pdf', '1e9-01.csv'])
      expect((await ana.request('GET', `/statements/${file}`)).status).toBe(404);
  });
});
