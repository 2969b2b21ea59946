import { screen } from '@testing-library/react';
import { ana, json, renderScreen, transferOf, visa } from '../../../test/web/rendered-app';
import { storePayment } from '../transfers/payment/payment-storage';
import { newPayment, pickDraft } from '../transfers/payment/pending-payment';

it('a default card that has expired is not chosen: the first that can still pay is', async () => {
  const payment = newPayment(ana.uid, pickDraft(transferOf()), 'card-3pct-plus-30c');
  const next = { ...visa, id: 'c0f2b3a4-1111-5222-8333-444455556666', last4: '0187', isDefault: false };
  storePayment(payment);
  renderScreen(`/payment?key=${payment.key}`, {
    'GET /cards': () => json({ items: [{ ...visa, state: 'expired' }, next] }),
    'GET /transfers': () => json({ items: [transferOf({ id: 'earlier' })], nextCursor: null }),
  });
  expect(await screen.findByRole('radio', { name: /0187/ })).toBeChecked();
  expect(screen.getByRole('radio', { name: /4242/ })).not.toBeChecked();
});
