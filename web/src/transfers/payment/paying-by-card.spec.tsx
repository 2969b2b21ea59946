import { v5 } from 'uuid';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { SavedCard } from '@kernel/money/cards';
import type { PaymentProgress, Transaction, TransferStep } from '@kernel/money/transfers';
import { frameAnswers } from '../../../../test/web/card-frame';
import {
  ana,
  json,
  noResponse,
  refusal,
  renderScreen,
  transferOf,
  unload,
  visa,
  type Responses,
} from '../../../../test/web/rendered-app';
import { openPage } from '../../lib/api/open-page';
import { storePayment } from './payment-storage';
import { newPayment, pickDraft } from './pending-payment';
import { FOLLOWED_MS } from '../page/use-followed-transfer';

jest.mock('../../lib/api/open-page', () => ({ openPage: jest.fn() }));

const mastercard: SavedCard = {
  ...visa,
  id: 'c0f2b3a4-1111-5222-8333-444455556666',
  brand: 'mastercard',
  last4: '0187',
  isDefault: false,
};
const old: SavedCard = {
  ...mastercard,
  id: 'd0f2b3a4-1111-5222-8333-444455556666',
  last4: '7730',
  state: 'expired',
};

const payment = {
  ...newPayment(ana.uid, pickDraft(transferOf()), 'card-3pct-plus-30c'),
  key: 'key-of-quick-send',
};
const id = v5(payment.key, ana.uid);
const PAY = 'Pay $126.90';
const PAYBY = '2026-11-20T15:01:00.000Z';

const transfer = (progress: Partial<PaymentProgress>, changed: Partial<Transaction> = {}) =>
  transferOf({
    id,
    payment: { state: 'pending', payBy: PAYBY, ...progress },
    card: { brand: 'visa', last4: '4242' },
    ...changed,
  });
const authorized = transfer({ state: 'authorized', payBy: null });
const shown = { brand: 'visa', last4: '4242' };
const declined = transfer(
  { state: 'declined', group: 'contact_bank' },
  { steps: [{ step: 'declined', at: PAYBY, reason: 'contact_bank', card: shown }] },
);

const KNOWN: Responses = {
  'GET /cards': () => json({ items: [visa, mastercard, old] }),
  'GET /transfers': () => json({ items: [transferOf({ id: 'earlier' })], nextCursor: null }),
  [`GET /transfers/${id}/timeline`]: () => json({ items: [], nextCursor: null }),
};

/** The review of a payment. */
async function review(responses: Responses = {}) {
  storePayment(payment);
  const app = renderScreen(`/payment?key=${payment.key}`, { ...KNOWN, ...responses });
  await screen.findByRole('button', { name: PAY });
  await screen.findByText('Your card number goes straight to the card processor.', { exact: false });
  return { ...app, pay: () => app.user.click(screen.getByRole('button', { name: PAY })) };
}

/** A requested transfer with a payment that continues. */
async function requested(found: Transaction, responses: Responses = {}) {
  const app = renderScreen(`/payment?transfer=${id}`, {
    ...KNOWN,
    [`GET /transfers/${id}`]: () => json(found),
    ...responses,
  });
  await screen.findByRole('heading', { name: 'Review and pay' });
  return { ...app, pay: async () => app.user.click(await screen.findByRole('button', { name: PAY })) };
}

const option = (name: RegExp | string) => screen.getByRole('radio', { name });
const arrived = () => screen.findByText('Mock transfer added to recent transactions!');

describe('Choosing a card', () => {
  it('no longer offers a card removed elsewhere, but the next one', async () => {
    const app = await review({ 'POST /transfers': () => refusal(422, 'card_not_found') });
    expect(await screen.findByRole('radio', { name: /4242/ })).toBeChecked();
    app.respond({ 'GET /cards': () => json({ items: [mastercard] }) });
    await app.pay();
    expect(await screen.findByText(/This card is not available/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('radio', { name: /4242/ })).not.toBeInTheDocument());
    expect(screen.getByRole('radio', { name: /0187/ })).toBeChecked();
  });

  it('starts with the default, offers the others and marks the expired one', async () => {
    await review();
    expect(option(/Visa debit •••• 4242/)).toBeChecked();
    expect(option(/Mastercard debit •••• 0187/)).toBeEnabled();
    expect(option(/Mastercard debit •••• 7730/)).toBeDisabled();
    expect(screen.queryByTitle('Secure card fields')).not.toBeInTheDocument();
  });

  it('pays with the chosen card', async () => {
    const app = await review({ 'POST /transfers': () => json(authorized, 201) });
    await app.user.click(option(/0187/));
    await app.pay();
    await arrived();
    expect(app.sent('POST /transfers')).toMatchObject([
      { key: payment.key, body: { cardId: mastercard.id } },
    ]);
  });

  it('opens the fields for another card, and saves it on request', async () => {
    const app = await review({ 'POST /transfers': () => json(authorized, 201) });
    await app.user.click(option('Use another debit card'));
    await frameAnswers({ type: 'flip-card-token', token: 'pm_entered_1' });
    await app.user.click(screen.getByRole('checkbox', { name: 'Save this card for next time' }));
    await app.pay();
    await arrived();
    expect(app.sent('POST /transfers')).toMatchObject([
      { body: { cardToken: 'pm_entered_1', saveCard: true } },
    ]);
  });

  it('starts with the fields when no card is saved', async () => {
    const app = await review({
      'GET /cards': () => json({ items: [] }),
      'POST /transfers': () => json(authorized, 201),
    });
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    await frameAnswers({ type: 'flip-card-token', token: 'pm_entered_2' });
    await app.pay();
    await arrived();
    expect(app.sent('POST /transfers')).toMatchObject([
      { body: { cardToken: 'pm_entered_2', saveCard: false } },
    ]);
  });

  it('sends nothing while the card details are invalid', async () => {
    const app = await review({ 'GET /cards': () => json({ items: [] }) });
    await frameAnswers({ type: 'flip-card-error', message: 'Your card number is incomplete.' });
    await app.pay();
    await screen.findByRole('button', { name: PAY });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(app.sent('POST /transfers')).toEqual([]);
  });

  it.each([
    ['card_not_debit', 'Only debit cards are accepted.', null],
    ['card_used_elsewhere', 'This card is used with other accounts. Verify your identity', '/verification'],
  ])('is possible again in place after a refused card, as the same payment: %s', async (code, text, way) => {
    const params = { brand: 'visa', last4: '1881', funding: 'credit', accepted: 'debit' };
    const app = await review({ 'POST /transfers': () => refusal(422, code, params) });
    await app.user.click(option('Use another debit card'));
    await frameAnswers({ type: 'flip-card-token', token: 'pm_entered_3' });
    await app.pay();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(text);
    expect(within(alert).queryByRole('link')?.getAttribute('href') ?? null).toBe(way);
    app.respond({ 'POST /transfers': () => json(authorized, 201) });
    await app.user.click(option(/4242/));
    await app.pay();
    await arrived();
    expect(app.sent('POST /transfers').map(({ key }) => key)).toEqual([payment.key, payment.key]);
  });
});

describe('The first send to a recipient', () => {
  const FIRST: Responses = { 'GET /transfers': () => json({ items: [], nextCursor: null }) };

  it('asks once whether the sender knows them, before anything is sent', async () => {
    const app = await review({ ...FIRST, 'POST /transfers': () => json(authorized, 201) });
    await screen.findByText('First time you send to Maya');
    await app.pay();
    const tick = screen.getByRole('checkbox', { name: 'I know Maya and want to send this' });
    await waitFor(() => expect(tick).toHaveFocus());
    expect(screen.getByText('Confirm that you know the recipient to continue.')).toBeVisible();
    expect(app.sent('POST /transfers')).toEqual([]);
    await app.user.click(tick);
    await app.pay();
    await arrived();
  });

  it('does not ask again about a known recipient, even when the last transfer was long ago', async () => {
    await review();
    expect(screen.queryByText('First time you send to Maya')).not.toBeInTheDocument();
    await unload();
    const others = [transferOf({ id: 'other', handle: '$somebody' })];
    await review({
      'GET /transfers': ({ path }) =>
        path.includes('platform=') && !path.includes('q=')
          ? json({ items: [transferOf()], nextCursor: null })
          : json({ items: others, nextCursor: 'x' }),
    });
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByText('First time you send to Maya')).not.toBeInTheDocument();
  });
});

describe('The arrival', () => {
  it.each([
    ['Venmo', 'Venmo tells us when the money has arrived.'],
    ['Zelle', 'Our team sends Zelle transfers by hand.'],
  ] as const)('by %s is estimated from now on', async (platform, who) => {
    jest.setSystemTime(new Date(2026, 10, 24, 14, 31));
    const handle = 'nora@example.com';
    storePayment({ ...payment, platform, handle });
    renderScreen(`/payment?key=${payment.key}`, KNOWN);
    const estimate = await screen.findByText(new RegExp(who));
    expect(estimate).toHaveTextContent('Usually there by 2:55 PM');
  });
});

describe('While the bank decides', () => {
  it('the review stays until the total is authorized, then the transfer opens with the toast', async () => {
    let found = transfer({ state: 'pending' });
    const app = await review({
      'POST /transfers': () => json(found, 201),
      [`GET /transfers/${id}`]: () => json(found),
    });
    const scrollTo = jest.spyOn(window, 'scrollTo');
    await app.pay();
    await screen.findByRole('button', { name: 'Waiting for your bank...' });
    expect(window.location.search).toBe(`?transfer=${id}`);
    // Below the review's end, a second tap would meet the links of the footer.
    expect(scrollTo).toHaveBeenCalledWith(0, 0);
    scrollTo.mockRestore();
    expect(screen.queryByText(/Mock transfer added/)).not.toBeInTheDocument();
    found = authorized;
    await arrived();
    expect(window.location.pathname).toBe(`/transactions/${id}`);
    expect(app.sent('POST /transfers')).toHaveLength(1);
  });

  it("the transfer's own page takes over when that takes long", async () => {
    await requested(transfer({ state: 'pending' }));
    await screen.findByRole('button', { name: 'Waiting for your bank...' });
    await act(() => jest.advanceTimersByTimeAsync(FOLLOWED_MS + 1_000));
    await arrived();
    expect(window.location.pathname).toBe(`/transactions/${id}`);
  });

  it("a transfer already under way, or another sender's, is not polled", async () => {
    const delivered = transfer({ state: 'captured', payBy: null }, { status: 'delivered' });
    renderScreen(`/payment?transfer=${id}`, { ...KNOWN, [`GET /transfers/${id}`]: () => json(delivered) });
    await waitFor(() => {
      expect(window.location.pathname).toBe(`/transactions/${id}`);
    });
    await unload();
    renderScreen(`/payment?transfer=${id}`, KNOWN);
    await screen.findByText('No payment data provided.');
  });
});

describe('A declined payment', () => {
  it.each([
    ['contact_bank', 'Your bank declined this payment', 'Contact your bank or use another card.'],
    ['check_details', 'The card details did not match', 'Check the details and pay again.'],
    ['not_enough_money', 'There was not enough money on this card', 'Use another card or a smaller amount.'],
    ['try_again', 'Your bank did not confirm this payment', 'Wait a minute and pay again.'],
  ] as const)('for %s explains what helps and until when', async (group, title, text) => {
    const step = { step: 'declined', at: PAYBY, reason: group, card: shown } as const;
    await requested(transfer({ state: 'declined', group }, { steps: [step, step] }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(title);
    expect(alert).toHaveTextContent(`Nothing was charged. ${text}`);
    expect(alert).toHaveTextContent(/Visa •••• 4242.*3 attempts left.*Pay until \d+:01/);
    await screen.findByText(group === 'not_enough_money' ? 'Not enough money' : 'Declined');
    screen.getByText(/^Tried at \d+:01/);
    expect(option(group === 'try_again' ? /4242/ : /0187/)).toBeChecked();
  });

  it('is paid with another card as another attempt under a separate key', async () => {
    const app = await requested(declined, { [`POST /transfers/${id}/payment`]: () => json(declined, 201) });
    await app.pay();
    await act(() => jest.advanceTimersByTimeAsync(100));
    app.respond({ [`POST /transfers/${id}/payment`]: () => json(authorized, 201) });
    await app.pay();
    await arrived();
    const sent = app.sent(`POST /transfers/${id}/payment`);
    expect(sent).toMatchObject([{ body: { cardId: mastercard.id } }, { body: { cardId: mastercard.id } }]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });

  it.each([
    ['without a response', noResponse, /Flip did not respond/],
    ['whose response breaks off', () => new Response('{'), /Something went wrong/],
  ])('repeats an attempt %s unchanged, so that it is made once', async (_, answer, problem) => {
    const app = await requested(declined, { [`POST /transfers/${id}/payment`]: answer });
    await app.pay();
    await screen.findByText(problem);
    app.respond({ [`POST /transfers/${id}/payment`]: () => json(authorized, 201) });
    await app.user.click(option(/4242/));
    await app.pay();
    await arrived();
    const sent = app.sent(`POST /transfers/${id}/payment`);
    expect(sent).toMatchObject([{ body: { cardId: mastercard.id } }, { body: { cardId: mastercard.id } }]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('that was paid in another tab shows that', async () => {
    const app = await requested(declined, {
      [`POST /transfers/${id}/payment`]: () => refusal(409, 'not_payable'),
    });
    app.respond({ [`GET /transfers/${id}`]: () => json(authorized) });
    await app.pay();
    await arrived();
  });

  it('keeps the choice when the other card is refused', async () => {
    const app = await requested(declined, {
      [`POST /transfers/${id}/payment`]: () => refusal(422, 'card_expired'),
    });
    await app.pay();
    await screen.findByText('This card has expired.');
    expect(option(/4242/)).toBeEnabled();
  });

  describe('can be left', () => {
    const cancel = `POST /transfers/${id}/cancel`;
    const steps: TransferStep[] = [{ step: 'cancelled', at: PAYBY, reason: 'sender' }];
    const cancelled = transfer({ state: 'declined' }, { status: 'cancelled', released: true, steps });
    const leaveFor = async (name: string, responses: Responses) => {
      const app = await requested(declined, responses);
      await app.user.click(await screen.findByRole('button', { name }));
      return app;
    };

    it('for another amount: cancelled, then filled in again with the focus on the amount', async () => {
      await leaveFor('Change amount', { [cancel]: () => json({ ...cancelled, returns: '0.00' }) });
      const amount = await screen.findByLabelText('Amount');
      await waitFor(() => expect(amount).toHaveFocus());
      expect(amount).toHaveValue('120.00');
      screen.getByRole('button', { name: 'Change Maya Okafor' });
    });

    it('for nothing: cancelled, on the page of the transfer', async () => {
      await leaveFor('Cancel this transfer', { [cancel]: () => json({ ...cancelled, returns: '0.00' }) });
      await screen.findByText('The transfer is cancelled. Nothing was charged.');
      await waitFor(() => expect(window.location.pathname).toBe(`/transactions/${id}`));
    });

    it('when the answer was lost, once the transfer says that it is cancelled', async () => {
      const app = await requested(declined, { [cancel]: noResponse });
      const change = await screen.findByRole('button', { name: 'Change amount' });
      app.respond({ [`GET /transfers/${id}`]: () => json(cancelled) });
      await app.user.click(change);
      expect(await screen.findByLabelText('Amount')).toHaveValue('120.00');
    });

    it('not while nobody knows whether it is cancelled; the next press asks again', async () => {
      const app = await leaveFor('Change amount', { [cancel]: noResponse });
      app.respond({ [`GET /transfers/${id}`]: noResponse });
      await app.user.click(await screen.findByRole('button', { name: 'Change amount' }));
      await screen.findByText(/we do not know yet whether it is cancelled/);
      expect(window.location.pathname).toBe('/payment');
      app.respond({ [cancel]: () => json({ ...cancelled, returns: '0.00' }) });
      await app.user.click(screen.getByRole('button', { name: 'Change amount' }));
      expect(await screen.findByLabelText('Amount')).toHaveValue('120.00');
    });

    it('not when the cancel was refused: the transfer says why', async () => {
      await leaveFor('Change amount', { [cancel]: () => refusal(503, 'service_unavailable') });
      await screen.findByText(/not available right now/);
      expect(window.location.pathname).toBe('/payment');
    });
  });

  it('can be restarted once it has ended', async () => {
    const app = await requested(transfer({ state: 'declined' }, { status: 'declined', released: true }));
    await screen.findByText('This payment was declined');
    expect(await screen.findByText('Back in your weekly limit')).toBeVisible();
    await app.user.click(screen.getByRole('link', { name: 'Start again' }));
    expect(await screen.findByRole('button', { name: 'Change Maya Okafor' })).toBeVisible();
  });

  it("of a cancelled transfer is reported on the transfer's page", async () => {
    const steps: TransferStep[] = [{ step: 'cancelled', at: PAYBY, reason: 'sender' }];
    const cancelled = transfer({ state: 'voided', payBy: null }, { status: 'cancelled', steps });
    renderScreen(`/payment?transfer=${id}`, { ...KNOWN, [`GET /transfers/${id}`]: () => json(cancelled) });
    await waitFor(() => {
      expect(window.location.pathname).toBe(`/transactions/${id}`);
    });
    expect(screen.queryByText('This payment has expired')).not.toBeInTheDocument();
  });

  it('reports that it was too late', async () => {
    const steps: TransferStep[] = [{ step: 'cancelled', at: PAYBY, reason: 'not_paid' }];
    await requested(transfer({ state: 'awaited' }, { status: 'cancelled', released: true, steps }));
    await screen.findByText('This payment has expired');
    await screen.findByText(/No payment arrived within 30 minutes/);
  });
});

it('A transfer that waits for its card is paid from its address', async () => {
  const app = await requested(transfer({ state: 'awaited' }, { card: null }), {
    [`POST /transfers/${id}/payment`]: () => json(authorized, 201),
  });
  await app.pay();
  await arrived();
  expect(app.sent(`POST /transfers/${id}/payment`)).toMatchObject([{ body: { cardId: visa.id } }]);
});

describe('A bank that asks for a confirmation', () => {
  const actionUrl = 'https://bank.example/3ds/1';
  const asks = transfer({ state: 'requires_action', actionUrl });

  beforeEach(() => jest.mocked(openPage).mockClear());

  it('opens its page in place of ours, once', async () => {
    const app = await review({
      'POST /transfers': () => json(asks, 201),
      [`GET /transfers/${id}`]: () => json(asks),
    });
    await app.pay();
    await screen.findByText("Opening your bank's page to approve $126.90...");
    expect(jest.mocked(openPage).mock.calls).toEqual([[actionUrl]]);
    await unload();
    await requested(asks);
    await screen.findByText('Checking with your bank...');
    expect(openPage).toHaveBeenCalledTimes(1);
  });

  it('is polled after the return, and its page can be reopened when that takes long', async () => {
    sessionStorage.setItem('flip:bank-visit', actionUrl);
    const app = await requested(asks);
    await screen.findByText('Checking with your bank...');
    expect(screen.queryByRole('button', { name: 'Continue to your bank' })).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(FOLLOWED_MS));
    await app.user.click(await screen.findByRole('button', { name: 'Continue to your bank' }));
    expect(screen.getByRole('link', { name: 'See this transfer, or cancel it' })).toHaveAttribute(
      'href',
      `/transactions/${id}`,
    );
    expect(openPage).toHaveBeenCalledTimes(1);
    app.respond({ [`GET /transfers/${id}`]: () => json(authorized) });
    await arrived();
  });

  it('can be abandoned for another card, which is tried once the processor has cancelled the first payment', async () => {
    sessionStorage.setItem('flip:bank-visit', actionUrl);
    const ending = transfer({ state: 'pending', abandoned: true });
    const waits = transfer({ state: 'awaited' }, { card: null, steps: [{ step: 'abandoned', at: PAYBY }] });
    const app = await requested(asks, {
      [`POST /transfers/${id}/payment/abandon`]: () => json(ending),
      [`POST /transfers/${id}/payment`]: () => json(authorized, 201),
    });
    await act(() => jest.advanceTimersByTimeAsync(FOLLOWED_MS));
    app.respond({ [`GET /transfers/${id}`]: () => json(ending) });
    await app.user.click(await screen.findByRole('button', { name: 'Use another card' }));
    await screen.findByText('Cancelling the attempt with Visa •••• 4242');
    await act(() => jest.advanceTimersByTimeAsync(FOLLOWED_MS));
    expect(screen.queryByRole('button', { name: PAY })).not.toBeInTheDocument();
    app.respond({ [`GET /transfers/${id}`]: () => json(waits) });
    await screen.findByRole('button', { name: PAY });
    await app.user.click(option(/0187/));
    await app.pay();
    await arrived();
    expect(app.sent(`POST /transfers/${id}/payment`)).toMatchObject([{ body: { cardId: mastercard.id } }]);
  });

  it('takes precedence over another card if it has confirmed in the meantime', async () => {
    sessionStorage.setItem('flip:bank-visit', actionUrl);
    const app = await requested(asks, {
      [`POST /transfers/${id}/payment/abandon`]: () => refusal(409, 'not_payable'),
    });
    await act(() => jest.advanceTimersByTimeAsync(FOLLOWED_MS));
    app.respond({ [`GET /transfers/${id}`]: () => json(authorized) });
    await app.user.click(await screen.findByRole('button', { name: 'Use another card' }));
    await arrived();
  });

  it('cannot be abandoned when no other card may be tried', async () => {
    sessionStorage.setItem('flip:bank-visit', actionUrl);
    const tried = (['declined', 'abandoned', 'declined', 'abandoned'] as const).map((step) => ({
      step,
      at: PAYBY,
    }));
    await requested({ ...asks, steps: tried });
    await act(() => jest.advanceTimersByTimeAsync(FOLLOWED_MS));
    await screen.findByRole('button', { name: 'Continue to your bank' });
    expect(screen.queryByRole('button', { name: 'Use another card' })).not.toBeInTheDocument();
  });

  it('offers another card when it refuses', async () => {
    sessionStorage.setItem('flip:bank-visit', actionUrl);
    const app = await requested(asks);
    await screen.findByText('Checking with your bank...');
    app.respond({ [`GET /transfers/${id}`]: () => json(declined) });
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Your bank declined this payment');
  });
});
