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

const save = ({ user }: RenderedApp) => user.click(screen.getByRole('button', { name: 'Save' }));

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

  it('saves the email choice and confirms it', async () => {
    const app = await openProfile();
    await app.user.click(screen.getByLabelText('Receive important emails'));
    await save(app);
    expect(await screen.findByText('Profile saved')).toBeVisible();
    expect(app.sent('PATCH /preferences')[0]?.body).toMatchObject({ emailOptIn: true });
  });

  it('offers a switch for each kind of important email only while these are on', async () => {
    const app = await openProfile();
    expect(screen.queryAllByRole('switch')).toEqual([]);
    await app.user.click(screen.getByLabelText('Receive important emails'));
    expect(screen.getAllByRole('switch')).toHaveLength(2);
    await app.user.click(screen.getByRole('switch', { name: 'Identity checks' }));
    await save(app);
    await screen.findByText('Profile saved');
    expect(app.sent('PATCH /preferences')[0]?.body).toEqual({
      emailOptIn: true,
      emailIdentity: false,
      emailReminders: true,
    });
    expect(screen.getByRole('switch', { name: 'Identity checks' })).not.toBeChecked();
    await app.user.click(screen.getByLabelText('Receive important emails'));
    expect(screen.queryAllByRole('switch')).toEqual([]);
  });

  it('asks before a link discards a switch that was not saved', async () => {
    const on = { ...preferences, emailOptIn: true };
    const app = await openProfile({ 'GET /preferences': () => json(on) });
    await app.user.click(screen.getByRole('switch', { name: 'Reminders' }));
    await app.user.click(screen.getAllByRole('link', { name: 'Verification' })[0] as HTMLElement);
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
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

  it('reports a failed save in a toast and in place, but announces it once', async () => {
    const app = await openProfile({ 'PATCH /preferences': () => refusal(503, 'service_unavailable') });
    await save(app);
    await waitFor(() => {
      expect(screen.getAllByText('Error saving profile')).toHaveLength(2);
    });
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('asks before a link discards unsaved input', async () => {
    const app = await openProfile();
    await app.user.click(screen.getByLabelText('Receive important emails'));
    await app.user.click(screen.getAllByRole('link', { name: 'Verification' })[0] as HTMLElement);
    const dialog = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
    await app.user.click(within(await dialog()).getByRole('button', { name: 'Keep editing' }));
    expect(window.location.pathname).toBe('/profile');
    expect(screen.getByLabelText('Receive important emails')).toBeChecked();
    await app.user.click(screen.getAllByRole('link', { name: 'Verification' })[0] as HTMLElement);
    await app.user.click(within(await dialog()).getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => {
      expect(window.location.pathname).toBe('/verification');
    });
  });

  it('asks before the back button discards unsaved input', async () => {
    const app = await openProfile();
    await app.user.click(screen.getAllByRole('link', { name: 'Saved Cards' })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Saved Cards' });
    await app.user.click(screen.getAllByRole('link', { name: 'Profile' })[0] as HTMLElement);
    await app.user.click(await screen.findByLabelText('Receive important emails'));
    window.history.back();
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(screen.getByLabelText('Receive important emails')).toBeChecked();
    await app.user.click(within(dialog).getByRole('button', { name: 'Leave without saving' }));
    await screen.findByRole('heading', { name: 'Saved Cards' });
    expect(window.location.pathname).toBe('/saved-cards');
  });

  it('asks before the tab closes only while something is unsaved', async () => {
    const app = await openProfile();
    const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isHeld()).toBe(false);
    await app.user.click(screen.getByLabelText('Receive important emails'));
    expect(isHeld()).toBe(true);
  });

  it('signs out without asking about unsaved input', async () => {
    const app = await openProfile({ 'POST /auth/sign-out': noContent });
    await app.user.click(screen.getByLabelText('Receive important emails'));
    await app.user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Send money to the app they already use' });
    expect(window.location.pathname).toBe('/');
  });

  it('lets the user leave without asking when nothing was changed, or everything was saved', async () => {
    const app = await openProfile();
    await app.user.click(screen.getByLabelText('Receive important emails'));
    await save(app);
    await screen.findByText('Profile saved');
    await app.user.click(screen.getAllByRole('link', { name: 'Verification' })[0] as HTMLElement);
    await waitFor(() => {
      expect(window.location.pathname).toBe('/verification');
    });
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
    await enterText(app.user, screen.getByLabelText('Current password'), 'wrong');
    await enterText(app.user, screen.getByLabelText('New password'), 'correct-horse-42');
    await app.user.click(screen.getByRole('button', { name: 'Change password' }));
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
