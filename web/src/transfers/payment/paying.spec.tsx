import { v5 } from 'uuid';
import { act, screen, waitFor } from '@testing-library/react';
import {
  ana,
  config,
  json,
  noResponse,
  noContent,
  refusal,
  renderApp,
  schedule,
  transferOf,
  visa,
  type Responses,
} from '../../../../test/web/rendered-app';
import { RESEND_DELAYS_MS } from '../quick-send/send-until-response';
import { addOptimisticTransfer, optimisticTransfers, storePayment } from './payment-storage';
import { NOT_SENT_AFTER_MS } from './use-payment-check';
import { newPayment, pickDraft, type PendingPayment } from './pending-payment';

const draft = pickDraft(transferOf());
const payment: PendingPayment = {
  ...newPayment(ana.uid, draft, 'card-3pct-plus-30c'),
  key: 'key-of-quick-send',
};
/** The transfer of that key, once the bank has reserved the total. */
const accepted = transferOf({
  id: v5(payment.key, ana.uid),
  payment: { state: 'authorized', payBy: null },
  card: { brand: visa.brand, last4: visa.last4 },
});
const address = `/payment?key=${payment.key}`;

const known: Responses = {
  'GET /cards': () => json({ items: [visa] }),
  // Not the first send to this recipient.
  'GET /transfers': () => json({ items: [transferOf({ id: 'earlier' })], nextCursor: null }),
};
const paid: Responses = {
  ...known,
  'POST /transfers': () => json(accepted, 201),
  [`GET /transfers/${accepted.id}`]: () => json(accepted),
  [`GET /transfers/${accepted.id}/timeline`]: () => json({ items: [], nextCursor: null }),
};

async function openPayment(responses: Responses = paid) {
  storePayment(payment);
  const app = renderApp(address, responses);
  await screen.findByRole('button', { name: 'Pay $126.90' });
  const press = (name = 'Pay $126.90') => app.user.click(screen.getByRole('button', { name }));
  return { ...app, press };
}

/** What a browser still has after the response got lost and the page was loaded again. */
function sendAndReload(): void {
  storePayment(payment);
  addOptimisticTransfer(payment);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, next) => total + next, 0);

const keysOf = (calls: readonly { readonly key: string | null }[]) => [
  ...new Set(calls.map(({ key }) => key)),
];

describe('Paying', () => {
  it('sends the reviewed transfer under the key from Quick Send, and opens the transfer', async () => {
    const app = await openPayment();
    await app.press();
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(window.location.pathname).toBe(`/transactions/${accepted.id}`);
    expect(app.sent('POST /transfers')).toMatchObject([
      { key: payment.key, body: { ...draft, total: '126.90', cardId: visa.id } },
    ]);
  });

  it('keeps an entry in local storage from the press to the response', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const respondLater = () => held.then(() => json(accepted, 201));
    const app = await openPayment({ ...paid, 'POST /transfers': respondLater });
    await app.press();
    expect(optimisticTransfers(ana.uid)).toMatchObject([{ key: payment.key, amount: '120.00' }]);
    release();
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(optimisticTransfers(ana.uid)).toEqual([]);
  });

  it('ignores a second press while the first request is under way', async () => {
    const app = await openPayment();
    await app.user.dblClick(screen.getByRole('button', { name: 'Pay $126.90' }));
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(app.sent('POST /transfers')).toHaveLength(1);
  });

  it('retries with the same key when the response got lost, and shows that', async () => {
    const app = await openPayment({ ...paid, 'POST /transfers': noResponse });
    await app.press();
    await screen.findByText('We have not heard back yet');
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
    app.respond(paid);
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(app.sent('POST /transfers').length).toBeGreaterThan(1);
    expect(keysOf(app.sent('POST /transfers'))).toEqual([payment.key]);
    expect(optimisticTransfers(ana.uid)).toEqual([]);
  });

  it('waits before the next attempt as long as the server asks', async () => {
    const busy = () => refusal(429, 'too_many_requests', { retryAfter: 20 });
    const app = await openPayment({ ...paid, 'POST /transfers': busy });
    await app.press();
    await screen.findByText('We have not heard back yet');
    const before = app.sent('POST /transfers').length;
    await act(() => jest.advanceTimersByTimeAsync(15_000));
    expect(app.sent('POST /transfers')).toHaveLength(before);
    app.respond(paid);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    await screen.findByText('Mock transfer added to recent transactions!');
  });

  it('waits half a minute at most, whatever the server asks', async () => {
    const busy = () => refusal(429, 'too_many_requests', { retryAfter: 600 });
    const app = await openPayment({ ...paid, 'POST /transfers': busy });
    await app.press();
    await screen.findByText('We have not heard back yet');
    app.respond(paid);
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    await screen.findByText('Mock transfer added to recent transactions!');
  });

  it('detects after a reload that a payment succeeded', async () => {
    sendAndReload();
    const app = renderApp(address, paid);
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(app.sent('POST /transfers')).toEqual([]);
    expect(optimisticTransfers(ana.uid)).toEqual([]);
  });

  it('only checks while the outcome is unknown, and cannot be edited', async () => {
    sendAndReload();
    const app = renderApp(address, { [`GET /transfers/${accepted.id}`]: noResponse });
    await screen.findByText('We do not know yet whether this went through');
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
    app.respond(paid);
    await app.user.click(await screen.findByRole('button', { name: 'Check this payment' }));
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(app.sent('POST /transfers')).toEqual([]);
  });

  it('reports a payment that never arrived, and pays it under the same key', async () => {
    sendAndReload();
    const app = renderApp(address, known);
    await act(() => jest.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS - 1_000));
    expect(screen.getByText('We do not know yet whether this went through')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    await screen.findByText('This payment was not sent');
    expect(screen.getByRole('button', { name: 'Edit' })).toBeVisible();
    app.respond(paid);
    await app.user.click(screen.getByRole('button', { name: 'Pay $126.90' }));
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(keysOf(app.sent('POST /transfers'))).toEqual([payment.key]);
  });

  it('reports it also where the clock of the device was put back meanwhile', async () => {
    sendAndReload();
    jest.setSystemTime(Date.now() - 24 * 60 * 60_000);
    renderApp(address, known);
    await act(() => jest.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS));
    expect(await screen.findByText('This payment was not sent')).toBeVisible();
  });

  it('is abandoned by editing once it is known that it never arrived', async () => {
    sendAndReload();
    const app = renderApp(address);
    await act(() => jest.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS));
    await screen.findByText('This payment was not sent');
    await app.user.click(screen.getByRole('button', { name: 'Edit' }));
    await screen.findByRole('button', { name: 'Send Transfer' });
    expect(optimisticTransfers(ana.uid)).toEqual([]);
  });

  it('stops retrying when the user signs out, because another person may use the browser next', async () => {
    const app = await openPayment({
      ...paid,
      'POST /transfers': noResponse,
      'POST /auth/sign-out': noContent,
    });
    await app.press();
    await screen.findByText('We have not heard back yet');
    await app.user.click(screen.getByRole('link', { name: 'Back to dashboard' }));
    await app.user.click((await screen.findAllByRole('button', { name: 'Sign out' }))[0] as HTMLElement);
    await waitFor(() => {
      expect(window.location.pathname).toBe('/');
    });
    expect(localStorage.getItem('flip:transactions:7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(sum(RESEND_DELAYS_MS)));
    expect(app.sent('POST /transfers')).toHaveLength(1);
  });

  it('shows nothing to the next user when the response arrives after signing out', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const app = await openPayment({
      ...paid,
      'POST /transfers': () => held.then(() => json(accepted, 201)),
      'POST /auth/sign-out': noContent,
    });
    await app.press();
    await app.user.click(screen.getByRole('link', { name: 'Back to dashboard' }));
    await app.user.click((await screen.findAllByRole('button', { name: 'Sign out' }))[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Send money to the app they already use' });
    release();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByText('Mock transfer added to recent transactions!')).not.toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
  });

  it('shows a refusal in place; the next press is another send under a new key', async () => {
    const limits = { remaining: '130.00', perTransferLimit: '1000.00', sendable: '130.00' };
    const app = await openPayment({
      ...paid,
      'POST /transfers': () => refusal(422, 'weekly_limit_exceeded', limits),
    });
    await app.press();
    await screen.findByRole('button', { name: 'Send $130.00 instead' });
    expect(window.location.pathname).toBe('/payment');
    expect(optimisticTransfers(ana.uid)).toEqual([]);
    app.respond(paid);
    await app.press();
    await screen.findByText('Mock transfer added to recent transactions!');
    const keys = keysOf(app.sent('POST /transfers'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(payment.key);
  });

  it('leaves a sender who has gone elsewhere there when it is refused', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const app = await openPayment({
      ...paid,
      'POST /transfers': () => held.then(() => refusal(422, 'weekly_limit_exceeded', {})),
    });
    await app.press();
    await app.user.click(screen.getByRole('link', { name: 'Back to dashboard' }));
    await screen.findByLabelText('Amount');
    release();
    await waitFor(() => {
      expect(optimisticTransfers(ana.uid)).toEqual([]);
    });
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(window.location.pathname).toBe('/dashboard');
  });

  it('reviews the smaller amount with its own fees before anything is sent', async () => {
    const limits = { remaining: '50.00', perTransferLimit: '1000.00', sendable: '50.00' };
    const app = await openPayment({
      ...paid,
      'POST /transfers': () => refusal(422, 'weekly_limit_exceeded', limits),
    });
    await app.press();
    await app.user.click(await screen.findByRole('button', { name: 'Send $50.00 instead' }));
    await screen.findByRole('button', { name: 'Pay $52.80' });
    app.respond(paid);
    await app.press('Pay $52.80');
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(app.sent('POST /transfers')[1]).toMatchObject({ body: { amount: '50.00', total: '52.80' } });
  });

  it('shows the current total when the fees changed, and pays it only after another press', async () => {
    const app = await openPayment({
      ...paid,
      'POST /transfers': () => refusal(409, 'total_changed', { total: '123.36' }),
      'GET /fees/schedule': () => json(schedule),
    });
    app.respond({ 'GET /fees/schedule': () => json({ ...schedule, schedule: 'card-0.30pct' }) });
    await app.press();
    await screen.findByText('The fees changed. The new total is $123.36. Pay only if you agree.');
    app.respond(paid);
    await app.press('Pay $123.36');
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(app.sent('POST /transfers')[1]).toMatchObject({ body: { total: '123.36' } });
  });

  it('keeps the key when the session ended in between', async () => {
    const app = await openPayment({
      ...paid,
      'POST /transfers': () => refusal(401, 'unauthenticated'),
      'POST /auth/refresh': () => refusal(401, 'unauthenticated'),
    });
    await app.press();
    await waitFor(() => {
      expect(window.location.pathname).toBe('/signin');
    });
    expect(optimisticTransfers(ana.uid)).toMatchObject([{ key: payment.key }]);
  });

  it('opens the transfer when the user goes back to the review after paying', async () => {
    storePayment({ ...payment, paidTransferId: accepted.id });
    renderApp(address, paid);
    await screen.findByText('Progress');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      '$120.00 to Maya Okafor via Cash App',
    );
    expect(window.location.pathname).toBe(`/transactions/${accepted.id}`);
  });

  it('does not show a payment that another user left in the history of this browser', async () => {
    storePayment({ ...payment, uid: 'luis' });
    renderApp(address, paid);
    await screen.findByText('No payment data provided.');
    expect(screen.queryByText(/Maya Okafor/)).not.toBeInTheDocument();
  });

  it('reports that there is no payment when opened without one', async () => {
    renderApp('/payment');
    await screen.findByText('No payment data provided.');
    expect(screen.getAllByRole('link', { name: 'Back to dashboard' }).length).toBeGreaterThan(0);
  });

  it('names the cards that this deployment accepts', async () => {
    const credit = () => json({ ...config, acceptedFunding: ['debit', 'credit'] });
    await openPayment({ ...paid, 'GET /config': credit });
    expect(screen.getByText('Debit and credit cards')).toBeInTheDocument();
    expect(screen.queryByText('Debit cards only')).not.toBeInTheDocument();
  });
});

describe('A server that still looks up recent payments after a restore', () => {
  const TITLE = 'We are checking recent payments';
  const RETRY_AFTER_MS = 10_000;
  const restoring = () => refusal(503, 'restoring', { seconds: 10, retryAfter: 10 });
  const away = { ...paid, 'POST /transfers': restoring };

  it('says that nothing was sent, and is asked again as soon as it allows, with the same key', async () => {
    const app = await openPayment(away);
    await app.press();
    await screen.findByText(TITLE);
    expect(screen.getByText(/^Nothing was sent and nothing was charged/)).toBeVisible();
    expect(screen.queryByText('We have not heard back yet')).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(RETRY_AFTER_MS - 1));
    expect(app.sent('POST /transfers')).toHaveLength(1);
    app.respond(paid);
    await act(() => jest.advanceTimersByTimeAsync(1));
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(app.sent('POST /transfers')).toHaveLength(2);
    expect(keysOf(app.sent('POST /transfers'))).toEqual([payment.key]);
  });

  it('lets the payment be edited or tried again while it lasts, and lists no transfer', async () => {
    const app = await openPayment(away);
    await app.press();
    await act(() =>
      jest.advanceTimersByTimeAsync(RETRY_AFTER_MS * RESEND_DELAYS_MS.length + sum(RESEND_DELAYS_MS)),
    );
    expect(screen.getByText(TITLE)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
    expect(optimisticTransfers(ana.uid)).toEqual([]);
  });

  it('is not treated as an outcome when an earlier request may have arrived', async () => {
    const app = await openPayment({ ...paid, 'POST /transfers': noResponse });
    await app.press();
    await screen.findByText('We have not heard back yet');
    app.respond(away);
    await act(() => jest.advanceTimersByTimeAsync(RETRY_AFTER_MS * 2));
    expect(screen.queryByText(TITLE)).not.toBeInTheDocument();
    expect(optimisticTransfers(ana.uid)).toHaveLength(1);
  });
});

describe('A card processor that is unavailable for a new card', () => {
  const TITLE = 'We cannot check your card right now';
  const unavailable = () => refusal(503, 'payments_unavailable');
  const away = { ...paid, 'POST /transfers': unavailable };

  it('is reported immediately, as nothing was sent, and the payment continues when it is back', async () => {
    const app = await openPayment(away);
    await app.press();
    await screen.findByText(TITLE);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
    expect(screen.queryByText('We have not heard back yet')).not.toBeInTheDocument();
    app.respond(paid);
    await act(() => jest.advanceTimersByTimeAsync(RESEND_DELAYS_MS[0]));
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(app.sent('POST /transfers')).toHaveLength(2);
    expect(keysOf(app.sent('POST /transfers'))).toEqual([payment.key]);
  });

  it('is retried with one press', async () => {
    const app = await openPayment(away);
    await app.press();
    await screen.findByText(TITLE);
    await app.press('Try again');
    await waitFor(() => expect(app.sent('POST /transfers')).toHaveLength(2));
  });

  it('lets the payment be edited or retried while it stays unavailable, and lists no transfer', async () => {
    const app = await openPayment(away);
    await app.press();
    await act(() => jest.advanceTimersByTimeAsync(sum(RESEND_DELAYS_MS)));
    await screen.findByText(/Try again in a moment, or use a saved card/);
    expect(optimisticTransfers(ana.uid)).toEqual([]);
    app.respond(paid);
    await app.press('Try again');
    await screen.findByText('Mock transfer added to recent transactions!');
    expect(keysOf(app.sent('POST /transfers'))).toEqual([payment.key]);
  });

  it('is not treated as an outcome of a payment that was sent on an earlier visit', async () => {
    sendAndReload();
    const app = renderApp(address, { ...known, 'POST /transfers': unavailable });
    await act(() => jest.advanceTimersByTimeAsync(NOT_SENT_AFTER_MS));
    await screen.findByText('This payment was not sent');
    await app.user.click(screen.getByRole('button', { name: 'Pay $126.90' }));
    await screen.findByText('We have not heard back yet');
    await act(() => jest.advanceTimersByTimeAsync(sum(RESEND_DELAYS_MS) + 1_000));
    expect(optimisticTransfers(ana.uid)).toHaveLength(1);
  });

  it('is not treated as an outcome when an earlier request may have arrived', async () => {
    const app = await openPayment({ ...paid, 'POST /transfers': noResponse });
    await app.press();
    await screen.findByText('We have not heard back yet');
    app.respond(away);
    await act(() => jest.advanceTimersByTimeAsync(sum(RESEND_DELAYS_MS)));
    expect(screen.queryByText(TITLE)).not.toBeInTheDocument();
    expect(optimisticTransfers(ana.uid)).toHaveLength(1);
  });
});
