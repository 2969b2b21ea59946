import { screen } from '@testing-library/react';
import { cardFrame } from '../../../test/web/card-frame';
import {
  ana,
  json,
  refusal,
  renderScreen,
  transferOf,
  visa,
  type Responses,
} from '../../../test/web/rendered-app';
import { storePayment } from '../transfers/payment/payment-storage';
import { newPayment, pickDraft } from '../transfers/payment/pending-payment';

const PAY = 'Pay $126.90';
const next = { ...visa, id: 'c0f2b3a4-1111-5222-8333-444455556666', last4: '0187', isDefault: false };

/** The review of a payment to a known recipient, with these responses for the saved cards. */
function review(cards: Responses[string], more: Responses = {}) {
  const payment = newPayment(ana.uid, pickDraft(transferOf()), 'card-3pct-plus-30c');
  storePayment(payment);
  return renderScreen(`/payment?key=${payment.key}`, {
    'GET /cards': cards,
    'GET /transfers': () => json({ items: [transferOf({ id: 'earlier' })], nextCursor: null }),
    'POST /transfers': () => json(transferOf({ payment: null }), 201),
    ...more,
  });
}

it('a default card that has expired is not chosen: the first that can still pay is', async () => {
  review(() => json({ items: [{ ...visa, state: 'expired' }, next] }));
  expect(await screen.findByRole('radio', { name: /0187/ })).toBeChecked();
  expect(screen.getByRole('radio', { name: /4242/ })).not.toBeChecked();
});

it('nothing is paid before it is known which cards there are', async () => {
  let answer: (response: Response) => void = () => undefined;
  const app = review(() => new Promise((resolve) => (answer = resolve)));
  const button = await screen.findByRole('button', { name: 'Loading...' });
  await app.user.click(button);
  expect(screen.queryByText(/New card/)).not.toBeInTheDocument();
  answer(json({ items: [visa] }));
  await app.user.click(await screen.findByRole('button', { name: PAY }));
  await screen.findByText('Mock transfer added to recent transactions!');
  expect(app.sent('POST /transfers')).toMatchObject([{ body: { cardId: visa.id } }]);
});

it('nothing is paid before it is known whether the recipient is a new one', async () => {
  let answer: (response: Response) => void = () => undefined;
  const app = review(() => json({ items: [visa] }), {
    'GET /transfers': () => new Promise((resolve) => (answer = resolve)),
  });
  await screen.findByRole('radio', { name: /4242/ });
  await app.user.click(screen.getByRole('button', { name: 'Loading...' }));
  answer(json({ items: [], nextCursor: null }));
  await screen.findByText('First time you send to Maya');
  expect(await screen.findByRole('button', { name: PAY })).toBeVisible();
  expect(app.sent('POST /transfers')).toEqual([]);
});

it('a card that is being entered stays when the saved ones are known after all', async () => {
  const app = review(() => refusal(503, 'unavailable'));
  const fields = await cardFrame();
  app.respond({ 'GET /cards': () => json({ items: [visa] }) });
  await screen.findByRole('radio', { name: /4242/ }, { timeout: 60_000 });
  expect(screen.getByRole('radio', { name: 'Use another debit card' })).toBeChecked();
  expect(await cardFrame()).toBe(fields);
});
