import { act, screen, waitFor, within } from '@testing-library/react';
import { enterText } from '../../../test/web/enter-text';
import {
  ana,
  json,
  noContent,
  refusal,
  renderApp,
  type Responses,
  type RenderedApp,
} from '../../../test/web/rendered-app';

const preferences = {
  uid: '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10',
  emailOptIn: false,
  emailIdentity: true,
  emailReminders: true,
  displayName: null,
  locale: null,
  updatedAt: null,
};
const session = (id: string, current: boolean) => ({
  id,
  device: current ? 'Chrome on macOS' : 'Safari on iPhone',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: '2026-11-20T12:00:00.000Z',
  current,
});

async function openProfile(responses: Responses = {}): Promise<RenderedApp> {
  const app = renderApp('/profile', {
    'PATCH /preferences': ({ body }) => json({ ...preferences, ...(body as object) }),
    'GET /sessions': () => json({ items: [session('one', true), session('two', false)] }),
    ...responses,
  });
  await screen.findByLabelText('Receive important emails');
  return app;
}

afterEach(() => {
  localStorage.clear();
});

describe('the profile', () => {
  it('appears as a whole, so that no part that comes late moves the others', async () => {
    let answer: (response: Response) => void = () => undefined;
    const late = new Promise<Response>((resolve) => (answer = resolve));
    renderApp('/profile', {
      'GET /preferences': () => json(preferences),
      'GET /sessions': () => json({ items: [] }),
      'GET /second-factor': () => json({ enrolled: false, recoveryCodesLeft: null }),
      'GET /shares': () => late,
    });
    await screen.findByRole('heading', { name: 'Profile' });
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByRole('heading', { level: 2 })).not.toBeInTheDocument();
    answer(refusal(503, 'service_unavailable'));
    expect(await screen.findByText('Your links did not load')).toBeVisible();
    expect(screen.getByLabelText('Receive important emails')).toBeVisible();
  });

  it('changes which mails come with the press of a switch, and confirms it', async () => {
    const app = await openProfile();
    const all = () => screen.getByLabelText('Receive important emails');
    expect(screen.getAllByRole('switch')).toEqual([all()]);
    await app.user.click(all());
    expect((await screen.findByText('Profile saved')).closest('[role=status]')).not.toBeNull();
    expect(all()).toBeChecked();
    await app.user.click(screen.getByRole('switch', { name: 'Identity checks' }));
    await waitFor(() => {
      expect(screen.getByRole('switch', { name: 'Identity checks' })).not.toBeChecked();
    });
    expect(app.sent('PATCH /preferences').map(({ body }) => body)).toEqual([
      { emailOptIn: true },
      { emailIdentity: false },
    ]);
    await app.user.click(all());
    await waitFor(() => {
      expect(screen.getAllByRole('switch')).toEqual([all()]);
    });
  });

  it('keeps each of two switches that are pressed one after the other, whichever answer comes last', async () => {
    const on = { ...preferences, emailOptIn: true };
    const answers: ((response: Response) => void)[] = [];
    const app = await openProfile({
      'GET /preferences': () => json(on),
      'PATCH /preferences': () => new Promise((answer) => answers.push(answer)),
    });
    const kind = (name: string) => screen.getByRole('switch', { name });
    await app.user.click(kind('Identity checks'));
    await app.user.click(kind('Reminders'));
    answers[1]?.(json({ ...on, emailIdentity: false, emailReminders: false }));
    answers[0]?.(json({ ...on, emailIdentity: false }));
    await waitFor(() => {
      expect(kind('Identity checks')).not.toBeChecked();
      expect(kind('Reminders')).not.toBeChecked();
    });
  });

  it('shows the display name in the menu immediately after a save', async () => {
    const app = await openProfile();
    expect(screen.getByText('Signed in as Ana Torres')).toBeVisible();
    await app.user.click(screen.getByRole('button', { name: 'Change how you are shown' }));
    await enterText(app.user, screen.getByLabelText('Display name'), ' Anita ');
    app.respond({ 'GET /me': () => json({ ...ana, displayName: 'Anita' }) });
    await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Signed in as Anita')).toBeVisible();
    expect(app.sent('PATCH /preferences')[0]?.body).toEqual({ displayName: 'Anita' });
  });

  it('shows what is stored after a switch that failed, and why, but announces it once', async () => {
    const app = await openProfile({ 'PATCH /preferences': () => refusal(503, 'service_unavailable') });
    await app.user.click(screen.getByLabelText('Receive important emails'));
    expect(await screen.findByText('Error saving profile')).toBeVisible();
    expect(screen.getByLabelText('Receive important emails')).not.toBeChecked();
    expect(screen.getByLabelText('Receive important emails')).toBeInvalid();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('shows a switch as changed whose answer was lost', async () => {
    const app = await openProfile({ 'PATCH /preferences': () => Promise.reject(new TypeError('lost')) });
    app.respond({ 'GET /preferences': () => json({ ...preferences, emailOptIn: true }) });
    await app.user.click(screen.getByLabelText('Receive important emails'));
    expect(await screen.findByText('Profile saved')).toBeVisible();
    expect(screen.getByLabelText('Receive important emails')).toBeChecked();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('offers a second factor to who has none', async () => {
    const off = { enrolled: false, recoveryCodesLeft: null };
    await openProfile({ 'GET /second-factor': () => json(off) });
    expect(screen.getByRole('link', { name: 'Turn on two-step sign-in' })).toBeVisible();
  });

  it('shows how many recovery codes of a second factor are left, and offers none', async () => {
    await openProfile({ 'GET /second-factor': () => json({ enrolled: true, recoveryCodesLeft: 9 }) });
    expect(screen.getByText('9 recovery codes left')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Turn on two-step sign-in' })).not.toBeInTheDocument();
  });

  it('switches between light and dark immediately and stores the choice', async () => {
    const app = await openProfile();
    await app.user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(localStorage.getItem('flip:color-scheme')).toBe('dark');
  });

  it('has a language switch in the footer', async () => {
    const app = await openProfile();
    const [toggle, ...others] = screen.getAllByText('Español');
    expect(others).toEqual([]);
    expect(screen.getByRole('contentinfo')).toContainElement(toggle as HTMLElement);
    await app.user.click(toggle as HTMLElement);
    expect(await screen.findByRole('heading', { name: 'Correos' })).toBeVisible();
    expect(app.sent('PATCH /preferences')[0]?.body).toEqual({ locale: 'es' });
    await app.user.click(screen.getByRole('button', { name: 'English' }));
    await screen.findByRole('heading', { name: 'Mails' });
  });

  it('has a separate message for each empty password', async () => {
    const app = await openProfile();
    await app.user.click(screen.getByRole('button', { name: 'Change password' }));
    const dialog = within(screen.getByRole('dialog'));
    await app.user.click(dialog.getByRole('button', { name: 'Change password' }));
    const alert = await screen.findByRole('alert');
    expect(
      within(alert)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Enter your current password.', 'Choose a password.']);
    expect(app.sent('POST /auth/password')).toHaveLength(0);
  });

  it('reports a wrong current password at its field and stays signed in', async () => {
    const app = await openProfile({ 'POST /auth/password': () => refusal(422, 'current_password_wrong') });
    await app.user.click(screen.getByRole('button', { name: 'Change password' }));
    await enterText(app.user, screen.getByLabelText('Current password'), 'wrong');
    await enterText(app.user, screen.getByLabelText('New password'), 'correct-horse-42');
    await app.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change password' }));
    await waitFor(() => {
      expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
        'This is not your current password.',
      );
    });
    expect(window.location.pathname).toBe('/profile');
  });

  it('lists the sessions and ends another one', async () => {
    const app = await openProfile({ 'DELETE /sessions/two': noContent });
    expect(await screen.findByText('This session')).toBeVisible();
    app.respond({ 'GET /sessions': () => json({ items: [session('one', true)] }) });
    await app.user.click(screen.getByRole('button', { name: 'End the session on Safari on iPhone' }));
    await waitFor(() => {
      expect(screen.queryByText('Safari on iPhone')).not.toBeInTheDocument();
    });
    expect(app.sent('DELETE /sessions/two')).toHaveLength(1);
  });

  it('describes a browser that did not identify itself', async () => {
    const nameless = { ...session('one', true), device: 'unknown' };
    await openProfile({ 'GET /sessions': () => json({ items: [nameless] }) });
    expect(await screen.findByText('Unknown device')).toBeVisible();
  });

  it('ends every session after a confirmation, including the current one', async () => {
    const app = await openProfile({ 'DELETE /sessions': noContent });
    await screen.findByText('This session');
    await app.user.click(screen.getByRole('button', { name: 'End every session' }));
    const dialog = await screen.findByRole('dialog', { name: 'End every session?' });
    await app.user.click(within(dialog).getByRole('button', { name: 'End every session' }));
    await waitFor(() => {
      expect(window.location.pathname).toBe('/signin');
    });
    expect(await screen.findByText('You are signed out everywhere')).toBeVisible();
  });
});
