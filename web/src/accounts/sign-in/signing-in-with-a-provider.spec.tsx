import { act, screen, waitFor, within } from '@testing-library/react';
import { enterText } from '../../../../test/web/enter-text';
import {
  ana,
  config,
  json,
  refusal,
  renderApp,
  unload,
  type Responses,
} from '../../../../test/web/rendered-app';

const withProviders: Responses = {
  'GET /me': () => refusal(401, 'unauthenticated'),
  'POST /auth/refresh': () => refusal(401, 'unauthenticated'),
  'GET /config': () =>
    json({
      ...config,
      providers: { google: true, apple: true },
      simulatedProviders: ['google', 'apple'],
    }),
};
const google = () => screen.findByRole('button', { name: 'Continue with Google' });

/** This window stands for the popup, since a message event needs a real one as its source; jsdom's has no `closed`. */
function openPopups({ closed = false } = {}) {
  Object.defineProperty(window, 'closed', { value: closed, configurable: true });
  return jest.spyOn(window, 'open').mockReturnValue(window);
}

function report(result: object, origin = window.location.origin) {
  act(() => {
    const data = { type: 'flip:social', result };
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: window }));
  });
}

describe("a provider's button", () => {
  afterEach(() => jest.restoreAllMocks());

  it('opens a popup with the return page, and labels the simulated provider in test mode', async () => {
    const open = openPopups();
    const app = renderApp('/signin', withProviders);
    expect(await google()).toHaveAccessibleDescription(
      'Test mode: the local identity provider opens in place of Google and Apple.',
    );
    await app.user.click(await google());
    const [address] = open.mock.calls[0] ?? [];
    expect(address).toBe('/api/auth/google/start?page=%2Fsignin&locale=en&popup=true');
    expect(await screen.findByRole('button', { name: 'Waiting for the other window...' })).toBeVisible();
  });

  it('opens the page of its own provider, and waits only for that one', async () => {
    const open = openPopups();
    const app = renderApp('/signin', withProviders);
    await app.user.click(await screen.findByRole('button', { name: 'Continue with Apple' }));
    expect(open.mock.calls[0]?.[0]).toMatch('/api/auth/apple/start?');
    expect(await screen.findByRole('button', { name: 'Waiting for the other window...' })).toBeVisible();
    expect(await google()).toBeEnabled();
  });

  it('is shown only for a configured provider', async () => {
    const providers = { google: false, apple: true };
    renderApp('/signin', { ...withProviders, 'GET /config': () => json({ ...config, providers }) });
    expect(
      await screen.findByRole('button', { name: 'Continue with Apple' }),
    ).not.toHaveAccessibleDescription();
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
  });

  it('signs in with what the popup reports', async () => {
    openPopups();
    const app = renderApp('/signin', withProviders);
    await app.user.click(await google());
    app.respond({ 'GET /me': () => json(ana) });
    report({ ok: true });
    expect(await screen.findByRole('heading', { name: 'Welcome, Ana' })).toBeVisible();
  });

  it('leads to the page that was wanted, also after a second factor', async () => {
    openPopups();
    const app = renderApp('/profile', withProviders);
    await app.user.click(await google());
    report({ ok: false, code: 'second_factor_required', params: {} });
    expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeVisible();
    app.respond({ 'POST /auth/second-factor': () => json({ ...ana, hasSecondFactor: true }) });
    await enterText(app.user, screen.getByLabelText('Code'), '482913');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/profile');
    });
  });

  it('notices that the popup signed in when it closed without a report', async () => {
    openPopups({ closed: true });
    const app = renderApp('/signin', withProviders);
    await app.user.click(await google());
    app.respond({ 'GET /me': () => json(ana) });
    expect(await screen.findByRole('heading', { name: 'Welcome, Ana' })).toBeVisible();
  });

  it("shows a refusal in the specification's words, and asks a new person to accept the terms", async () => {
    openPopups();
    const app = renderApp('/signin', withProviders);
    await app.user.click(await google());
    report({ ok: false, code: 'accept_terms_error', params: {} });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      'Social sign-in failed: You must accept the Terms of Service to continue.',
    );
    expect(alert.querySelector('a')).toHaveAttribute('href', '/signup');
  });

  it('ignores messages from other origins (ASVS 3.5.5)', async () => {
    openPopups();
    const app = renderApp('/signin', withProviders);
    await app.user.click(await google());
    report({ ok: false, code: 'social_failed', params: {} }, 'https://evil.example');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a refusal once after a full-page redirect', async () => {
    renderApp('/signin?social=too_many_attempts&seconds=42', withProviders);
    expect(await screen.findByRole('alert')).toHaveTextContent(/Social sign-in failed: .*42 seconds/);
    expect(window.location.search).toBe('');
  });

  it('leads to the page that was wanted after a full-page redirect, whatever follows it', async () => {
    const app = renderApp('/signin?social=social_cancelled&returnTo=%2Fprofile', withProviders);
    await screen.findByRole('alert');
    app.respond({ 'POST /auth/sign-in': () => json(ana) });
    await enterText(app.user, screen.getByLabelText('E-mail'), ana.email);
    await enterText(app.user, screen.getByLabelText('Password'), 'amber-kettle-river-58');
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(window.location.pathname).toBe('/profile'));
    await unload();
    const second = renderApp('/signin/code?returnTo=%2Ftransactions%3Fq%3Dmaya', withProviders);
    second.respond({ 'POST /auth/second-factor': () => json({ ...ana, hasSecondFactor: true }) });
    await enterText(second.user, await screen.findByLabelText('Code'), '482913');
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/transactions?q=maya'),
    );
  });

  it('leads to no other site (ASVS 3.7.2)', async () => {
    renderApp('/signin?returnTo=%2F%2Fevil.example');
    await waitFor(() => expect(window.location.href).toBe(`${window.location.origin}/dashboard`));
  });

  it('sends the acceptance of the terms at sign-up', async () => {
    const open = openPopups();
    const app = renderApp('/signup', withProviders);
    await app.user.click(await google());
    expect(open).not.toHaveBeenCalled();
    await app.user.click(screen.getByRole('checkbox'));
    await app.user.click(await google());
    expect(open.mock.calls[0]?.[0]).toContain('acceptTerms=true');
  });
});

describe('linking Google', () => {
  const pending = { provider: 'google', email: 'ana@mail.example', returnTo: '/profile' };

  it('asks for the password once, reports a wrong one, and opens the requested page', async () => {
    openPopups();
    const app = renderApp('/signin', { ...withProviders, 'GET /auth/link': () => json(pending) });
    await app.user.click(await google());
    report({ ok: false, code: 'social_link_required', params: {} });
    await screen.findByRole('heading', { name: 'Link your Google account' });
    expect(await screen.findByText(/already an account for ana@mail.example/)).toBeVisible();
    app.respond({ 'POST /auth/link': () => refusal(401, 'invalid_credentials') });
    await enterText(app.user, screen.getByLabelText('Password'), 'wrong-password');
    await app.user.click(screen.getByRole('button', { name: 'Link and sign in' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Social sign-in failed:/);
    expect(screen.getByLabelText('Password')).toHaveValue('');
    app.respond({
      'POST /auth/link': () => json(ana),
      'GET /me': () => json(ana),
      'GET /auth/link': () => refusal(422, 'social_expired'),
    });
    await enterText(app.user, screen.getByLabelText('Password'), 'right-password');
    await app.user.click(screen.getByRole('button', { name: 'Link and sign in' }));
    await waitFor(() => {
      expect(window.location.pathname).toBe('/profile');
    });
    expect(app.sent('POST /auth/link').at(-1)?.body).toEqual({ password: 'right-password' });
  });

  it('opens the requested page also after the code of an account with a second factor', async () => {
    openPopups();
    const app = renderApp('/signin', {
      ...withProviders,
      'GET /auth/link': () => json(pending),
      'POST /auth/link': () => refusal(401, 'second_factor_required'),
      'POST /auth/second-factor': () => json({ ...ana, hasSecondFactor: true }),
    });
    await app.user.click(await google());
    report({ ok: false, code: 'social_link_required', params: {} });
    await enterText(app.user, await screen.findByLabelText('Password'), 'right-password');
    await app.user.click(screen.getByRole('button', { name: 'Link and sign in' }));
    await enterText(app.user, await screen.findByLabelText('Code'), '482913');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/profile');
    });
  });

  it('reports an expired link', async () => {
    renderApp('/signin/link', { ...withProviders, 'GET /auth/link': () => refusal(422, 'social_expired') });
    expect(await screen.findByText('This cannot be linked')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute('href', '/signin');
  });
});

describe('the profile', () => {
  const both = { 'GET /me': () => json({ ...ana, signInMethods: ['password', 'apple'] }) };
  const remove = () => screen.findByRole('button', { name: 'Remove Apple' });

  it('removes a provider with the password, and reports a wrong one', async () => {
    const app = renderApp('/profile', {
      ...both,
      'POST /auth/apple/unlink': () => refusal(422, 'current_password_wrong'),
    });
    await app.user.click(await remove());
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Apple?' }));
    await app.user.click(dialog.getByRole('button', { name: 'Remove Apple' }));
    expect(app.sent('POST /auth/apple/unlink')).toEqual([]);
    const password = dialog.getByLabelText('Current password');
    await enterText(app.user, password, 'wrong-password');
    await app.user.click(dialog.getByRole('button', { name: 'Remove Apple' }));
    await waitFor(() => {
      expect(password).toHaveAccessibleDescription('This is not your current password.');
    });
    app.respond({
      'POST /auth/apple/unlink': () => new Response(null, { status: 204 }),
      'GET /me': () => json(ana),
    });
    await app.user.clear(password);
    await enterText(app.user, password, 'right-password');
    await app.user.click(dialog.getByRole('button', { name: 'Remove Apple' }));
    expect(await screen.findByText('Apple no longer opens your account.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove Apple' })).toBeNull();
    expect(app.sent('POST /auth/apple/unlink').at(-1)?.body).toEqual({ password: 'right-password' });
  });

  it('offers to link a configured provider, with the password', async () => {
    const { 'GET /config': offers } = withProviders;
    const app = renderApp('/profile', {
      ...both,
      ...(offers && { 'GET /config': offers }),
      'POST /auth/google/link': () => refusal(422, 'current_password_wrong'),
    });
    await app.user.click(await screen.findByRole('button', { name: 'Link Google' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Link Google?' }));
    const password = dialog.getByLabelText('Current password');
    await enterText(app.user, password, 'wrong-password');
    await app.user.click(dialog.getByRole('button', { name: 'Link Google' }));
    await waitFor(() => {
      expect(password).toHaveAccessibleDescription('This is not your current password.');
    });
    expect(app.sent('POST /auth/google/link').at(-1)?.body).toEqual({
      password: 'wrong-password',
      locale: 'en',
    });
    expect(screen.queryByRole('button', { name: 'Link Apple' })).toBeNull();
  });

  it('shows once why nothing was linked', async () => {
    renderApp('/profile?social=social_taken', both);
    const said = 'Not linked: This account at the provider belongs to another Flip account.';
    expect(await screen.findByText(said)).toBeVisible();
    expect(window.location.search).toBe('');
  });

  it('keeps a provider when its removal is not confirmed', async () => {
    const app = renderApp('/profile', both);
    await app.user.click(await remove());
    await app.user.click(await screen.findByRole('button', { name: 'Keep it' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(app.sent('POST /auth/apple/unlink')).toEqual([]);
  });

  it('explains why the only sign-in method stays, and offers to set a password', async () => {
    const app = renderApp('/profile', {
      'GET /me': () => json({ ...ana, signInMethods: ['apple'] }),
    });
    await app.user.click(await remove());
    const dialog = within(await screen.findByRole('dialog', { name: 'Apple is your only way to sign in' }));
    expect(dialog.getByRole('link', { name: 'Set a password' })).toHaveAttribute('href', '/forgot');
    expect(dialog.queryByRole('button', { name: 'Remove Apple' })).toBeNull();
  });

  it('shows how the user signs in, and how to get a password', async () => {
    renderApp('/profile', { 'GET /me': () => json({ ...ana, signInMethods: ['google'] }) });
    expect(await screen.findByRole('heading', { name: 'Sign-in' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Set a password' })).toHaveAttribute('href', '/forgot');
    expect(screen.queryByLabelText('Current password')).toBeNull();
  });
});
