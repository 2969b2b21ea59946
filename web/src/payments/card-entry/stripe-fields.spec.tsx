import { act, screen } from '@testing-library/react';
import { loadStripe } from '@stripe/stripe-js/pure';
import { config, json, renderScreen, visa, type Responses } from '../../../../test/web/rendered-app';

jest.mock('@stripe/stripe-js/pure', () => ({ loadStripe: jest.fn() }));

const cardEntry = { kind: 'stripe', publishableKey: 'pk_test_1', frameOrigin: null };
const STRIPE: Responses = {
  'GET /config': () => json({ ...config, cardEntry }),
  'POST /cards': () => json(visa, 201),
};

/** Stripe's script, which no test loads: a field that is ready at once, and its answer to a press. */
function stripeAnswers(answer: object) {
  const card = {
    mount: jest.fn(),
    destroy: jest.fn(),
    on: (_event: string, ready: () => void) => setTimeout(ready),
  };
  const stripe = {
    elements: () => ({ create: () => card }),
    createPaymentMethod: () => Promise.resolve(answer),
  };
  jest.mocked(loadStripe).mockResolvedValue(stripe as never);
  return card;
}

async function press(responses = STRIPE) {
  const app = renderScreen('/saved-cards', responses);
  await screen.findByText('by Stripe');
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  await app.user.click(screen.getByRole('button', { name: 'Save card' }));
  return app;
}

describe("Stripe's card fields", () => {
  it('return the payment method that Stripe created from the card', async () => {
    const card = stripeAnswers({ paymentMethod: { id: 'pm_from_stripe' } });
    const app = await press();
    await screen.findByText('Card saved');
    expect(app.sent('POST /cards')).toMatchObject([{ body: { token: 'pm_from_stripe' } }]);
    expect(loadStripe).toHaveBeenCalledWith('pk_test_1', { locale: 'en' });
    expect(card.mount).toHaveBeenCalledWith(expect.any(HTMLDivElement));
  });

  it('show the error reported by Stripe', async () => {
    stripeAnswers({ error: { message: 'Your card number is incomplete.' } });
    const app = await press();
    expect(await screen.findByRole('alert')).toHaveTextContent('Your card number is incomplete.');
    expect(app.sent('POST /cards')).toEqual([]);
  });

  it('offer a retry when the script does not load', async () => {
    jest.mocked(loadStripe).mockRejectedValue(new Error('Failed to load Stripe.js'));
    await press();
    await screen.findByText('The card fields did not load');
  });
});
