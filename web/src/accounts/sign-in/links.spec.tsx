import { screen, waitFor } from '@testing-library/react';
import { enterText } from '../../../../test/web/enter-text';
import { ana, json, noContent, refusal, renderApp, type Responses } from '../../../../test/web/rendered-app';

const signedOut: Responses = {
  'GET /me': () => refusal(401, 'unauthenticated'),
  'POST /auth/refresh': () => refusal(401, 'unauthenticated'),
};
const heading = (name: string) => screen.findByRole('heading', { name });

describe('a forgotten password', () => {
  it('gets the same response whether or not the account exists, and no second mail right away', async () => {
    const app = renderApp('/forgot', { ...signedOut, 'POST /auth/forgot': noContent });
    await heading('Reset your password');
    await enterText(app.user, screen.getByLabelText('E-mail'), 'nobody@mail.example');
    await app.user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText(/If there is an account for nobody@mail.example/)).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Send the link again' }));
    expect(app.sent('POST /auth/forgot')).toHaveLength(1);
    expect(screen.getByText(/You can ask for another one in \d+ s/)).toBeVisible();
  });

  it('is reset with the link, when both new passwords match', async () => {
    const app = renderApp('/reset#token=abc', { ...signedOut, 'POST /auth/reset': noContent });
    await heading('Set a new password');
    await enterText(app.user, screen.getByLabelText('New password'), 'correct-horse-42');
    await enterText(app.user, screen.getByLabelText('New password again'), 'correct-horse-24');
    await app.user.click(screen.getByRole('button', { name: 'Save the password' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The two passwords are not the same.');
    await app.user.clear(screen.getByLabelText('New password again'));
    await enterText(app.user, screen.getByLabelText('New password again'), 'correct-horse-42');
    await app.user.click(screen.getByRole('button', { name: 'Save the password' }));
    await heading('Sign in');
    expect(app.sent('POST /auth/reset')[0]?.body).toEqual({ token: 'abc', password: 'correct-horse-42' });
    expect(screen.getByText(/Your new password is saved/)).toBeVisible();
  });

  it.each([
    ['expired or used', () => refusal(422, 'token_invalid')],
    [
      'no token at all',
      () => json({ status: 400, code: 'validation_failed', fields: [{ field: 'token' }] }, 400),
    ],
  ])('offers another link when this one is %s', async (_, answer) => {
    const app = renderApp('/reset#token=abc', { ...signedOut, 'POST /auth/reset': answer });
    await heading('Set a new password');
    await enterText(app.user, screen.getByLabelText('New password'), 'correct-horse-42');
    await enterText(app.user, screen.getByLabelText('New password again'), 'correct-horse-42');
    await app.user.click(screen.getByRole('button', { name: 'Save the password' }));
    expect(await screen.findByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/forgot');
  });

  it('offers another link immediately when this one was used, before a password is entered', async () => {
    const app = renderApp('/reset#token=abc', {
      ...signedOut,
      'POST /auth/reset/check': () => refusal(422, 'token_invalid'),
    });
    expect(await screen.findByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/forgot');
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(app.sent('POST /auth/reset/check').map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  });

  it.each([
    ['the link still works', () => json({ email: 'maya@people.example' })],
    ['whether it works cannot be found out', () => refusal(503, 'service_unavailable')],
  ])('keeps the form while %s', async (_, answer) => {
    const app = renderApp('/reset#token=abc', { ...signedOut, 'POST /auth/reset/check': answer });
    await heading('Set a new password');
    await enterText(app.user, screen.getByLabelText('New password'), 'correct-horse-42');
    expect(app.sent('POST /auth/reset/check')).toHaveLength(1);
    expect(screen.getByLabelText('New password')).toHaveValue('correct-horse-42');
  });

  it('tells a password manager whose password it is', async () => {
    const whose = { email: 'maya@people.example' };
    renderApp('/reset#token=abc', { ...signedOut, 'POST /auth/reset/check': () => json(whose) });
    await heading('Set a new password');
    await waitFor(() => {
      expect(document.querySelector('input[autocomplete=username]')).toHaveValue(whose.email);
    });
  });

  it('offers a new link for an address that no mail of ours has, and sends nothing of it', async () => {
    const app = renderApp(`/reset#token=${'x'.repeat(201)}`, signedOut);
    expect(await screen.findByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/forgot');
    expect(app.sent('POST /auth/reset/check')).toEqual([]);
  });

  it('offers a new link to a user without one', async () => {
    renderApp('/reset', signedOut);
    await heading('Set a new password');
    expect(screen.getByRole('link', { name: 'Get a new link' })).toBeVisible();
  });
});

describe('the confirmation link', () => {
  it('confirms the address at once, and only once', async () => {
    const app = renderApp('/confirm#token=abc', { 'POST /auth/confirm': noContent });
    expect(await screen.findByText('Thank you. Your e-mail is confirmed.')).toBeVisible();
    expect(app.sent('POST /auth/confirm')).toHaveLength(1);
  });

  it('asks a signed-out user to sign in first, and then goes on by itself', async () => {
    const app = renderApp('/confirm#token=abc', {
      ...signedOut,
      'POST /auth/sign-in': () => json(ana),
      'POST /auth/confirm': noContent,
    });
    expect(await screen.findByText('Sign in to confirm')).toBeVisible();
    expect(app.sent('POST /auth/confirm')).toEqual([]);
    await app.user.click(screen.getByRole('link', { name: 'Sign in' }));
    await heading('Sign in');
    // Not in the address, which would be sent to a provider's page with it.
    expect(window.location.hash).toBe('');
    app.respond({ 'GET /me': () => json(ana) });
    await enterText(app.user, screen.getByLabelText('E-mail'), 'ana@mail.example');
    await enterText(app.user, screen.getByLabelText('Password'), 'correct-horse-42');
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Thank you. Your e-mail is confirmed.')).toBeVisible();
    expect(app.sent('POST /auth/confirm').map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  });

  it('of another account reports that, and the user stays signed in', async () => {
    renderApp('/confirm#token=abc', { 'POST /auth/confirm': () => refusal(401, 'other_account') });
    expect(await screen.findByText(/This link belongs to another account/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to dashboard' })).toBeVisible();
  });

  it('is sent once for a signed-in user, however late the session is loaded', async () => {
    let signIn: (answer: Response) => void = () => undefined;
    const app = renderApp('/confirm#token=abc', {
      'GET /me': () =>
        new Promise<Response>((resolve) => {
          signIn = resolve;
        }),
      'POST /auth/confirm': noContent,
    });
    await screen.findByText('Confirming your e-mail...');
    app.respond({ 'GET /me': () => json(ana) });
    signIn(json(ana));
    await screen.findByText('Thank you. Your e-mail is confirmed.');
    await screen.findByRole('link', { name: 'Back to dashboard' });
    expect(app.sent('POST /auth/confirm')).toHaveLength(1);
  });

  it('can be retried after a failed response', async () => {
    const app = renderApp('/confirm#token=abc', {
      'POST /auth/confirm': () => refusal(503, 'service_unavailable'),
    });
    await screen.findByText('We could not confirm your e-mail');
    app.respond({ 'POST /auth/confirm': noContent });
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Thank you. Your e-mail is confirmed.')).toBeVisible();
  });

  it('reports that it has expired', async () => {
    renderApp('/confirm#token=abc', {
      'POST /auth/confirm': () => refusal(422, 'token_invalid'),
    });
    expect(await screen.findByText(/This link has expired or was already used/)).toBeVisible();
  });
});
