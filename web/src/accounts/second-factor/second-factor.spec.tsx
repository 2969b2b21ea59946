import { screen, waitFor, within } from '@testing-library/react';
import { FakeEventSource } from '../../../../test/web/fake-event-source';
import { enterText } from '../../../../test/web/enter-text';
import { ana, json, noContent, refusal, renderApp, type Responses } from '../../../../test/web/rendered-app';

const signedOut: Responses = {
  'GET /me': () => refusal(401, 'unauthenticated'),
  'POST /auth/refresh': () => refusal(401, 'unauthenticated'),
};
const CODES = Array.from({ length: 10 }, (_, place) => `AAAA-BBBB-CCC${String(place)}`);
const robin = { ...ana, roles: ['sender', 'analyst'] as const };

afterEach(() => {
  localStorage.clear();
});

describe('signing in to an account with a second factor', () => {
  const afterPassword = async (responses: Responses) => {
    const app = renderApp('/signin', {
      ...signedOut,
      'POST /auth/sign-in': () => refusal(401, 'second_factor_required'),
      ...responses,
    });
    await enterText(app.user, await screen.findByLabelText('E-mail'), 'ana@mail.example');
    await enterText(app.user, screen.getByLabelText('Password'), 'correct-horse-42');
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeVisible();
    return app;
  };

  it('sends the code by itself after the sixth digit, and opens the dashboard', async () => {
    const app = await afterPassword({
      'POST /auth/second-factor': () => json({ ...ana, hasSecondFactor: true }),
    });
    expect(screen.getByText(/Signing in as ana@mail.example/)).toBeVisible();
    await enterText(app.user, screen.getByLabelText('Code'), '\u202d４８２\u00a0913\u202c');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/dashboard');
    });
  });

  it('keeps the page after a wrong code, and takes a recovery code in its place', async () => {
    const app = await afterPassword({ 'POST /auth/second-factor': () => refusal(401, 'invalid_code') });
    await enterText(app.user, screen.getByLabelText('Code'), '111111');
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is not correct');
    expect(screen.getByLabelText('Code')).toHaveValue('');
    app.respond({ 'POST /auth/second-factor': () => json({ ...ana, hasSecondFactor: true }) });
    await app.user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await app.user.type(screen.getByLabelText('Recovery code'), 'aaaa-bbbb-ccc1{Enter}');
    await waitFor(() => {
      expect(window.location.pathname).toBe('/dashboard');
    });
  });
});

describe('setting up the second factor', () => {
  it('can be left for the profile by a sender, who need not have one', async () => {
    const app = renderApp('/second-factor', {
      'POST /second-factor': () => new Response(null, { status: 202 }),
    });
    await app.user.click(await screen.findByRole('link', { name: 'Profile' }));
    expect(await screen.findByRole('heading', { name: 'About you' })).toBeVisible();
  });

  it('is the only page that staff reach without one; it ends with ten codes to keep and the page they wanted', async () => {
    const app = renderApp('/compliance/cases?state=closed', {
      'GET /me': () => json({ ...robin, emailConfirmed: true }),
      'POST /second-factor': () =>
        json({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Flip:ana?secret=J' }),
      'POST /second-factor/confirm': () => json({ recoveryCodes: CODES }),
      'GET /compliance/cases': () => json({ items: [], nextCursor: null }),
    });
    expect(await screen.findByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
    expect(app.sent('POST /second-factor')).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Compliance' })).not.toBeInTheDocument();
    await enterText(app.user, screen.getByLabelText('Enrollment code'), ' k7qf–2m9x\u00a0p3da ');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
    expect(app.sent('POST /second-factor').map(({ body }) => body)).toEqual([{ proof: 'K7QF2M9XP3DA' }]);
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    await enterText(app.user, screen.getByLabelText('The code that the app shows now'), '482913');
    await app.user.click(screen.getByRole('button', { name: 'Connect' }));
    const list = await screen.findByRole('list', { name: 'Keep these ten codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(CODES);
    const open = screen.getByRole('button', { name: 'Open the console' });
    expect(open).toBeDisabled();
    app.respond({ 'GET /me': () => json({ ...robin, emailConfirmed: true, hasSecondFactor: true }) });
    await app.user.click(screen.getByRole('checkbox', { name: 'I keep them where my phone is not' }));
    await app.user.click(open);
    await waitFor(() => {
      expect(window.location.pathname + window.location.search).toBe('/compliance/cases?state=closed');
    });
  });

  it('opens the page that staff wanted once they have set one up in another window', async () => {
    const app = renderApp('/compliance/payouts?platform=Zelle', {
      'GET /me': () => json({ ...robin, roles: ['operator'], emailConfirmed: true }),
    });
    expect(await screen.findByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
    app.respond({
      'GET /me': () => json({ ...robin, roles: ['operator'], emailConfirmed: true, hasSecondFactor: true }),
    });
    await waitFor(() => {
      expect(FakeEventSource.connected).toHaveLength(1);
    });
    FakeEventSource.connected[0]?.tell(['me']);
    expect(await screen.findByRole('heading', { name: 'Payout desk' })).toBeVisible();
    expect(window.location.search).toBe('?platform=Zelle');
  });

  it('asks a sender for the code that was mailed, and mails another one', async () => {
    const app = renderApp('/second-factor', {
      'GET /me': () => json({ ...ana, emailConfirmed: true }),
      'POST /second-factor': () => new Response(null, { status: 202 }),
    });
    expect(await screen.findByText(/We mailed a code to ana@mail.example/)).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Mail another code' }));
    expect(await screen.findByText('Mailed again')).toBeVisible();
    app.respond({ 'POST /second-factor': () => refusal(401, 'invalid_code') });
    await enterText(app.user, screen.getByLabelText('Code from the mail'), 'K7QF-2M9X-P3DA');
    await app.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('This code is not correct, or it was used already.')).toBeVisible();
    expect(app.sent('POST /second-factor').map(({ body }) => body)).toEqual([
      {},
      {},
      { proof: 'K7QF2M9XP3DA' },
    ]);
  });

  it('moves to another phone without a further proof than the recent code', async () => {
    renderApp('/second-factor?move', {
      'GET /me': () => json({ ...ana, emailConfirmed: true, hasSecondFactor: true }),
      'POST /second-factor': () =>
        json({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Flip:ana?secret=J' }),
    });
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
  });

  it('is undone with the link of the mail, and leads to a new password', async () => {
    const app = renderApp('/undo-second-factor#token=a-token', {
      ...signedOut,
      'POST /auth/second-factor/undo': () => noContent(),
    });
    await app.user.click(await screen.findByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Two-step sign-in is off. Now choose a new password.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute('href', '/forgot');
    expect(app.sent('POST /auth/second-factor/undo').map(({ body }) => body)).toEqual([{ token: 'a-token' }]);
  });

  it('is not undone with a link that has ended', async () => {
    const app = renderApp('/undo-second-factor#token=a-token', {
      ...signedOut,
      'POST /auth/second-factor/undo': () => refusal(422, 'token_invalid'),
    });
    await app.user.click(await screen.findByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText(/^This link has ended or was used/)).toBeVisible();
  });

  it.each([
    ['a sender', ana, 0],
    ['staff, under the mark of the console', robin, 1],
  ])('asks %s for a confirmed address first', async (_, person, tags) => {
    renderApp('/second-factor', { 'GET /me': () => json({ ...person, emailConfirmed: false }) });
    expect(await screen.findByText('Confirm your e-mail first')).toBeVisible();
    expect(screen.getByText(/^Two-step sign-in needs a confirmed address\./)).toBeVisible();
    expect(screen.queryAllByText('Compliance')).toHaveLength(tags);
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  });

  it('asks for the password again when the sign-in is too old', async () => {
    const app = renderApp('/second-factor', {
      'GET /me': () => json({ ...ana, emailConfirmed: true }),
      'POST /second-factor': () => refusal(403, 'step_up_required'),
      'POST /second-factor/step-up': () => noContent(),
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await enterText(app.user, dialog.getByLabelText('Password'), 'correct-horse-42');
    app.respond({
      'POST /second-factor': () =>
        json({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Flip:ana?secret=J' }),
    });
    await app.user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
  });
});
