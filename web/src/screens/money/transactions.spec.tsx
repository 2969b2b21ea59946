import { screen, waitFor, within } from '@testing-library/react';
import type { Transaction } from '@kernel/money/transfers';
import { enterText } from '../../../../test/web/enter-text';
import { json, refusal, renderApp, transferOf, type SeenCall } from '../../../../test/web/rendered-app';

/** As it is written in an address. */
const TIME_ZONE = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);

const item = (id: string, createdAt: string) => transferOf({ id, createdAt, recipient: `Person ${id}` });

const twoPages = ({ path }: SeenCall) =>
  path.includes('cursor=c-2')
    ? json({ items: [item('3', '2026-10-02T12:00:00.000Z')], nextCursor: null })
    : json({
        items: [item('1', '2026-11-20T12:00:00.000Z'), item('2', '2026-11-10T12:00:00.000Z')],
        nextCursor: 'c-2',
      });

const nothing = () => json({ items: [], nextCursor: null });
const queryOf = (call: SeenCall | undefined) => new URLSearchParams(call?.path.split('?')[1]);

describe('All transactions', () => {
  it('are grouped by month, and "Load more" adds a page and announces the count', async () => {
    const { user } = renderApp('/transactions', { 'GET /transfers': twoPages });
    expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeInTheDocument();
    expect(screen.queryByText('Person 3')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('heading', { name: 'October 2026' })).toBeInTheDocument();
    expect(screen.getByText('1 more loaded')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  it('announces the number of matches once they are loaded, not the previous one', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const app = renderApp('/transactions', { 'GET /transfers': twoPages });
    await screen.findByText('Person 1');
    app.respond({
      'GET /transfers': () =>
        held.then(() => json({ items: [item('9', '2026-11-20T12:00:00.000Z')], nextCursor: null })),
    });
    await app.user.click(screen.getByRole('combobox', { name: 'Platform' }));
    await app.user.click(await screen.findByRole('option', { name: 'Venmo', hidden: true }));
    await waitFor(() => {
      expect(window.location.search).toBe('?platform=Venmo');
    });
    expect(screen.queryByText(/transfers? shown/)).not.toBeInTheDocument();
    release();
    expect(await screen.findByText('1 transfer shown')).toBeInTheDocument();
  });

  it('move the focus to the heading of the opened transfer, even after it has loaded', async () => {
    const opened = item('1', '2026-11-20T12:00:00.000Z');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { user } = renderApp('/transactions', {
      'GET /transfers': twoPages,
      'GET /transfers/1': () => held.then(() => json(opened)),
      'GET /transfers/1/timeline': nothing,
    });
    await user.click(await screen.findByRole('link', { name: 'Person 1' }));
    expect(await screen.findByRole('heading', { name: 'Transfer', level: 1 })).toHaveFocus();
    release();
    expect(await screen.findByRole('heading', { name: /to Person 1/, level: 1 })).toHaveFocus();
  });

  it('show what changed while they were not on the screen, however soon they are opened again', async () => {
    const app = renderApp('/transactions', {
      'GET /transfers': twoPages,
      'GET /transfers/1': () => json(item('1', '2026-11-20T12:00:00.000Z')),
      'GET /transfers/1/timeline': nothing,
    });
    await app.user.click(await screen.findByRole('link', { name: 'Person 1' }));
    await screen.findByRole('heading', { name: /to Person 1/, level: 1 });
    app.respond({
      'GET /transfers': () => json({ items: [item('9', '2026-11-21T12:00:00.000Z')], nextCursor: null }),
    });
    window.history.back();
    expect(await screen.findByText('Person 9')).toBeInTheDocument();
  });

  it('are filtered by the server, and the filter is in the address', async () => {
    const app = renderApp('/transactions', { 'GET /transfers': twoPages });
    await app.user.click(await screen.findByRole('combobox', { name: 'Platform' }));
    await app.user.click(await screen.findByRole('option', { name: 'Cash App', hidden: true }));
    await waitFor(() => {
      expect(queryOf(app.sent('GET /transfers').at(-1)).get('platform')).toBe('Cash App');
    });
    expect(window.location.search).toBe('?platform=Cash+App');
    expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
      'href',
      `/api/transfers.csv?platform=Cash+App&lng=en&tz=${TIME_ZONE}`,
    );
  });

  it('are requested with the filter of the address, with days in the user’s time zone', async () => {
    const app = renderApp('/transactions?from=2026-11-01&to=2026-11-01&status=bogus', {
      'GET /transfers': nothing,
    });
    await screen.findByText('No transfer matches.');
    const query = queryOf(app.sent('GET /transfers')[0]);
    expect(query.has('status')).toBe(false);
    const day = Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '');
    expect(day).toBe(24 * 60 * 60 * 1_000 - 1);
  });

  it('name the unfiltered choice with correct Spanish grammar', async () => {
    localStorage.setItem('language', 'es');
    const app = renderApp('/transactions', { 'GET /transfers': nothing });
    for (const [label, all] of [
      ['Estado', 'Todos'],
      ['Plataforma', 'Todas'],
    ] as const) {
      await app.user.click(await screen.findByRole('combobox', { name: label }));
      expect(await screen.findByRole('option', { name: all, hidden: true })).toBeInTheDocument();
      await app.user.keyboard('{Escape}');
    }
  });

  it('add up each month without returned or unpaid amounts; the server provides the sum of a partially loaded month', async () => {
    const spent = (id: string, createdAt: string, amount: string, changes: Partial<Transaction> = {}) => ({
      ...item(id, createdAt),
      amount,
      ...changes,
    });
    const awaited = { payment: { state: 'awaited', payBy: null } } as const;
    const items = [
      spent('1', '2026-11-20T12:00:00.000Z', '75.00'),
      spent('2', '2026-11-18T12:00:00.000Z', '60.00', { status: 'refunded' }),
      spent('5', '2026-11-17T12:00:00.000Z', '70.00', awaited),
      spent('3', '2026-11-03T12:00:00.000Z', '1000.50'),
      spent('4', '2026-10-30T12:00:00.000Z', '20.00'),
    ];
    const since = '2026-06-02T12:00:00.000Z';
    const app = renderApp('/transactions?platform=Cash+App', {
      'GET /transfers': () => json({ items, nextCursor: 'c-2' }),
      'GET /transfers/total': ({ path }) =>
        queryOf({ path } as SeenCall).has('from')
          ? json({ count: 5, sent: '305.00', since, complete: true })
          : json({ count: 42, sent: '2860.00', since, complete: true }),
    });
    const november = within(await screen.findByRole('region', { name: 'November 2026' }));
    expect(november.getByText('4 transfers')).toBeInTheDocument();
    expect(november.getByText('$1,075.50')).toBeInTheDocument();
    expect(november.getByText('$60.00').closest('.row-released')).not.toBeNull();
    expect(november.getByText('$70.00').closest('.row-released')).toBeNull();
    const october = within(screen.getByRole('region', { name: 'October 2026' }));
    expect(await october.findByText('5 transfers')).toBeInTheDocument();
    expect(october.getByText('$305.00')).toBeInTheDocument();
    expect(await screen.findByText('42 transfers, $2,860.00 sent since Jun 2026')).toBeInTheDocument();
    expect(screen.getByText('Showing 5 of 42')).toBeInTheDocument();
    const asked = app.sent('GET /transfers/total').map(queryOf);
    expect(asked.map((query) => query.get('platform'))).toEqual(['Cash App', 'Cash App']);
    const month = asked.find((query) => query.has('from'));
    expect(new Date(month?.get('from') ?? '')).toEqual(new Date(2026, 9, 1));
    expect(new Date(month?.get('to') ?? '')).toEqual(new Date(new Date(2026, 10, 1).getTime() - 1));
  });

  it('link to the statement of a month with charges', async () => {
    const charged = { steps: [{ step: 'captured', at: '2026-11-20T12:00:00.000Z' } as const] };
    const items = [
      { ...item('1', '2026-11-20T12:00:00.000Z'), ...charged },
      item('2', '2026-10-30T12:00:00.000Z'),
    ];
    renderApp('/transactions', { 'GET /transfers': () => json({ items, nextCursor: null }) });
    const links = await screen.findAllByRole('link', { name: /^View the statement of/ });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Statement', '/statements/2026-11'],
    ]);
  });

  it('can be limited to this or the last month with one press, and reset with another', async () => {
    const app = renderApp('/transactions', { 'GET /transfers': nothing });
    const now = new Date();
    const first = new Date(now.getFullYear(), now.getMonth() - 1, 1);
    await app.user.click(await screen.findByRole('radio', { name: 'Last month' }));
    await waitFor(() => {
      expect(new Date(queryOf(app.sent('GET /transfers').at(-1)).get('from') ?? '')).toEqual(first);
    });
    expect(screen.queryByLabelText('From')).toBeNull();
    await app.user.click(screen.getByRole('radio', { name: 'Custom' }));
    expect(screen.getByLabelText('From')).toHaveValue(
      new URLSearchParams(window.location.search).get('from'),
    );
    const search = within(screen.getByRole('search'));
    await app.user.click(search.getByRole('button', { name: 'Clear filters' }));
    expect(window.location.search).toBe('');
    expect(search.getByRole('radio', { name: 'All' })).toBeChecked();
  });

  it('mark transfers that can still be paid', async () => {
    const payBy = '2026-11-20T12:30:00.000Z';
    const items = (['awaited', 'declined', 'requires_action', 'pending'] as const).map((state) =>
      transferOf({ id: state, recipient: `The ${state}`, payment: { state, payBy } }),
    );
    renderApp('/transactions', { 'GET /transfers': () => json({ items, nextCursor: null }) });
    expect(await screen.findAllByText('Not paid')).toHaveLength(3);
    expect(screen.getAllByText('Processing', { selector: 'li *' })).toHaveLength(1);
  });

  it('are sent again from their row once they are delivered or ended without us, and not before', async () => {
    const statuses = [
      'processing',
      'sent',
      'delivered',
      'cancelled',
      'declined',
      'refunding',
      'refunded',
    ] as const;
    const items = statuses.map((status) => transferOf({ id: status, recipient: `Person ${status}`, status }));
    const { user } = renderApp('/transactions', {
      'GET /transfers': () => json({ items, nextCursor: null }),
    });
    const again = await screen.findAllByRole('link', { name: /^Send again/ });
    expect(again.map((link) => link.getAttribute('aria-label'))).toEqual([
      'Send again to Person delivered',
      'Send again to Person declined',
    ]);
    await user.click(again[0] as HTMLElement);
    expect(await screen.findByRole('button', { name: 'Change Person delivered' })).toBeVisible();
  });

  it('have an empty state', async () => {
    renderApp('/transactions', { 'GET /transfers': nothing });
    expect(await screen.findByText('No transactions yet.')).toBeInTheDocument();
  });

  it('are searched without the name in any address, which comes back with the history', async () => {
    const app = renderApp('/transactions', { 'GET /transfers': nothing });
    await enterText(app.user, await screen.findByRole('searchbox', { name: 'Search' }), 'José');
    await waitFor(() => {
      expect(app.sent('GET /transfers').at(-1)?.search).toBe('Jos%C3%A9');
    });
    expect(app.sent('GET /transfers/total').at(-1)?.search).toBe('Jos%C3%A9');
    for (const { path } of app.calls) expect(path).not.toMatch(/Jos|q=/);
    expect(window.location.search).toBe('');
    await app.user.click(screen.getAllByRole('link', { name: 'Saved Cards' })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Saved Cards' });
    window.history.back();
    expect(await screen.findByRole('searchbox', { name: 'Search' })).toHaveValue('José');
  });

  it('are downloaded with the searched text in a header', async () => {
    URL.createObjectURL = () => 'blob:file';
    const save = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const app = renderApp('/transactions', {
      'GET /transfers': nothing,
      'GET /transfers.csv': () => new Response('id'),
    });
    await enterText(app.user, await screen.findByRole('searchbox', { name: 'Search' }), 'maya');
    await waitFor(() => {
      expect(app.sent('GET /transfers').at(-1)?.search).toBe('maya');
    });
    await app.user.click(screen.getByRole('link', { name: 'Download CSV' }));
    await waitFor(() => {
      expect(app.sent('GET /transfers.csv')).toMatchObject([
        { path: `/transfers.csv?lng=en&tz=${TIME_ZONE}`, search: 'maya' },
      ]);
    });
    await waitFor(() => {
      expect(save).toHaveBeenCalledTimes(1);
    });
    save.mockRestore();
  });

  it('are searched further back when the newest ones do not match', async () => {
    window.history.replaceState({ usr: { searched: 'maya' }, key: 'k', idx: 0 }, '', '/transactions');
    const { user } = renderApp('/transactions', {
      'GET /transfers': ({ path }) =>
        path.includes('cursor')
          ? twoPages({ path: 'cursor=c-2' } as SeenCall)
          : json({ items: [], nextCursor: 'c-1' }),
    });
    await screen.findByText('No match so far.');
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Person 3')).toBeInTheDocument();
  });

  it('show in place that they did not load', async () => {
    renderApp('/transactions', { 'GET /transfers': () => refusal(422, 'get_user_transactions_failed') });
    expect(await screen.findByText('getUserTransactions failed')).toBeInTheDocument();
  });
});

describe('One transfer', () => {
  const transfer = transferOf();
  const steps = [
    {
      event: 'TransferRequested',
      stream: 'sender-ana',
      revision: '7',
      position: '9',
      at: transfer.createdAt,
    },
  ];

  it('shows each step without its event number, the money and what can be done', async () => {
    const { user } = renderApp(`/transactions/${transfer.id}`, {
      [`GET /transfers/${transfer.id}`]: () => json(transfer),
      [`GET /transfers/${transfer.id}/timeline`]: () => json({ items: steps, nextCursor: null }),
    });
    expect(await screen.findByText('$120.00 to $mayaokafor')).toBeInTheDocument();
    expect(screen.queryByText(/Event 7/)).not.toBeInTheDocument();
    expect(screen.getAllByText('Processing (test mode)').length).toBeGreaterThan(0);
    expect(screen.getByText('3% + $0.30')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Copy transfer ID' }));
    expect(await navigator.clipboard.readText()).toBe(transfer.id);
    expect(screen.getByText(transfer.id.slice(0, 8))).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Send again' })).not.toBeInTheDocument();
  });

  it('is sent again once it is delivered', async () => {
    const delivered = { ...transfer, status: 'delivered' };
    const { user } = renderApp(`/transactions/${transfer.id}`, {
      [`GET /transfers/${transfer.id}`]: () => json(delivered),
    });
    await user.click(await screen.findByRole('link', { name: 'Send again' }));
    expect(await screen.findByLabelText('Recipient name')).toHaveValue('Maya Okafor');
    expect(screen.getByLabelText('Amount')).toHaveValue('120.00');
  });

  it('shows the rule by which its fees were calculated, whatever rule is active now', async () => {
    const old = transferOf({
      fees: { totalFee: '3.36', total: '123.36', breakdown: { flipFee: '3.00', processingFee: '0.36' } },
    });
    renderApp(`/transactions/${old.id}`, {
      [`GET /transfers/${old.id}`]: () => json(old),
      [`GET /transfers/${old.id}/timeline`]: () => json({ items: steps, nextCursor: null }),
    });
    expect(await screen.findByText('0.30%')).toBeInTheDocument();
  });

  it('is not found when it is another user’s or does not exist', async () => {
    renderApp('/transactions/none');
    expect(await screen.findByRole('heading', { name: 'Transfer not found' })).toBeInTheDocument();
  });
});
