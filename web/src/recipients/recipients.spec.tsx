import { screen, waitFor, within } from '@testing-library/react';
import type { SavedRecipient } from '@kernel/people/recipients';
import {
  json,
  noContent,
  refusal,
  renderScreen,
  schedule,
  transferOf,
  type RenderedApp,
  type Responses,
} from '../../../test/web/rendered-app';

const recipientOf = (changed: Partial<SavedRecipient> = {}): SavedRecipient => ({
  id: '0a8c2a5e-6d1b-4f37-9d57-8e2b1c4f6a90',
  uid: '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10',
  name: 'Maya Okafor',
  platform: 'Cash App',
  handle: '$mayaokafor',
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...changed,
});
const luis = recipientOf({
  id: '1b8c2a5e-6d1b-4f37-9d57-8e2b1c4f6a91',
  name: 'Luis Jiménez',
  platform: 'Zelle',
  handle: 'luis@mail.example',
});
const listOf = (items: readonly SavedRecipient[]) => () => json({ items, nextCursor: null });
const sentOf = (changed: Parameters<typeof transferOf>[0]) => () =>
  json({ items: [transferOf(changed)], nextCursor: null });
const path = (method: string, { id }: SavedRecipient) => `${method} /recipients/${id}`;

async function openRecipients(responses: Responses = {}): Promise<RenderedApp> {
  const app = renderScreen('/recipients', { 'GET /recipients': listOf([recipientOf(), luis]), ...responses });
  await screen.findByRole('heading', { name: 'Recipients', level: 1 });
  return app;
}

async function put({ user }: RenderedApp, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

const button = (name: string) => screen.findByRole('button', { name });
const shownNames = () =>
  screen.getAllByText(/^(Maya Okafor|Luis Jiménez|Maya O\.)$/).map((one) => one.textContent);

describe('Saved recipients', () => {
  it('are listed by name, and found by name or handle without accents', async () => {
    const app = await openRecipients();
    await screen.findByText('2 people');
    expect(shownNames()).toEqual(['Luis Jiménez', 'Maya Okafor']);
    await put(app, screen.getByLabelText('Search recipients'), 'jimenez');
    expect(shownNames()).toEqual(['Luis Jiménez']);
    await put(app, screen.getByLabelText('Search recipients'), '$maya');
    expect(shownNames()).toEqual(['Maya Okafor']);
    await put(app, screen.getByLabelText('Search recipients'), 'nobody');
    expect(screen.getByText('No saved recipient matches.')).toBeVisible();
  });

  it('are sent to from their row, as are those of earlier transfers that are not saved', async () => {
    const past = { recipient: 'Kim Tran', platform: 'Venmo', handle: '@kimtran' } as const;
    const app = await openRecipients({ 'GET /transfers': sentOf(past) });
    for (const [name, platform] of [
      ['Luis Jiménez', 'Zelle'],
      ['Kim Tran', 'Venmo'],
    ] as const) {
      await app.user.click(await button(`Send to ${name}`));
      const dialog = await screen.findByRole('dialog', { name: `Send to ${name}` });
      expect(await within(dialog).findByText(`on ${platform},`)).toBeVisible();
      await app.user.click(within(dialog).getByRole('button', { name: 'Close' }));
    }
  });

  it('are sent to in a dialog whose amount has the focus, also when it loads after the dialog has opened', async () => {
    let answer: (response: Response) => void = () => undefined;
    const app = await openRecipients({
      'GET /fees/schedule': () => new Promise((resolve) => (answer = resolve)),
    });
    await app.user.click(await button('Send to Luis Jiménez'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send to Luis Jiménez' }));
    await waitFor(() => {
      expect(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
    });
    answer(json(schedule));
    expect(await dialog.findByLabelText('Amount')).toHaveFocus();
  });

  it('show when there are none, and when they did not load', async () => {
    const app = await openRecipients({ 'GET /recipients': () => refusal(400, 'bad_request') });
    await screen.findByText('Your recipients did not load');
    app.respond({ 'GET /recipients': listOf([]) });
    await app.user.click(await button('Retry'));
    await screen.findByText('No saved recipients yet.');
  });

  it('are added with a validated handle', async () => {
    const app = await openRecipients({
      'GET /recipients': listOf([]),
      'POST /recipients': () => json(recipientOf(), 201),
    });
    await app.user.click(await button('Add recipient'));
    const form = within((await button('Save')).closest('form') as HTMLElement);
    await app.user.click(form.getByRole('button', { name: 'Save' }));
    const summary = within(form.getByRole('alert'));
    expect(form.getByRole('alert')).toHaveFocus();
    expect(summary.getByText('3 things need your attention')).toBeInTheDocument();
    // In the order of the fields, each with its own error next to it.
    const messages = summary.getAllByRole('link').map(({ textContent }) => textContent);
    expect(messages).toEqual([
      'Choose the receiving platform.',
      "Enter the recipient's name.",
      "Enter the recipient's e-mail, phone number or username on the platform.",
    ]);
    for (const message of messages) expect(form.getAllByText(message)).toHaveLength(2);
    await put(app, form.getByLabelText('Name'), 'Maya Okafor');
    await app.user.click(form.getByRole('radio', { name: 'Cash App' }));
    await put(app, form.getByLabelText('Cash App e-mail/handle'), 'MayaOkafor');
    app.respond({ 'GET /recipients': listOf([recipientOf()]) });
    await app.user.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('1 person');
    expect(app.sent('POST /recipients').map(({ body }) => body)).toEqual([
      { name: 'Maya Okafor', platform: 'Cash App', handle: '$mayaokafor' },
    ]);
  });

  it('are saved despite a similar one only when the sender confirms it', async () => {
    const similar = { id: luis.id, similarTo: luis.handle, similarName: luis.name };
    const app = await openRecipients({
      [path('PATCH', recipientOf())]: () => refusal(409, 'recipient_similar', similar),
    });
    await app.user.click(await button('Edit Maya Okafor'));
    await put(app, screen.getByLabelText('Cash App e-mail/handle'), 'luis@mai1.example');
    await app.user.click(await button('Save'));
    const warning = await screen.findByText(
      'This looks like luis@mail.example, which you saved as Luis Jiménez. Check it, and confirm if both are right.',
    );
    expect(warning.closest('[role=alert]')).toBeVisible();
    const changed = recipientOf({ handle: 'luis@mai1.example' });
    app.respond({
      [path('PATCH', recipientOf())]: () => json(changed),
      'GET /recipients': listOf([changed, luis]),
    });
    await app.user.click(await button('Save anyway'));
    await screen.findByText(/luis@mai1.example/);
    expect(app.sent(path('PATCH', recipientOf())).at(-1)?.body).toEqual({
      name: 'Maya Okafor',
      platform: 'Cash App',
      handle: 'luis@mai1.example',
      confirmSimilar: true,
    });
  });

  it('are removed, and saved again by Undo', async () => {
    const app = await openRecipients({
      [path('DELETE', recipientOf())]: noContent,
      'POST /recipients': () => json(recipientOf(), 201),
    });
    await app.user.click(await button('Edit Maya Okafor'));
    app.respond({ 'GET /recipients': listOf([luis]) });
    await app.user.click(await button('Remove'));
    expect(await screen.findByText('Maya Okafor was removed.')).toBeVisible();
    expect(shownNames()).toEqual(['Luis Jiménez']);
    app.respond({ 'GET /recipients': listOf([recipientOf(), luis]) });
    await app.user.click(await button('Undo'));
    await waitFor(() => {
      expect(shownNames()).toEqual(['Luis Jiménez', 'Maya Okafor']);
    });
    expect(screen.queryByText('Maya Okafor was removed.')).not.toBeInTheDocument();
  });

  it('are sent to in a dialog, which asks for the amount and keeps what was typed', async () => {
    const app = await openRecipients({ 'POST /transfers/check': noContent });
    expect(screen.queryByLabelText('Amount')).not.toBeInTheDocument();
    const send = await button('Send to Luis Jiménez');
    await app.user.click(send);
    const sheet = within(await screen.findByRole('dialog', { name: 'Send to Luis Jiménez' }));
    expect(await sheet.findByRole('button', { name: 'Change Luis Jiménez' })).toBeVisible();
    expect(sheet.getByTitle('luis@mail.example')).toBeVisible();
    await waitFor(() => {
      expect(sheet.getByLabelText('Amount')).toHaveFocus();
    });
    await app.user.keyboard('20');
    await app.user.keyboard('{Escape}');
    await waitFor(() => {
      expect(send).toHaveFocus();
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await app.user.click(await button('Send to Maya Okafor'));
    const next = within(await screen.findByRole('dialog', { name: 'Send to Maya Okafor' }));
    expect(await next.findByLabelText('Amount')).toHaveValue('20');
    await app.user.click(next.getByRole('button', { name: 'Send Transfer' }));
    await screen.findByRole('heading', { name: 'Review and pay' });
    expect(app.sent('POST /transfers/check')[0]?.body).toMatchObject({
      recipient: 'Maya Okafor',
      handle: '$mayaokafor',
      amount: '20.00',
    });
  });

  it('are suggested from earlier transfers, once each and only until they are saved', async () => {
    const priya = { recipient: 'Priya Nair', platform: 'PayPal', handle: 'priya@mail.example' } as const;
    const items = [transferOf(priya), transferOf({ ...priya, id: 'older' }), transferOf({ id: 'saved' })];
    const app = await openRecipients({
      'GET /transfers': () => json({ items, nextCursor: null }),
      'POST /recipients': () => json(recipientOf({ id: 'new', name: 'Priya Nair', ...priya }), 201),
    });
    const offers = (await screen.findByRole('heading', { name: 'From your transfers' })).closest('section');
    expect(within(offers as HTMLElement).getAllByRole('listitem')).toHaveLength(1);
    app.respond({
      'GET /recipients': listOf([
        recipientOf(),
        luis,
        recipientOf({ id: 'new', name: 'Priya Nair', ...priya }),
      ]),
    });
    await app.user.click(await button('Save Priya Nair'));
    await screen.findByText('3 people');
    expect(screen.queryByRole('heading', { name: 'From your transfers' })).not.toBeInTheDocument();
    expect(app.sent('POST /recipients')[0]?.body).toEqual({
      name: 'Priya Nair',
      platform: 'PayPal',
      handle: 'priya@mail.example',
    });
  });
});

describe('Quick Send', () => {
  const typed = async (app: RenderedApp, name: string, handle: string) => {
    const fresh = screen.queryByRole('button', { name: 'New recipient' });
    if (fresh) await app.user.click(fresh);
    await put(app, screen.getByLabelText('Recipient name'), name);
    await app.user.click(screen.getByRole('radio', { name: 'Cash App' }));
    await put(app, screen.getByLabelText(/platform e-mail\/handle/), handle);
    await put(app, screen.getByLabelText('Amount'), '20');
  };
  const send = (app: RenderedApp) => app.user.click(screen.getByRole('button', { name: 'Send Transfer' }));
  const checked = { 'POST /transfers/check': noContent };

  async function openDashboard(responses: Responses = {}): Promise<RenderedApp> {
    const app = renderScreen('/dashboard', { ...checked, ...responses });
    await screen.findByLabelText('Amount');
    return app;
  }

  it('suggests saved recipients that match a name, and fills in all fields of one', async () => {
    const app = await openDashboard({ 'GET /recipients': listOf([recipientOf(), luis]) });
    await app.user.click(screen.getByLabelText('Recipient name'));
    await app.user.paste('LUIS');
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Luis Jiménez') as string,
    ]);
    await app.user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByLabelText('Amount')).toHaveFocus();
    expect(screen.queryByLabelText('Recipient name')).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Change Luis Jiménez' }));
    expect(screen.getByLabelText('Recipient name')).toHaveValue('Luis Jiménez');
    expect(screen.getByRole('radio', { name: 'Zelle' })).toBeChecked();
    await app.user.click(screen.getByLabelText('Recipient name'));
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });

  it('points out a handle that looks like a saved one before it sends anything', async () => {
    const app = await openDashboard({ 'GET /recipients': listOf([recipientOf()]) });
    await typed(app, 'Maya Okafor', 'mayaokaf0r');
    const warning = (await screen.findByText('Did you mean $mayaokafor?')).closest(
      '[role=alert]',
    ) as HTMLElement;
    expect([...warning.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['0', 'o']);
    await send(app);
    expect(warning).toHaveFocus();
    expect(app.sent('POST /transfers/check')).toHaveLength(0);
    await app.user.click(within(warning).getByRole('button', { name: 'Use $mayaokafor' }));
    expect(screen.queryByText('Did you mean $mayaokafor?')).not.toBeInTheDocument();
    await send(app);
    await screen.findByRole('heading', { name: 'Review and pay' });
    expect(app.sent('POST /transfers/check')[0]?.body).toMatchObject({ handle: '$mayaokafor' });
  });

  it('sends the handle as entered when the sender confirms it', async () => {
    const app = await openDashboard({ 'GET /transfers': sentOf({}) });
    await typed(app, 'Maya Okafor', 'mayaokafo');
    await screen.findByText(/you have paid before/);
    await app.user.click(await button('Keep what I typed'));
    await send(app);
    await screen.findByRole('heading', { name: 'Review and pay' });
    expect(app.sent('POST /transfers/check')[0]?.body).toMatchObject({ handle: '$mayaokafo' });
  });

  it('does not suggest a handle whose transfer was returned', async () => {
    const app = await openDashboard({ 'GET /transfers': sentOf({ status: 'refunded' }) });
    await typed(app, 'Maya Okafor', 'mayaokafo');
    await send(app);
    await screen.findByRole('heading', { name: 'Review and pay' });
  });

  it('does not warn while a handle is still being typed', async () => {
    const app = await openDashboard({ 'GET /recipients': listOf([recipientOf()]) });
    await app.user.click(screen.getByRole('radio', { name: 'Cash App' }));
    await app.user.click(screen.getByLabelText(/platform e-mail\/handle/));
    await app.user.keyboard('mayaokafo');
    expect(screen.queryByText('Did you mean $mayaokafor?')).not.toBeInTheDocument();
    await app.user.keyboard('r');
    await app.user.tab();
    expect(screen.queryByText('Did you mean $mayaokafor?')).not.toBeInTheDocument();
  });

  it('asks for a confirmation when a known handle gets another name', async () => {
    const app = await openDashboard({ 'GET /recipients': listOf([recipientOf()]) });
    await typed(app, 'Luis Jiménez', 'mayaokafor');
    await screen.findByText('$mayaokafor is Maya Okafor');
    await app.user.click(await button('Use Maya Okafor'));
    expect(screen.getByLabelText('Recipient name')).toHaveValue('Maya Okafor');
    expect(screen.queryByText('$mayaokafor is Maya Okafor')).not.toBeInTheDocument();
  });
});
