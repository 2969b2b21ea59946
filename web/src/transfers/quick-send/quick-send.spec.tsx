import { screen, waitFor, within } from '@testing-library/react';
import type { Transaction } from '@kernel/money/transfers';
import { enterText } from '../../../../test/web/enter-text';
import {
  allowance,
  noResponse,
  noContent,
  refusal,
  renderApp,
  renderPart,
  json,
  transferOf,
  visa,
  type Responses,
  type RenderedApp,
} from '../../../../test/web/rendered-app';
import { QuickSend } from './quick-send';

const overLimit = () =>
  refusal(422, 'weekly_limit_exceeded', {
    remaining: '130.00',
    perTransferLimit: '1000.00',
    sendable: '130.00',
  });

/** The form alone, after these transfers. */
async function openQuickSend(responses: Responses = {}, ...recent: Transaction[]): Promise<RenderedApp> {
  const part = <QuickSend draft={null} wanted={false} recent={recent} allowance={allowance} />;
  const answers = { 'POST /transfers/check': noContent, ...responses };
  const app = renderPart({ part, texts: ['sending'] }, answers);
  await screen.findByLabelText('Amount');
  return app;
}

/** The form on the dashboard, which links lead away from. */
async function openDashboard(responses: Responses = {}): Promise<RenderedApp> {
  const app = renderApp('/dashboard', { 'POST /transfers/check': noContent, ...responses });
  await screen.findByLabelText('Amount');
  return app;
}

async function fillIn(app: RenderedApp, amount: string): Promise<void> {
  if (!screen.queryByLabelText('Recipient name'))
    await app.user.click(screen.getByRole('button', { name: 'New recipient' }));
  await put(app, screen.getByLabelText<HTMLInputElement>('Recipient name'), 'Maya Okafor');
  await app.user.click(screen.getByRole('radio', { name: 'Cash App' }));
  await put(app, screen.getByLabelText<HTMLInputElement>(/platform e-mail\/handle/), 'MayaOkafor');
  await put(app, screen.getByLabelText<HTMLInputElement>('Amount'), amount);
}

async function put({ user }: RenderedApp, field: HTMLInputElement, text: string): Promise<void> {
  if (field.value !== '') await user.clear(field);
  await enterText(user, field, text);
}

const press = ({ user }: RenderedApp) => user.click(screen.getByRole('button', { name: 'Send Transfer' }));

describe('Quick Send', () => {
  it('sends the normalized handle to the server and opens the review', async () => {
    const app = await openQuickSend();
    await fillIn(app, '120.5');
    await press(app);
    await screen.findByRole('heading', { name: 'Review and pay' });
    expect(app.sent('POST /transfers/check')).toMatchObject([
      { body: { recipient: 'Maya Okafor', platform: 'Cash App', handle: '$mayaokafor', amount: '120.50' } },
    ]);
    expect(await screen.findByRole('button', { name: 'Pay $127.42' })).toBeVisible();
  });

  it('offers earlier recipients of one name under their full name and platform', async () => {
    const luis = (recipient: string, platform: 'Venmo' | 'Zelle', handle: string) =>
      transferOf({ id: handle, recipient, platform, handle });
    const items = [
      luis('Luis Herrera', 'Venmo', '@luis'),
      luis('Luis Herrera', 'Zelle', 'luis@people.example'),
      luis('Luis Moreno', 'Zelle', 'moreno@people.example'),
    ];
    const app = await openQuickSend({}, ...items);
    const chips = await screen.findAllByRole('button', { name: /^Send again to Luis/ });
    const seen = chips.map(({ textContent }) => textContent);
    expect(seen.map((text) => /Luis (Herrera|Moreno)/.exec(text)?.[0])).toEqual([
      'Luis Herrera',
      'Luis Herrera',
      'Luis Moreno',
    ]);
    expect(new Set(seen).size).toBe(3);
    await app.user.click(chips[1] as HTMLElement);
    expect(chips[1]).toHaveAttribute('aria-pressed', 'true');
    await app.user.click(screen.getByRole('button', { name: 'Change Luis Herrera' }));
    expect(screen.getByLabelText('Recipient name')).toHaveValue('Luis Herrera');
    expect(screen.getByRole('radio', { name: 'Zelle' })).toBeChecked();
  });

  it('begins with known people and the amount; what is not filled in is asked for in the fields', async () => {
    const app = await openQuickSend({}, transferOf());
    expect(screen.queryByLabelText('Recipient name')).toBeNull();
    expect(screen.queryByLabelText('Note (optional)')).toBeNull();
    expect(screen.queryByText('Total fee')).toBeNull();
    await put(app, screen.getByLabelText<HTMLInputElement>('Amount'), '20');
    for (const line of ['Flip fee', 'Processing fee', 'Total fee', 'Total to charge'])
      expect(screen.getByText(new RegExp(`^${line}`), { selector: 'dt' })).toBeVisible();
    await press(app);
    expect(await screen.findByLabelText('Recipient name')).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('group', { name: /Receiving platform/ })).toBeVisible();
    expect(app.sent('POST /transfers/check')).toHaveLength(0);
  });

  it('offers all that remains while no amount is typed', async () => {
    const app = await openQuickSend();
    await app.user.click(await screen.findByRole('button', { name: '$130, all that remains' }));
    expect(screen.getByLabelText('Amount')).toHaveValue('130.00');
    expect(screen.queryByRole('button', { name: /all that remains/ })).toBeNull();
  });

  it('strikes through what has been corrected since the last attempt', async () => {
    const app = await openQuickSend({}, transferOf());
    await press(app);
    const summary = screen.getByText('4 things need your attention').closest('[role=alert]') as HTMLElement;
    expect(summary.querySelectorAll('s')).toHaveLength(0);
    await app.user.click(screen.getByRole('button', { name: /^Send again to Maya/ }));
    expect([...summary.querySelectorAll('s')].map(({ textContent }) => textContent)).toHaveLength(3);
    expect(within(summary).getByText('Enter an amount.').closest('s')).toBeNull();
    expect(summary).toHaveTextContent(/^One thing needs your attention/);
    await put(app, screen.getByLabelText<HTMLInputElement>('Amount'), '20');
    expect(summary).toHaveTextContent(/^Everything is corrected/);
  });

  describe('on a phone', () => {
    beforeEach(() => {
      jest.spyOn(window, 'matchMedia').mockImplementation((query) =>
        Object.assign(new EventTarget() as MediaQueryList, {
          matches: query.includes('max-width'),
          media: query,
        }),
      );
    });
    afterEach(() => {
      jest.restoreAllMocks();
    });

    it('shows a chosen person in one line until the fields are opened', async () => {
      const sent = transferOf({ createdAt: '2026-11-20T15:00:00.000Z' });
      const app = await openQuickSend({}, sent);
      const pick = 'Send again to Maya Okafor via Cash App';
      await app.user.click(await screen.findByRole('button', { name: pick }));
      expect(screen.queryByLabelText('Recipient name')).toBeNull();
      expect(screen.queryByLabelText('Note (optional)')).toBeNull();
      expect(screen.getByTitle('$mayaokafor')).toBeVisible();
      expect(screen.getByText('on Cash App,')).toBeVisible();
      await app.user.keyboard('20');
      const fees = () => screen.getByText('Fees $1.90').closest('details');
      expect(fees()).toHaveAttribute('open');
      await app.user.click(screen.getByText('Fees $1.90'));
      expect(screen.getByText('Fees $1.90').closest('summary')).toHaveTextContent('Total to charge $21.90');
      await app.user.clear(screen.getByLabelText('Amount'));
      await app.user.keyboard('20');
      expect(fees()).not.toHaveAttribute('open');
      await app.user.click(screen.getByRole('button', { name: 'Add a note' }));
      expect(screen.getByLabelText('Note (optional)')).toHaveFocus();
      await app.user.click(screen.getByRole('button', { name: 'Change Maya Okafor' }));
      expect(screen.getByLabelText('Recipient name')).toHaveFocus();
      expect(screen.getByLabelText('Recipient name')).toHaveValue('Maya Okafor');
      await app.user.click(screen.getByRole('button', { name: pick }));
      await app.user.click(screen.getByRole('button', { name: 'New recipient' }));
      expect(screen.getByLabelText('Recipient name')).toHaveValue('');
    });

    it('shows how to get a higher limit below the form', async () => {
      await openDashboard();
      const more = await screen.findByRole('region', { name: 'Send up to $1,000' });
      expect(more).toHaveTextContent('You have $130.00 remaining of your $250 weekly sending limit.');
      expect(screen.getAllByText(/weekly sending limit/)).toHaveLength(1);
    });
  });

  it('explains a refusal over the weekly limit in a toast, and in place what to do', async () => {
    const app = await openQuickSend({ 'POST /transfers/check': overLimit });
    await fillIn(app, '180');
    await press(app);
    const text = 'This send would exceed your weekly limit. You have $130.00 remaining.';
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    // It is neither read nor heard twice.
    expect(screen.getAllByText(text)).toHaveLength(1);
    const refused = screen.getByRole('button', { name: 'Send $130.00 instead' }).closest('[role=note]');
    expect(refused).toHaveTextContent('Over your weekly limitNothing was sent.');
    expect(within(refused as HTMLElement).getByRole('link', { name: 'Get verified' })).toBeInTheDocument();
    expect(window.location.pathname).toBe('/part');
  });

  describe('over a week that an unpaid transfer holds', () => {
    const unpaid = transferOf({ id: 'unpaid', recipient: 'Daniel Okafor', handle: '$dan', amount: '130.00' });
    const cancel = 'POST /transfers/unpaid/cancel';
    const full = () =>
      refusal(422, 'weekly_limit_exceeded', {
        remaining: '0.00',
        perTransferLimit: '1000.00',
        sendable: '0.00',
      });
    const held: Responses = {
      'GET /allowance': () =>
        json({
          ...allowance,
          used: '250.00',
          waiting: '130.00',
          remaining: '0.00',
          unpaid: [{ id: 'unpaid', amount: '130.00', until: '2026-11-20T12:30:00.000Z' }],
        }),
      'GET /transfers': () => json({ items: [unpaid], nextCursor: null }),
      'POST /transfers/check': full,
    };
    const offer = () => screen.findByRole('button', { name: 'Cancel the unpaid $130 and send $60' });

    async function refused(responses: Responses = {}): Promise<RenderedApp> {
      const app = await openQuickSend({ ...held, ...responses });
      await fillIn(app, '60');
      await press(app);
      await offer();
      return app;
    }

    it('cancels it, then sends under one key as soon as its amount is free, in one press', async () => {
      const app = await refused({
        [cancel]: () => json({ ...unpaid, status: 'cancelled', returns: '0.00' }),
      });
      expect(screen.getByText(/held by your unpaid transfer to Daniel Okafor/)).toBeVisible();
      expect(screen.getByRole('link', { name: 'Pay the $130' })).toBeVisible();
      const answers = [refusal(409, 'allowance_freeing'), noContent()];
      app.respond({ 'POST /transfers/check': () => answers.shift() ?? noContent() });
      await app.user.click(await offer());
      await screen.findByRole('heading', { name: 'Review and pay' });
      expect(screen.getByText('The unpaid $130 was cancelled.')).toBeVisible();
      expect(app.sent(cancel)).toMatchObject([{ path: '/transfers/unpaid/cancel?only=unpaid' }]);
      const [first, freeing, freed] = app.sent('POST /transfers/check');
      expect(freeing?.key).toBe(freed?.key);
      expect(freeing?.key).not.toBe(first?.key);
    });

    it.each([
      [
        'it was paid in the meantime',
        () => refusal(409, 'paid_meanwhile'),
        /is paid by now, or is being paid, so it was not cancelled\. Nothing was sent\./,
      ],
      ['no response arrives', noResponse, /could not reach Flip, so nothing was sent/],
    ])('sends nothing and says so when %s', async (_, answer, words) => {
      const app = await refused({ [cancel]: answer });
      app.respond({ 'GET /allowance': () => json({ ...allowance, used: '250.00', remaining: '0.00' }) });
      await app.user.click(await offer());
      expect(await screen.findByText(words)).toBeVisible();
      expect(app.sent('POST /transfers/check')).toHaveLength(1);
    });

    it('says that it was cancelled when the send is refused all the same', async () => {
      const app = await refused({
        [cancel]: () => json({ ...unpaid, status: 'cancelled', returns: '0.00' }),
      });
      app.respond({ 'GET /allowance': () => json({ ...allowance, used: '250.00', remaining: '0.00' }) });
      await app.user.click(await offer());
      const note = await screen.findByText('The unpaid $130 was cancelled.');
      expect(note.closest('[role=note]')).toHaveTextContent('Nothing was sent.');
    });
  });

  it('announces any other refusal only in place', async () => {
    const paused = () => refusal(403, 'sending_paused');
    const app = await openQuickSend({ 'POST /transfers/check': paused });
    await fillIn(app, '20');
    await press(app);
    const text = 'Sending is paused for your account. Please contact support.';
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getAllByText(text)).toHaveLength(1);
  });

  it('uses a new key after every refusal, so that each attempt counts', async () => {
    const app = await openQuickSend({ 'POST /transfers/check': overLimit });
    await fillIn(app, '180');
    await press(app);
    await screen.findByRole('button', { name: 'Send $130.00 instead' });
    await press(app);
    await waitFor(() => {
      expect(app.sent('POST /transfers/check')).toHaveLength(2);
    });
    const [first, second] = app.sent('POST /transfers/check');
    expect(first?.key).not.toBe(second?.key);
  });

  it('keeps the key when no response arrived, and reports that nothing was sent', async () => {
    const app = await openQuickSend({ 'POST /transfers/check': noResponse });
    await fillIn(app, '20');
    await press(app);
    await screen.findByText(/nothing was sent/);
    app.respond({ 'POST /transfers/check': noContent });
    await press(app);
    await screen.findByRole('heading', { name: 'Review and pay' });
    const [first, second] = app.sent('POST /transfers/check');
    expect(first?.key).toBe(second?.key);
  });

  it('says while recent payments are looked up that nothing was sent, and when to try again', async () => {
    const restoring = () => refusal(503, 'restoring', { seconds: 1 });
    const app = await openQuickSend({ 'POST /transfers/check': restoring });
    await fillIn(app, '20');
    await press(app);
    const text = /^We are checking recent payments\. Nothing was sent\. Please try again in a few minutes\.$/;
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(await screen.findByText('You can try again now.')).toBeVisible();
    app.respond({ 'POST /transfers/check': noContent });
    await press(app);
    await screen.findByRole('heading', { name: 'Review and pay' });
  });

  it('offers the smaller amount with one press', async () => {
    const app = await openQuickSend({ 'POST /transfers/check': overLimit });
    await fillIn(app, '180');
    await press(app);
    const smaller = await screen.findByRole('button', { name: 'Send $130.00 instead' });
    app.respond({ 'POST /transfers/check': noContent });
    await app.user.click(smaller);
    await screen.findByRole('heading', { name: 'Review and pay' });
    expect(app.sent('POST /transfers/check')[1]).toMatchObject({ body: { amount: '130.00' } });
  });

  it('clears the refusal when another transfer is entered, not when the same one is written differently', async () => {
    const app = await openQuickSend({ 'POST /transfers/check': overLimit });
    await fillIn(app, '180');
    await press(app);
    await screen.findByRole('button', { name: 'Send $130.00 instead' });
    await put(app, screen.getByLabelText<HTMLInputElement>('Amount'), '180.0');
    expect(screen.getByRole('button', { name: 'Send $130.00 instead' })).toBeVisible();
    await put(app, screen.getByLabelText<HTMLInputElement>('Amount'), '181');
    expect(screen.queryByRole('button', { name: 'Send $130.00 instead' })).not.toBeInTheDocument();
  });

  it('reports an invalid field on blur, but not while it is still empty', async () => {
    const app = await openQuickSend();
    await app.user.click(screen.getByLabelText('Amount'));
    await app.user.tab();
    expect(screen.getByLabelText('Amount')).not.toHaveAttribute('aria-invalid');
    await put(app, screen.getByLabelText<HTMLInputElement>('Amount'), '0.50');
    await app.user.tab();
    expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription('The smallest transfer is $1.00.');
    expect(screen.getByLabelText('Amount')).toHaveValue('0.50');
  });

  it('still sends an amount over the known limit to the server, which records the attempt', async () => {
    const app = await openQuickSend({ 'POST /transfers/check': overLimit });
    await fillIn(app, '180');
    expect(screen.getByText(/would exceed your weekly limit/)).toBeInTheDocument();
    await press(app);
    await waitFor(() => {
      expect(app.sent('POST /transfers/check')).toHaveLength(1);
    });
  });

  it('sends nothing while a field is invalid, and links to each one', async () => {
    const app = await openQuickSend();
    await press(app);
    const summary = screen.getByText('4 things need your attention').closest('[role=alert]');
    expect(summary).toHaveFocus();
    await app.user.click(within(summary as HTMLElement).getByText('Enter an amount.'));
    expect(screen.getByLabelText('Amount')).toHaveFocus();
    // Its lines stay until the next attempt: a field must not move under the finger that corrects it.
    await app.user.keyboard('20');
    expect(summary).toHaveTextContent('3 things need your attention');
    expect(summary).toHaveTextContent('Enter an amount.');
    expect(app.sent('POST /transfers/check')).toHaveLength(0);
  });

  it('refuses a handle that is impossible on its platform', async () => {
    const app = await openQuickSend();
    await fillIn(app, '20');
    await app.user.click(screen.getByRole('radio', { name: 'Zelle' }));
    await press(app);
    expect(await screen.findAllByText('Enter an e-mail address or a US phone number.')).toHaveLength(2);
    expect(app.sent('POST /transfers/check')).toHaveLength(0);
  });

  it('explains why it waits while there is no network', async () => {
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openQuickSend();
    expect(screen.getByRole('button', { name: 'Send Transfer' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Send Transfer' })).toHaveAccessibleDescription(
      /You are offline/,
    );
    online.mockRestore();
  });

  it('fills in an earlier recipient, and warns about a duplicate transfer', async () => {
    const sent = transferOf({ createdAt: new Date(Date.now() - 120_000).toISOString() });
    const app = await openQuickSend({}, sent);
    await app.user.click(
      await screen.findByRole('button', { name: 'Send again to Maya Okafor via Cash App' }),
    );
    expect(screen.getByLabelText('Amount')).toHaveFocus();
    expect(screen.queryByText(/only if you mean to send a second transfer/)).not.toBeInTheDocument();
    await app.user.keyboard('120');
    expect(
      await screen.findByText(/You started a transfer of \$120.00 to Maya Okafor .* ago/),
    ).toBeInTheDocument();
  });

  it('keeps its values after leaving it by a link, and is empty after the transfer was sent', async () => {
    const app = await openDashboard({
      'GET /cards': () => json({ items: [visa] }),
      'POST /transfers': () => json(transferOf(), 201),
      [`GET /transfers/${transferOf().id}`]: () => json(transferOf()),
    });
    await put(app, screen.getByLabelText<HTMLInputElement>('Recipient name'), 'Maya');
    await app.user.click(screen.getAllByRole('link', { name: 'Saved Cards' })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Saved Cards' });
    await app.user.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] as HTMLElement);
    expect(await screen.findByLabelText('Recipient name')).toHaveValue('Maya');
    await app.user.clear(screen.getByLabelText('Recipient name'));
    await fillIn(app, '120');
    await press(app);
    await app.user.click(await screen.findByRole('link', { name: 'Back to dashboard' }));
    expect(await screen.findByLabelText('Amount')).toHaveValue('120.00');
    await press(app);
    await app.user.click(await screen.findByRole('checkbox', { name: /^I know Maya/ }));
    await app.user.click(screen.getByRole('button', { name: 'Pay $126.90' }));
    await screen.findByText('Mock transfer added to recent transactions!');
    await app.user.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] as HTMLElement);
    expect(await screen.findByLabelText('Recipient name')).toHaveValue('');
  });

  it('has the focus when "Edit" leads back to it', async () => {
    const app = await openDashboard();
    await fillIn(app, '20');
    await press(app);
    await app.user.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByLabelText('Recipient name');
    expect(screen.getByRole('heading', { name: 'Quick Send' })).toHaveFocus();
  });

  it('warns of a duplicate in the review too', async () => {
    const sent = transferOf({ createdAt: new Date(Date.now() - 120_000).toISOString() });
    const app = await openQuickSend(
      { 'GET /transfers': () => json({ items: [sent], nextCursor: null }) },
      sent,
    );
    await fillIn(app, '120');
    await press(app);
    await screen.findByRole('heading', { name: 'Review and pay' });
    expect(
      await screen.findByText(/You started a transfer of \$120.00 to Maya Okafor .* ago/),
    ).toBeInTheDocument();
  });

  it('reports early that no transfer can be that large, and shows no fees for it', async () => {
    const app = await openQuickSend();
    await put(app, screen.getByLabelText<HTMLInputElement>('Amount'), '5000');
    await app.user.tab();
    expect(screen.getByLabelText('Amount')).toHaveAccessibleDescription('A transfer can be up to $1,000.');
    expect(screen.queryByText(/\$5,\d\d\d/)).not.toBeInTheDocument();
  });

  it('restores its values when the user goes back from the review', async () => {
    const app = await openDashboard();
    await fillIn(app, '20');
    await press(app);
    await app.user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(await screen.findByLabelText('Recipient name')).toHaveValue('Maya Okafor');
    expect(screen.getByLabelText('Amount')).toHaveValue('20.00');
    await press(app);
    await screen.findByRole('heading', { name: 'Review and pay' });
    const [first, second] = app.sent('POST /transfers/check');
    expect(first?.key).not.toBe(second?.key);
  });

  it('keeps input entered over a draft, even after going back', async () => {
    const app = await openDashboard({
      'GET /transfers': () => json({ items: [transferOf({ status: 'delivered' })], nextCursor: null }),
    });
    await app.user.click(screen.getAllByRole('link', { name: 'Transactions' })[0] as HTMLElement);
    await app.user.click(await screen.findByRole('link', { name: 'Send again to Maya Okafor' }));
    await app.user.click(await screen.findByRole('button', { name: 'Change Maya Okafor' }));
    expect(screen.getByLabelText('Recipient name')).toHaveValue('Maya Okafor');
    const someoneNew = screen.getByRole('button', { name: 'New recipient' });
    expect(someoneNew).toHaveAttribute('aria-pressed', 'false');
    await app.user.click(someoneNew);
    await put(app, screen.getByLabelText<HTMLInputElement>('Recipient name'), 'Luis Herrera');
    expect(someoneNew).toHaveAttribute('aria-pressed', 'true');
    await app.user.click(screen.getAllByRole('link', { name: 'Saved Cards' })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Saved Cards' });
    window.history.back();
    expect(await screen.findByLabelText('Recipient name')).toHaveValue('Luis Herrera');
  });
});
