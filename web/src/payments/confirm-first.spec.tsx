import { screen } from '@testing-library/react';
import { ana, json, renderScreen } from '../../../test/web/rendered-app';

const unconfirmed = { ...ana, emailConfirmed: false };

describe('before the address is confirmed', () => {
  it('saved cards ask for that instead of a card, and send the link again', async () => {
    const app = renderScreen('/saved-cards', {
      'GET /me': () => json(unconfirmed),
      'GET /cards': () => json({ items: [] }),
      'POST /auth/confirm/resend': () => new Response(null, { status: 204 }),
    });
    expect(await screen.findByText('Confirm your e-mail first')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save card' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Send the link again' }));
    expect(app.sent('POST /auth/confirm/resend')).toHaveLength(1);
  });

  it('the profile offers no provider to link', async () => {
    renderScreen('/profile', { 'GET /me': () => json(unconfirmed) });
    await screen.findByRole('heading', { name: 'Profile' });
    expect(screen.queryByRole('button', { name: /^Link/ })).toBeNull();
  });
});
