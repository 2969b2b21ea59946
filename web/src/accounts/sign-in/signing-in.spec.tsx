import { act, screen, waitFor, within } from '@testing-library/react';
import type { Me } from '@kernel/people/accounts';
import { enterText } from '../../../../test/web/enter-text';
import {
  ana,
  json,
  noContent,
  refusal,
  renderApp,
  unload,
  type Responses,
} from '../../../../test/web/rendered-app';
import { showError } from '../../ui/feedback/toasts';

const signedOut: Responses = {
  'GET /me': () => refusal(401, 'unauthenticated'),
  'POST /auth/refresh': () => refusal(401, 'unauthenticated'),
};

const robin: Me = { ...ana, uid: 'robin', roles: ['sender', 'analyst'], hasSecondFactor: true };
const noCases: Responses = { 'GET /compliance/cases': () => json({ items: [], nextCursor: null }) };

const email = () => screen.findByLabelText('E-mail');
const password = () => screen.getByLabelText('Password');
const button = () => screen.getByRole('button', { name: 'Sign in' });

afterEach(() => {
  localStorage.clear();
});

describe('the guard', () => {
  it("shows 'Loading...' until the session is known", async () => {
    let answer: (response: Response) => void = () => undefined;
    const asked = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    renderApp('/profile', { 'GET /me': () => asked });
    expect(await screen.findByText('Loading...')).toBeVisible();
    expect(window.location.pathname).toBe('/profile');
    answer(json(ana));
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible();
  });

  it('redirects to /signin in place of the page, and to the requested page after signing in', async () => {
    const before = window.history.length;
    const app = renderApp('/profile?from=mail', {
      ...signedOut,
      'POST /auth/sign-in': () => json(ana),
    });
    await enterText(app.user, await email(), 'ana@mail.example');
    expect(window.location.pathname).toBe('/signin');
    expect(window.history.length).toBe(before);
    await enterText(app.user, password(), 'correct-horse-42');
    await app.user.click(button());
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/profile?from=mail');
  });

  it.each([
    ['a sender to the dashboard', ana, '/dashboard'],
    ['staff to the review desk', robin, '/compliance'],
  ])('takes %s after signing in', async (_, me, home) => {
    const app = renderApp('/signin', {
      ...signedOut,
      ...noCases,
      'POST /auth/sign-in': () => json(me),
    });
    await enterText(app.user, await email(), me.email);
    await enterText(app.user, password(), 'correct-horse-42');
    await app.user.click(button());
    await waitFor(() => {
      expect(window.location.pathname).toBe(home);
    });
  });

  it('links to the review desk only for staff', async () => {
    const app = renderApp('/saved-cards', { ...noCases, 'GET /me': () => json(robin) });
    // At the side and at the bottom of a phone's screen.
    const [atTheSide, atTheBottom] = await screen.findAllByRole('link', { name: 'Review desk' });
    expect(atTheBottom).toHaveAttribute('href', '/compliance');
    await app.user.click(atTheSide as HTMLElement);
    expect(await screen.findByRole('heading', { name: 'Overview' })).toBeVisible();
    await unload();
    renderApp('/saved-cards');
    await screen.findByRole('heading', { name: 'Saved Cards' });
    expect(screen.queryByRole('link', { name: 'Review desk' })).toBeNull();
  });

  it('hides the password, shows it on request, and takes a pasted one (ASVS 6.2.6, 6.2.7)', async () => {
    const { user } = renderApp('/signin', signedOut);
    await email();
    expect(password()).toHaveAttribute('type', 'password');
    await user.click(password());
    await user.paste('correct-horse-42');
    expect(password()).toHaveValue('correct-horse-42');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password()).toHaveAttribute('type', 'text');
  });

  it('does not treat a failing server as signed out', async () => {
    const app = renderApp('/profile', { 'GET /me': () => refusal(503, 'service_unavailable') });
    expect(await screen.findByText('We could not check whether you are signed in')).toBeVisible();
    app.respond({ 'GET /me': () => json(ana) });
    await app.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible();
  });

  it('redirects to /signin when the session ends while the page is open', async () => {
    const app = renderApp('/profile');
    await screen.findByRole('heading', { name: 'Profile' });
    app.respond({
      ...signedOut,
      'PATCH /preferences': () => refusal(401, 'unauthenticated'),
    });
    await app.user.click(await screen.findByRole('switch', { name: /important emails/ }));
    await waitFor(() => {
      expect(window.location.pathname).toBe('/signin');
    });
  });

  it('redirects an unknown path to /, with a message in the chosen language and a link home', async () => {
    localStorage.setItem('language', 'es');
    const { user } = renderApp('/no/such/page', signedOut);
    const heading = await screen.findByRole('heading', { name: 'Página no encontrada', level: 1 });
    expect(screen.getByText('No hay ninguna página en /no/such/page.')).toBeVisible();
    expect(heading).toBeVisible();
    expect(window.location.pathname).toBe('/');
    expect(document.title).toBe('Página no encontrada · Flip');
    expect(document.documentElement.lang).toBe('es');
    await user.click(screen.getByRole('link', { name: 'Página de inicio' }));
    // The landing page is English with any choice.
    expect(
      await screen.findByRole('heading', { name: 'Send money to the app they already use' }),
    ).toHaveFocus();
    localStorage.clear();
  });

  it('redirects a signed-in sender from an unknown path to the dashboard', async () => {
    const { user } = renderApp('/no/such/page');
    await screen.findByText('There is no page at /no/such/page.');
    await user.click(screen.getByRole('link', { name: 'Back to dashboard' }));
    expect(await screen.findByRole('heading', { level: 1, name: /Ana/ })).toHaveFocus();
  });

  it('shows a repeated message only once', async () => {
    renderApp('/signin', signedOut);
    await screen.findByRole('heading', { name: 'Sign in' });
    showError('Your profile was not saved.');
    showError('Your profile was not saved.');
    showError('Something else failed.');
    await screen.findByText('Something else failed.');
    expect(screen.getAllByText('Your profile was not saved.')).toHaveLength(1);
  });
});

describe('signing in', () => {
  it('shows the specified error for wrong credentials, keeps the email and clears the password', async () => {
    const app = renderApp('/signin', {
      ...signedOut,
      'POST /auth/sign-in': () => refusal(401, 'invalid_credentials'),
    });
    await enterText(app.user, await email(), 'ana@mail.example');
    await enterText(app.user, password(), 'wrong');
    await app.user.click(button());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Error signing in');
    expect(alert).toHaveTextContent('signin.error: The e-mail or the password is not correct.');
    expect(alert).toHaveFocus();
    expect(await email()).toHaveValue('ana@mail.example');
    expect(password()).toHaveValue('');
    // The page emptied it, and moved the focus away from it.
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(password()).toBeValid();
  });

  it.each([
    [42, 'Try again in 42 seconds.'],
    [1, 'Try again in 1 second.'],
  ])('shows how long to wait after too many attempts: %d s', async (seconds, said) => {
    const app = renderApp('/signin', {
      ...signedOut,
      'POST /auth/sign-in': () => refusal(429, 'too_many_attempts', { seconds }),
    });
    await enterText(app.user, await email(), 'ana@mail.example');
    await enterText(app.user, password(), 'wrong');
    await app.user.click(button());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(said);
    expect(within(alert).getByRole('link', { name: 'Reset your password instead' })).toHaveAttribute(
      'href',
      '/forgot',
    );
    if (seconds > 2) {
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(alert).toHaveTextContent(/Try again in 3[0-2] seconds/);
    }
    await act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));
    expect(alert).toHaveTextContent('You can try again now.');
  });

  it('requires an email address and a password, and sends nothing without them', async () => {
    const app = renderApp('/signin', signedOut);
    await enterText(app.user, await email(), 'ana@');
    await app.user.click(button());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('2 things need your attention');
    expect(alert).toHaveFocus();
    await app.user.click(screen.getByRole('link', { name: 'Enter your password.' }));
    expect(password()).toHaveFocus();
    expect(password()).toBeInvalid();
    expect(password()).toHaveAccessibleDescription('Enter your password.');
    // The summary stays as it is, so that no field moves while it is corrected.
    await enterText(app.user, password(), 'correct-horse-42');
    expect(password()).toBeValid();
    expect(alert).toHaveTextContent('One thing needs your attention');
    expect(app.sent('POST /auth/sign-in')).toHaveLength(0);
  });

  it('is sent once, however often the button is pressed', async () => {
    const app = renderApp('/signin', {
      ...signedOut,
      'POST /auth/sign-in': () => new Promise<Response>(() => undefined),
    });
    await enterText(app.user, await email(), 'ana@mail.example');
    await enterText(app.user, password(), 'correct-horse-42');
    await app.user.click(button());
    const busy = await screen.findByRole('button', { name: 'Signing in...' });
    expect(busy).toHaveAttribute('aria-busy', 'true');
    await app.user.click(busy);
    expect(app.sent('POST /auth/sign-in')).toHaveLength(1);
  });

  it('does not request the session when none was ever opened', async () => {
    const cookies = jest.spyOn(document, 'cookie', 'get').mockReturnValue('theme=flip_hint');
    const app = renderApp('/signin', signedOut);
    await email();
    expect(app.sent('GET /me')).toHaveLength(0);
    cookies.mockRestore();
  });

  it('offers Google only where it is configured', async () => {
    const app = renderApp('/signin', signedOut);
    await email();
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).not.toBeInTheDocument();
    expect(app.sent('GET /config')).toHaveLength(1);
  });
});

describe('signing out', () => {
  it('returns to the landing page and clears the data stored for the user (ASVS 7.4.4, 14.3.1)', async () => {
    localStorage.setItem('flip:transactions:7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10', '[]');
    sessionStorage.setItem('flip:payment:key-of-quick-send', '{}');
    const app = renderApp('/profile', { 'POST /auth/sign-out': noContent });
    await screen.findByRole('heading', { name: 'Profile' });
    await app.user.click(screen.getByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Send money to the app they already use' });
    expect(window.location.pathname).toBe('/');
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('flip:transactions:7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('in a browser without storage', () => {
  const own = { local: window.localStorage, session: window.sessionStorage };
  const replace = (local: () => unknown, session: () => unknown) => {
    Object.defineProperty(window, 'localStorage', { configurable: true, get: local });
    Object.defineProperty(window, 'sessionStorage', { configurable: true, get: session });
  };
  const blocked = () => {
    throw new DOMException('Blocked', 'SecurityError');
  };

  it.each([
    ['/signin', 'Sign in', signedOut],
    ['/signup', 'Sign Up', signedOut],
    ['/dashboard', 'Quick Send', {}],
  ])('%s is shown', async (address, heading, responses: Responses) => {
    replace(blocked, () => null);
    try {
      renderApp(address, responses);
      expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    } finally {
      replace(
        () => own.local,
        () => own.session,
      );
    }
  });
});
