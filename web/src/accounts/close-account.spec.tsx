import { screen, within } from '@testing-library/react';
import { json, noContent, renderApp } from '../../../test/web/rendered-app';

const keptUntil = '2033-11-20T12:00:00.000Z';

describe('closing the account on the profile', () => {
  it('says what has to end first, and leads to it', async () => {
    const one = {
      transferId: '2d9d3f6a-52e4-5f0e-8a38-0d0f3f6f1c03',
      recipient: 'Grace Okafor',
      amount: '60.00',
      state: 'sending',
      until: null,
    };
    const { user } = renderApp('/profile', {
      'GET /sessions': () => json({ items: [] }),
      'GET /me/close': () => json({ possible: false, blocking: [one], keptUntil }),
    });
    expect(await screen.findByText('Possible once $60.00 to Grace Okafor has arrived')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close my account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Your account cannot be closed yet' });
    expect(within(dialog).getByRole('link', { name: '$60.00 to Grace Okafor' })).toHaveAttribute(
      'href',
      `/transactions/${one.transferId}`,
    );
  });

  it('closes only after the confirmation, and then says goodbye', async () => {
    const app = renderApp('/profile', {
      'GET /sessions': () => json({ items: [] }),
      'POST /me/close': () => noContent(),
    });
    await app.user.click(await screen.findByRole('button', { name: 'Close my account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close your account?' });
    expect(within(dialog).getByText(/until Nov 20, 2033/)).toBeVisible();
    const confirm = within(dialog).getByRole('button', { name: 'Close my account' });
    await app.user.click(confirm);
    expect(within(dialog).getByText('Confirm that you understand this.')).toBeVisible();
    expect(app.sent('POST /me/close')).toHaveLength(0);
    await app.user.click(within(dialog).getByRole('checkbox'));
    await app.user.click(confirm);
    expect(await screen.findByText('Your account is closed.')).toBeVisible();
  });
});
