import { screen, waitFor, within } from '@testing-library/react';
import {
  ana,
  json,
  refusal,
  renderApp,
  type Responses,
  type RenderedApp,
} from '../../../../test/web/rendered-app';

const signedOut: Responses = {
  'GET /me': () => refusal(401, 'unauthenticated'),
  'POST /auth/refresh': () => refusal(401, 'unauthenticated'),
};
const STRONG = 'correct-horse-42';

async function openSignUp(responses: Responses = {}): Promise<RenderedApp> {
  const app = renderApp('/signup', { ...signedOut, ...responses });
  await screen.findByLabelText('First name');
  return app;
}

interface Person {
  readonly first?: string;
  readonly last?: string;
  readonly email?: string;
  readonly password?: string;
}

async function fillIn(app: RenderedApp, person: Person = {}): Promise<void> {
  const given = { first: 'Ana', last: 'Torres', email: 'ana@mail.example', password: STRONG, ...person };
  await put(app, 'First name', given.first);
  await put(app, 'Last name', given.last);
  await put(app, 'E-mail', given.email);
  await put(app, 'Password', given.password);
}

async function put({ user }: RenderedApp, label: string, text: string): Promise<void> {
  await user.click(screen.getByLabelText(label));
  if (text !== '') await user.paste(text);
}

const terms = () =>
  screen.getByRole('checkbox', { name: 'I am 18 or older and accept the Terms of Service' });
const join = ({ user }: RenderedApp) => user.click(screen.getByRole('button', { name: 'Join' }));
const strong = () => waitFor(() => expect(ruleOf('Hard to guess')).toHaveTextContent('done'));
const ruleOf = (text: string) => screen.getByText(text, { exact: false, selector: 'li' });

afterEach(() => {
  localStorage.clear();
});

describe('signing up', () => {
  it('sends trimmed names, the accepted terms and the language, then opens /signin with the email filled in', async () => {
    const app = await openSignUp({
      'POST /auth/sign-up': () => json({ uid: '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10' }, 201),
    });
    await fillIn(app, { first: '  Ana ' });
    await strong();
    await app.user.click(terms());
    await join(app);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toHaveFocus();
    expect(screen.getByLabelText('E-mail')).toHaveValue('ana@mail.example');
    expect(screen.getByText(/Your account is ready/)).toBeVisible();
    expect(app.sent('POST /auth/sign-up')[0]?.body).toEqual({
      firstName: 'Ana',
      lastName: 'Torres',
      email: 'ana@mail.example',
      password: STRONG,
      acceptTerms: true,
      locale: 'en',
    });
  });

  it('leads to the page that was wanted before it', async () => {
    const app = renderApp('/profile', {
      ...signedOut,
      'POST /auth/sign-up': () => json({ uid: '7d5c1c0e-8f0a-4d6b-9a51-3a8e5c2b7f10' }, 201),
      'POST /auth/sign-in': () => json(ana),
    });
    await app.user.click(await screen.findByRole('link', { name: 'Sign Up' }));
    await screen.findByLabelText('First name');
    await fillIn(app);
    await strong();
    await app.user.click(terms());
    await join(app);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toHaveFocus();
    await put(app, 'Password', STRONG);
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => {
      expect(window.location.pathname).toBe('/profile');
    });
  });

  it.each([
    { first: '', last: 'Torres' },
    { first: 'Ana', last: '   ' },
    { first: '', last: '' },
  ])('requires both names: %j', async (names) => {
    const app = await openSignUp();
    await fillIn(app, names);
    await app.user.click(terms());
    await join(app);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveFocus();
    expect(within(alert).getAllByRole('link')).toHaveLength(1);
    expect(alert).toHaveTextContent('Please enter both your first and last name.');
    expect(
      screen.getByLabelText(names.first === '' ? 'First name' : 'Last name'),
    ).toHaveAccessibleDescription('Please enter both your first and last name.');
    expect(app.sent('POST /auth/sign-up')).toHaveLength(0);
  });

  it('requires accepted terms', async () => {
    const app = await openSignUp();
    await fillIn(app);
    await join(app);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You must accept the Terms of Service to continue.',
    );
    expect(terms()).toHaveAccessibleDescription('You must accept the Terms of Service to continue.');
    expect(app.sent('POST /auth/sign-up')).toHaveLength(0);
  });

  it('checks the box when the terms are accepted in the dialog, not when the dialog is closed', async () => {
    const app = await openSignUp();
    await app.user.click(screen.getByRole('button', { name: 'Terms of Service' }));
    const dialog = () => screen.findByRole('dialog', { name: 'Terms of Service' });
    expect(await dialog()).toHaveTextContent('You must be at least 18 years old.');
    await app.user.click(within(await dialog()).getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
    expect(terms()).not.toBeChecked();
    await app.user.click(screen.getByRole('button', { name: 'Terms of Service' }));
    await app.user.click(within(await dialog()).getByRole('button', { name: 'Accept' }));
    expect(terms()).toBeChecked();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('checks off each password rule as soon as it is met', async () => {
    const app = await openSignUp();
    await put(app, 'Password', 'pass');
    expect(ruleOf('9 to 128 characters')).toHaveTextContent('not yet');
    await put(app, 'Password', 'word1');
    expect(ruleOf('9 to 128 characters')).toHaveTextContent('done');
    expect(ruleOf('Hard to guess')).toHaveTextContent('not yet');
    await put(app, 'Password', '-unter-den-linden-77');
    await strong();
  });

  it('does not send a password that is easy to guess', async () => {
    const app = await openSignUp();
    await fillIn(app, { password: 'password1' });
    await app.user.click(terms());
    await join(app);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your password does not meet the requirements.',
    );
    expect(app.sent('POST /auth/sign-up')).toHaveLength(0);
  });

  it('shows the server’s refusal in the words of the specification', async () => {
    const app = await openSignUp({ 'POST /auth/sign-up': () => refusal(409, 'email_taken') });
    await fillIn(app);
    await strong();
    await app.user.click(terms());
    await join(app);
    const alert = await screen.findByText(
      'Error creating account: An account with this e-mail already exists.',
    );
    expect(alert.closest('[role="alert"]')).toHaveFocus();
    expect(screen.getByRole('link', { name: 'Sign in with this e-mail' })).toHaveAttribute('href', '/signin');
  });

  it('shows a server-side password refusal at the field, and unchecks the rule', async () => {
    const params = { reason: 'common' };
    const app = await openSignUp({
      'POST /auth/sign-up': () => refusal(422, 'password-does-not-meet-requirements', params),
    });
    await fillIn(app);
    await strong();
    await app.user.click(terms());
    await join(app);
    const why = 'This password is one of the first that attackers try. Choose another one.';
    await waitFor(() => {
      expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(expect.stringContaining(why));
    });
    expect(screen.getByLabelText('Password')).toBeInvalid();
    expect(screen.getByRole('alert')).toHaveTextContent(why);
    expect(ruleOf('Hard to guess')).not.toHaveTextContent('done');
  });

  it('shows the server’s refusal of a field at that field', async () => {
    const fields = [{ field: 'firstName', code: 'text_characters', message: 'Has a character nobody sees.' }];
    const app = await openSignUp({
      'POST /auth/sign-up': () =>
        json(
          {
            type: 'about:blank',
            title: '',
            status: 400,
            code: 'validation_failed',
            detail: '',
            params: {},
            fields,
          },
          400,
        ),
    });
    await fillIn(app);
    await strong();
    await app.user.click(terms());
    await join(app);
    await waitFor(() => {
      expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('Has a character nobody sees.');
    });
  });

  it('also requires the terms before redirecting to Google', async () => {
    const { config } = await import('../../../../test/web/rendered-app');
    const app = await openSignUp({
      'GET /config': () => json({ ...config, providers: { google: true, apple: false } }),
    });
    await app.user.click(screen.getByRole('button', { name: 'Continue with Google' }));
    expect(terms()).toHaveAccessibleDescription('You must accept the Terms of Service to continue.');
    expect(window.location.pathname).toBe('/signup');
  });
});
