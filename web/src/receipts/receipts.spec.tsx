import { act, screen, within } from '@testing-library/react';
import type { SharedTransfer, Statement, StatementLine } from '@kernel/money/receipts';
import { enterText } from '../../../test/web/enter-text';
import {
  json,
  noContent,
  refusal,
  renderApp,
  transferOf,
  type RenderedApp,
} from '../../../test/web/rendered-app';

const at = '2026-11-24T19:32:00.000Z';
const transfer = transferOf({
  status: 'delivered',
  card: { brand: 'visa', last4: '5556' },
  payment: { state: 'captured', payBy: null },
  steps: [
    { step: 'authorized', at, reference: 'pi_7' },
    { step: 'captured', at, amount: '126.90' },
    { step: 'delivered', at, reference: 'CA-5F20' },
  ],
});
const facts = {
  code: 'R7KM-9QX4-C1D8',
  checkUrl: 'https://flip.example/receipt',
  senderName: 'Ana Morales',
  testMode: true,
  issuedAt: '2026-11-24T20:00:00.000Z',
};
const shared: SharedTransfer = {
  senderFirstName: 'Ana',
  amount: '120.00',
  platform: 'Cash App',
  handleMasked: '$m••••',
  status: 'sent',
  expiresAt: '2026-12-24T12:00:00.000Z',
  steps: [
    { step: 'paid', at },
    { step: 'sent', at },
  ],
};
const one = { [`GET /transfers/${transfer.id}`]: () => json(transfer) };

describe('the receipt', () => {
  it('shows who sent what, every amount, time and reference, and the code', async () => {
    renderApp(`/transactions/${transfer.id}/receipt`, {
      ...one,
      [`GET /transfers/${transfer.id}/receipt`]: () => json(facts),
    });
    expect(await screen.findByText('Ana Morales sent $120.00 to Maya Okafor via Cash App')).toBeVisible();
    for (const said of ['$126.90', 'Visa •••• 5556', 'pi_7', 'CA-5F20', 'R7KM-9QX4-C1D8'])
      expect(screen.getByText(said)).toBeVisible();
    // The time of the office, in any time zone of the reader.
    expect(screen.getAllByText(/Nov 24, 2026, 2:32\sPM/)).toHaveLength(2);
    expect(screen.getByText('Maya Okafor received, in US dollars')).toBeVisible();
    expect(screen.getByText(/^Issued Nov 24, 2026, 3:00\sPM$/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'PDF' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Print' })).toBeVisible();
  });

  it('shows what is being refunded, without refunds that the bank returned', async () => {
    const steps = [
      ...transfer.steps,
      { step: 'refund_initiated', at, amount: '126.90' },
      { step: 'refunded', at, reference: 're_1' },
      { step: 'refund_failed', at },
    ] as const;
    renderApp(`/transactions/${transfer.id}/receipt`, {
      [`GET /transfers/${transfer.id}`]: () => json({ ...transfer, status: 'refunding', steps }),
      [`GET /transfers/${transfer.id}/receipt`]: () => json(facts),
    });
    expect(await screen.findByText('Going back to your card')).toBeVisible();
    expect(screen.queryByText('Returned to your card')).not.toBeInTheDocument();
    expect(screen.queryByText('re_1')).not.toBeInTheDocument();
  });

  it('keeps the place of its buttons while it loads, so that the paper does not move', async () => {
    renderApp(`/transactions/${transfer.id}/receipt`, {
      ...one,
      [`GET /transfers/${transfer.id}/receipt`]: () => new Promise<Response>(() => undefined),
    });
    expect((await screen.findByRole('button', { name: 'PDF' })).parentElement).toHaveClass('not-yet');
  });

  it('explains that an uncharged transfer has none', async () => {
    renderApp(`/transactions/${transfer.id}/receipt`, one);
    expect(await screen.findByText('There is no receipt for this transfer')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'PDF' })).not.toBeInTheDocument();
  });

  it('can be checked by its code without signing in', async () => {
    const { user } = renderApp('/receipt', {
      'GET /me': () => refusal(401, 'unauthenticated'),
      'GET /receipts/R7KM-9QX4-C1D8': () => json({ ...shared, status: 'delivered', expiresAt: null }),
    });
    const field = await screen.findByLabelText('Verification code');
    await enterText(user, field, 'WRONG');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('No receipt has this code');
    await user.clear(field);
    await enterText(user, field, ' R7KM-9QX4-C1D8 ');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    expect(await screen.findByText('Flip confirms that it issued this receipt.')).toBeVisible();
    // A reader who checks a receipt need not be its recipient.
    expect(screen.getByRole('heading', { level: 1, name: 'Ana sent' })).toBeVisible();
    expect(screen.getByRole('main')).not.toHaveTextContent(/\byou\b/i);
    await user.click(screen.getByRole('button', { name: 'Check another receipt' }));
    expect(await screen.findByLabelText('Verification code')).toHaveValue('');
  });
});

describe('the statements', () => {
  const november = {
    month: '2026-11',
    transfers: 2,
    sent: '240.00',
    fees: '13.80',
    paid: '253.80',
    refunded: '126.90',
  };
  const october = {
    month: '2026-10',
    transfers: 1,
    sent: '20.00',
    fees: '1.90',
    paid: '21.90',
    refunded: '0.00',
  };
  const lastYear = { ...october, month: '2025-12', sent: '50.00', paid: '52.80' };
  const listed = (...items: object[]) => ({ 'GET /statements': () => json({ complete: true, items }) });

  it('are one table with what was charged, each month leading to its statement and as PDF and CSV', async () => {
    renderApp('/statements', listed(november, october));
    const table = await screen.findByRole('table');
    const rows = within(table).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'MonthTransfersSentFeesChargedReturnedDownload',
      expect.stringMatching(/^November.*2\$240\.00\$13\.80\$253\.80\$126\.90PDFCSV$/) as string,
      expect.stringMatching(/^October1\$20\.00\$1\.90\$21\.90nonePDFCSV$/) as string,
      '20263$260.00$15.70$275.70$126.90PDFCSV',
    ]);
    for (const kind of ['PDF', 'CSV'])
      expect(
        within(table).getByRole('button', { name: `Download the statement of November 2026 as ${kind}` }),
      ).toBeVisible();
    expect(within(table).getByRole('link', { name: 'View the statement of November 2026' })).toHaveAttribute(
      'href',
      '/statements/2026-11',
    );
  });

  it('are of one year, with its total, and a switch to the others', async () => {
    const { user } = renderApp('/statements', listed(november, october, lastYear));
    expect(await screen.findByRole('region', { name: 'Charged in 2026' })).toHaveTextContent('$275.70');
    await user.click(screen.getByRole('radio', { name: '2025' }));
    expect(await screen.findByRole('region', { name: 'Charged in 2025' })).toHaveTextContent('$52.80');
    expect(screen.queryByText('October')).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Download all of 2025 as CSV' })[0]).toBeInTheDocument();
  });

  it('have an empty state', async () => {
    renderApp('/statements', { 'GET /statements': () => json({ items: [], complete: true }) });
    expect(await screen.findByText('No statements yet.')).toBeVisible();
    const [transactions] = screen.getAllByRole('link', { name: 'Transactions', current: true });
    expect(transactions).toHaveAttribute('href', '/transactions');
  });
});

describe('the statement of a month', () => {
  const line = (recipient: string, changes: Partial<StatementLine> = {}): StatementLine => ({
    // The first in UTC, still October in the office.
    id: recipient,
    at: '2026-11-01T03:30:00.000Z',
    recipient,
    platform: 'Zelle',
    status: 'delivered',
    amount: '120.00',
    fees: '6.90',
    total: '126.90',
    refunded: '0.00',
    code: 'R7KM-9QX4-C1D8',
    ...changes,
  });
  const october: Statement = {
    month: '2026-10',
    from: '2026-10-01T04:00:00.000Z',
    to: '2026-11-01T04:00:00.000Z',
    senderName: 'Ana Morales',
    complete: true,
    testMode: true,
    issuedAt: at,
    lines: [
      line('Maya Okafor'),
      line('Grace Okafor', {
        status: 'refunded',
        amount: '60.00',
        fees: '4.10',
        total: '64.10',
        refunded: '64.10',
      }),
    ],
    sums: { amount: '180.00', fees: '11.00', total: '191.00', refunded: '64.10' },
    delivered: { amount: '120.00', fees: '6.90' },
    previous: '2026-09',
    next: '2026-11',
  };
  const september = { ...october, month: '2026-09', lines: [], previous: null, next: '2026-10' };

  it('lists every transfer with its fees, refund and receipt, and the sum of each column', async () => {
    renderApp('/statements/2026-10', { 'GET /statements/2026-10/transfers': () => json(october) });
    const paper = await screen.findByRole('article', { name: 'Statement' });
    expect(paper).toHaveTextContent('October 2026 · Ana Morales');
    expect(paper).toHaveTextContent('October 1 – 31, 2026');
    const rows = within(paper).getAllByRole('row');
    expect(rows[1]).toHaveTextContent(/^Oct 31Maya Okaforvia Zelle.*Delivered\$120\.00\$6\.90\$126\.90.*–$/);
    expect(rows[2]).toHaveTextContent(/Grace Okafor.*Refunded\$60\.00\$4\.10\$64\.10.*\$64\.10$/);
    expect(rows[3]).toHaveTextContent(/^Total\$180\.00\$11\.00\$191\.00.*\$64\.10$/);
    expect(within(paper).getByRole('link', { name: 'Maya Okafor' })).toHaveAttribute(
      'href',
      '/transactions/Maya Okafor/receipt',
    );
    for (const name of ['Print', /October 2026 as PDF/, /October 2026 as CSV/])
      expect(screen.getByRole('button', { name })).toBeVisible();
  });

  it('links to the adjacent months, even to one without transfers, which has no files', async () => {
    const { user } = renderApp('/statements/2026-10', {
      'GET /statements/2026-10/transfers': () => json(october),
      'GET /statements/2026-09/transfers': () => json(september),
    });
    await user.click(await screen.findByRole('link', { name: 'Sep 2026' }));
    expect(await screen.findByText('Nothing was charged in this month.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /PDF|Print/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Oct 2026' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Aug 2026' })).not.toBeInTheDocument();
  });

  it('reports an address with an invalid month', async () => {
    renderApp('/statements/x', {});
    expect(await screen.findByText('There is no statement here')).toBeVisible();
  });

  it('can be retried after a failure', async () => {
    const path = 'GET /statements/2026-10/transfers';
    const app = renderApp('/statements/2026-10', { [path]: () => refusal(500, 'internal') });
    expect(await screen.findByText('The statement did not load')).toBeVisible();
    app.respond({ [path]: () => json(october) });
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('article', { name: 'Statement' })).toBeVisible();
  });
});

describe("the recipient's page", () => {
  const away = { 'GET /me': () => refusal(401, 'unauthenticated') };

  it('shows where the money is, in both languages, and updates automatically', async () => {
    const app = renderApp('/s/token', { ...away, 'GET /shared/token': () => json(shared) });
    expect(await screen.findByRole('heading', { name: 'Ana is sending you' })).toBeVisible();
    expect(screen.getByText('$m••••')).toBeVisible();
    expect(screen.getByText('Sent to Cash App')).toBeVisible();
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    app.respond({
      'GET /shared/token': () =>
        json({ ...shared, status: 'delivered', steps: [...shared.steps, { step: 'delivered', at }] }),
    });
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByRole('heading', { name: 'Ana sent you' })).toBeVisible();
    expect(screen.getByText(/^Delivered [A-Z][a-z]{2} \d+, \d+:\d\d [AP]M$/)).toBeVisible();
    expect(screen.getByText(/^Ana's \$120.00 is in your Cash App, /)).toBeVisible();
    expect(screen.queryByText('Live')).not.toBeInTheDocument();
    await app.user.click(screen.getAllByRole('button', { name: 'Español' })[0] as HTMLElement);
    expect(await screen.findByRole('heading', { name: 'Ana te envió' })).toBeVisible();
  });

  it('says when the money usually arrives, and once that has passed, that it is late', async () => {
    jest.setSystemTime(Date.parse(at) + 5 * 60_000);
    renderApp('/s/token', { ...away, 'GET /shared/token': () => json(shared) });
    // Paid at 32 minutes past, plus 20, rounded up.
    const by = new Date(Date.parse(at) + 23 * 60_000).toLocaleTimeString('en-US', { timeStyle: 'short' });
    const where = await screen.findByText(/Usually there by/);
    expect(where).toHaveTextContent(`Usually there by ${by}`);
    expect(screen.getByText(`by ${by}`)).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(20 * 60_000));
    expect(await screen.findByText('Later than usual. We are looking at it.')).toBeVisible();
    expect(screen.queryByText(/Usually there by/)).not.toBeInTheDocument();
  });

  it('asks the recipient to claim a payout that the platform holds', async () => {
    const steps = [...shared.steps, { step: 'unclaimed', at } as const];
    renderApp('/s/token', { ...away, 'GET /shared/token': () => json({ ...shared, steps }) });
    expect(await screen.findByText('Waiting for you to claim it')).toBeVisible();
    expect(screen.getByText(/what nobody claims goes back to Ana on [A-Z][a-z]+ \d+/)).toBeVisible();
    expect(screen.queryByText(/Usually there by|Later than usual/)).not.toBeInTheDocument();
  });

  it('gives no reason when the transfer ended', async () => {
    renderApp('/s/token', {
      ...away,
      'GET /shared/token': () => json({ ...shared, status: 'returned', steps: [{ step: 'returned', at }] }),
    });
    expect(await screen.findByText('Returned to Ana')).toBeVisible();
    expect(screen.getByRole('main')).not.toHaveTextContent(/declin|cancel|refund|suspicious/i);
  });

  it('shows nothing for an expired or turned-off link, even when it ends while open', async () => {
    const app = renderApp('/s/token', { ...away, 'GET /shared/token': () => json(shared) });
    await screen.findByText('$m••••');
    app.respond({ 'GET /shared/token': () => refusal(404, 'not_found') });
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByText('This link no longer works')).toBeVisible();
    expect(screen.queryByText('$m••••')).not.toBeInTheDocument();
  });
});

describe('the link for the recipient', () => {
  const path = `/transfers/${transfer.id}/share`;
  const url = 'https://flip.example/s/abc';
  const known = { recipient: 'Maya Okafor', amount: '120.00', status: 'delivered' } as const;
  const link = { ...known, transferId: transfer.id, url, expiresAt: '2026-12-24T12:00:00.000Z' };
  const links = (...items: readonly object[]) => ({ 'GET /shares': () => json({ items }) });
  const open = async (app: RenderedApp) => {
    await app.user.click(await screen.findByRole('button', { name: 'Share status' }));
    return screen.findByRole('dialog');
  };

  it('is made on request, never by looking', async () => {
    const app = renderApp(`/transactions/${transfer.id}`, {
      ...one,
      ...links({ ...link, transferId: 'another' }),
      [`POST ${path}`]: () => json(link, 201),
    });
    const dialog = await open(app);
    const create = await within(dialog).findByRole('button', { name: 'Create link' });
    expect(app.sent(`POST ${path}`)).toEqual([]);
    app.respond(links(link));
    await app.user.click(create);
    expect(await within(dialog).findByText('flip.example/s/abc')).toBeVisible();
    expect(app.sent(`POST ${path}`)).toHaveLength(1);
  });

  it('that works is shown with its end and with what others see, and can be copied and turned off', async () => {
    const app = renderApp(`/transactions/${transfer.id}`, {
      ...one,
      ...links(link),
      [`DELETE ${path}`]: noContent,
    });
    const dialog = await open(app);
    expect(await within(dialog).findByText('The link is on')).toBeVisible();
    expect(dialog).toHaveTextContent("Anyone with it can see this transfer's status until Dec 24.");
    for (const seen of ['$120.00 from Ana', '$m••••', 'Delivered'])
      expect(within(dialog).getByText(seen)).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Open the page' })).toHaveAttribute('href', url);
    await app.user.click(within(dialog).getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(url);
    app.respond(links());
    await app.user.click(within(dialog).getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('The link no longer works.')).toBeVisible();
    expect(app.sent(`DELETE ${path}`)).toHaveLength(1);
    expect(await within(await open(app)).findByRole('button', { name: 'Create link' })).toBeVisible();
  });

  it('shows of a transfer that ended only that it was returned, as to the recipient', async () => {
    const app = renderApp(`/transactions/${transfer.id}`, {
      [`GET /transfers/${transfer.id}`]: () => json({ ...transfer, status: 'refunded' }),
      ...links(link),
    });
    const dialog = await open(app);
    expect(await within(dialog).findByText('Returned')).toBeVisible();
    expect(dialog).not.toHaveTextContent(/refund/i);
  });

  it('is listed in the profile with all others, and turned off there alone or with them', async () => {
    const other = { ...link, transferId: 'two', recipient: 'Priya Nair', amount: '70.00', status: 'sent' };
    const app = renderApp('/profile', {
      ...links(link, other),
      'DELETE /transfers/two/share': noContent,
      'DELETE /shares': noContent,
    });
    const card = await screen.findByRole('region', { name: 'Shared links' });
    const rows = within(card).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('$120.00 to Maya OkaforDelivered · until Dec 24') as string,
      expect.stringContaining('$70.00 to Priya NairSent · until Dec 24') as string,
    ]);
    await app.user.click(within(card).getByRole('button', { name: 'Copy the link: $120.00 to Maya Okafor' }));
    expect(await navigator.clipboard.readText()).toBe(url);
    app.respond(links(link));
    await app.user.click(
      within(card).getByRole('button', { name: 'Turn off the link: $70.00 to Priya Nair' }),
    );
    expect(await screen.findByText('The link no longer works.')).toBeVisible();
    expect(screen.queryByText('$70.00 to Priya Nair')).not.toBeInTheDocument();
    app.respond(links());
    await app.user.click(within(card).getByRole('button', { name: 'Turn off all' }));
    const dialog = await screen.findByRole('dialog', { name: 'Turn off all links?' });
    expect(app.sent('DELETE /shares')).toEqual([]);
    await app.user.click(within(dialog).getByRole('button', { name: 'Turn off all' }));
    expect(await screen.findByText('None of your links works anymore.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Shared links' })).not.toBeInTheDocument();
  });
});
