import { screen, waitFor, within } from '@testing-library/react';
import { enterText } from '../../../../test/web/enter-text';
import {
  ana,
  json,
  noContent,
  overview,
  refusal,
  renderApp,
  type Responses,
} from '../../../../test/web/rendered-app';

const NEW = 'ana@new.example';
const waiting = { email: NEW, expiresAt: '2026-11-21T12:00:00.000Z', missing: ['old', 'new'] };
const state = (change: object = {}) => ({ email: ana.email, waiting: null, undo: null, ...change });

async function openProfile(responses: Responses = {}) {
  const app = renderApp('/profile', { 'GET /sessions': () => json({ items: [] }), ...responses });
  await screen.findByRole('heading', { name: 'About you' });
  return app;
}
const signedOut: Responses = { 'GET /me': () => refusal(401, 'unauthenticated') };

describe('what a user says about themselves', () => {
  it('changes the address by links to both ends, which can be mailed again or withdrawn', async () => {
    const app = await openProfile({
      'POST /me/email': () => json(state({ waiting })),
      'DELETE /me/email': noContent,
    });
    await app.user.click(screen.getByRole('button', { name: 'Change your e-mail' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Change your e-mail' }));
    await app.user.click(dialog.getByRole('button', { name: 'Send the links' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    await enterText(app.user, dialog.getByLabelText('New e-mail'), ` ${NEW} `);
    await app.user.click(dialog.getByRole('button', { name: 'Send the links' }));
    expect(await screen.findByText(`Waiting for ${NEW}`)).toBeVisible();
    expect(screen.getByText(`The link to ${ana.email}, your present address`)).toBeVisible();
    expect(screen.getByText(`The link to ${NEW}, your new address`)).toBeVisible();
    app.respond({ 'POST /me/email': () => json(state({ waiting: { ...waiting, missing: ['new'] } })) });
    await app.user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('The missing links are on their way')).toBeVisible();
    expect(screen.queryByText(/your present address/)).toBeNull();
    expect(app.sent('POST /me/email').map(({ body }) => body)).toEqual([{ email: NEW }, { email: NEW }]);
    app.respond({ 'GET /me/email': () => json(state()) });
    await app.user.click(screen.getByRole('button', { name: 'Do not change' }));
    expect(await screen.findByText('Your e-mail stays as it is')).toBeVisible();
    expect(screen.queryByText(`Waiting for ${NEW}`)).toBeNull();
  });

  it('says how a change is undone, and why a new one was refused', async () => {
    const undo = { email: 'old@mail.example', until: '2026-11-27T12:00:00.000Z' };
    const app = await openProfile({
      'GET /me/email': () => json(state({ undo })),
      'POST /me/email': () => refusal(409, 'email_unchanged'),
    });
    expect(await screen.findByText(/A link that we mailed to old@mail.example undoes that/)).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Change your e-mail' }));
    const dialog = within(screen.getByRole('dialog'));
    await enterText(app.user, dialog.getByLabelText('New e-mail'), ana.email);
    await app.user.click(dialog.getByRole('button', { name: 'Send the links' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
  });

  it('changes a name that no check has confirmed', async () => {
    const app = await openProfile({ 'POST /me/name': noContent });
    await app.user.click(screen.getByRole('button', { name: 'Change your name' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByLabelText('Last name')).toHaveValue('Torres');
    await app.user.clear(dialog.getByLabelText('First name'));
    await enterText(app.user, dialog.getByLabelText('First name'), 'Anna');
    app.respond({ 'GET /me': () => json({ ...ana, firstName: 'Anna', fullName: 'Anna Torres' }) });
    await app.user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Anna Torres')).toBeVisible();
    expect(app.sent('POST /me/name')[0]?.body).toEqual({ firstName: 'Anna', lastName: 'Torres' });
  });

  it('has a new name checked once a check has confirmed the present one', async () => {
    const app = await openProfile({
      'GET /me': () => json({ ...ana, verification: 'verified' }),
      'GET /verification': () => json({ ...overview, badge: 'verified', next: 'none', nameStep: 'check' }),
      'POST /verification/name': () => refusal(503, 'verification_unavailable'),
    });
    await app.user.click(await screen.findByRole('button', { name: 'Change your name' }));
    const dialog = within(screen.getByRole('dialog'));
    await app.user.clear(dialog.getByLabelText('Last name'));
    await enterText(app.user, dialog.getByLabelText('Last name'), 'Vega');
    await app.user.click(dialog.getByRole('button', { name: 'Continue with Persona' }));
    expect(dialog.getByRole('checkbox')).toBeInvalid();
    expect(app.sent('POST /verification/name')).toEqual([]);
    await app.user.click(dialog.getByRole('checkbox'));
    await app.user.click(dialog.getByRole('button', { name: 'Continue with Persona' }));
    await waitFor(() => expect(app.sent('POST /verification/name')).toHaveLength(1));
    expect(app.sent('POST /verification/name')[0]?.body).toEqual({
      consent: true,
      firstName: 'Ana',
      lastName: 'Vega',
    });
    expect(await dialog.findByRole('alert')).toBeVisible();
  });

  it('corrects the name after a check that was declined', async () => {
    const { user } = await openProfile({
      'GET /me': () => json({ ...ana, verification: 'pending' }),
      'GET /verification': () => json({ ...overview, badge: 'pending', next: 'retry', nameStep: 'edit' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Change your name' }));
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' })).toBeVisible();
  });

  it('keeps how they are shown when nothing is changed', async () => {
    const app = await openProfile({
      'GET /me': () => json({ ...ana, displayName: 'Ana T.' }),
      'PATCH /preferences': () => refusal(503, 'unavailable'),
    });
    await app.user.click(screen.getByRole('button', { name: 'Change how you are shown' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('textbox')).toHaveValue('Ana T.');
    await app.user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(app.sent('PATCH /preferences')[0]?.body).toEqual({ displayName: 'Ana T.' }));
  });

  it('changes the language at once', async () => {
    const app = await openProfile({ 'PATCH /preferences': ({ body }) => json(body) });
    await app.user.click(screen.getByRole('button', { name: 'Change the language' }));
    await app.user.click(within(screen.getByRole('dialog')).getByRole('radio', { name: 'Español' }));
    expect(await screen.findByRole('dialog', { name: 'Idioma' })).toBeVisible();
    await app.user.click(within(screen.getByRole('dialog')).getByRole('radio', { name: 'English' }));
    expect(await screen.findByRole('dialog', { name: 'Language' })).toBeVisible();
  });
});

describe('the link of a mail about a change of address', () => {
  it.each([
    [
      'old',
      'Agree to the change',
      ['new'],
      'Agreed. Now follow the link that we mailed to your new address.',
    ],
    ['new', 'Confirm this address', [], 'Your e-mail has changed. Sign in with the new address.'],
  ] as const)('confirms the %s end on a press', async (end, press, missing, text) => {
    const app = renderApp(`/change-email?at=${end}#token=a-token`, {
      ...signedOut,
      'POST /auth/email/confirm': () => json({ missing }),
    });
    const button = await screen.findByRole('button', { name: press });
    expect(app.sent('POST /auth/email/confirm')).toEqual([]);
    await app.user.click(button);
    expect(await screen.findByText(text)).toBeVisible();
    expect(app.sent('POST /auth/email/confirm')[0]?.body).toEqual({ token: 'a-token', end });
  });

  it('says that it is over', async () => {
    const app = renderApp('/change-email?at=new#token=a-token', {
      ...signedOut,
      'POST /auth/email/confirm': () => refusal(422, 'token_invalid'),
    });
    await app.user.click(await screen.findByRole('button', { name: 'Confirm this address' }));
    expect(await screen.findByText(/^This link no longer works/)).toBeVisible();
  });

  it('undoes the change with a new password', async () => {
    const app = renderApp('/undo-email#token=a-token', {
      ...signedOut,
      'POST /auth/email/undo': noContent,
    });
    await enterText(app.user, await screen.findByLabelText('New password'), 'copper-window-meadow-73');
    await enterText(app.user, screen.getByLabelText('New password again'), 'copper-window-meadow-73');
    await app.user.click(screen.getByRole('button', { name: 'Undo and save the password' }));
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(app.sent('POST /auth/email/undo')[0]?.body).toEqual({
      token: 'a-token',
      password: 'copper-window-meadow-73',
    });
  });
});
