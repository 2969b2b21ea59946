import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { enterText } from '../../../../test/web/enter-text';
import {
  ana,
  config,
  json,
  refusal,
  renderApp,
  type RenderedApp,
  type Responses,
} from '../../../../test/web/rendered-app';

const SRC = join(process.cwd(), 'web/src');
const NAMES_ACCOUNT = /<UsernameField|autoComplete="(?:username|email)"/;

const signedOut: Responses = {
  'GET /me': () => refusal(401, 'unauthenticated'),
  'POST /auth/refresh': () => refusal(401, 'unauthenticated'),
};
const withApple: Responses = {
  'GET /me': () => json({ ...ana, signInMethods: ['password', 'apple'] }),
  'GET /config': () => json({ ...config, providers: { google: true, apple: true } }),
};
const press = async ({ user }: RenderedApp, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

/** Opens each form with a password, and finds a field of it. */
const FORMS: Readonly<Record<string, () => Promise<HTMLElement>>> = {
  'change of the password': async () => {
    await press(renderApp('/profile'), 'Change password');
    return (await dialog('Change password')).getByLabelText('Current password');
  },
  reset: () => {
    renderApp('/reset#token=abc', {
      ...signedOut,
      'POST /auth/reset/check': () => json({ email: ana.email }),
    });
    return screen.findByLabelText('New password');
  },
  'sign-in': async () => {
    const app = renderApp('/signin', signedOut);
    await enterText(app.user, await screen.findByLabelText('E-mail'), ana.email);
    return screen.getByLabelText('Password');
  },
  'sign-up': async () => {
    const app = renderApp('/signup', signedOut);
    await enterText(app.user, await screen.findByLabelText('E-mail'), ana.email);
    return screen.getByLabelText('Password');
  },
  'link of a provider while signing in': () => {
    const pending = { provider: 'google', email: ana.email, returnTo: '/profile' };
    renderApp('/signin/link', { ...signedOut, 'GET /auth/link': () => json(pending) });
    return screen.findByLabelText('Password');
  },
  'link of a provider in the profile': async () => {
    await press(renderApp('/profile', withApple), 'Link Google');
    return (await dialog('Link Google?')).getByLabelText('Current password');
  },
  'removal of a provider': async () => {
    await press(renderApp('/profile', withApple), 'Remove Apple');
    return (await dialog('Remove Apple?')).getByLabelText('Current password');
  },
  'proof that it is them': async () => {
    renderApp('/second-factor', {
      'GET /me': () => json({ ...ana, emailConfirmed: true }),
      'POST /second-factor': () => refusal(403, 'step_up_required'),
    });
    return (await dialog('Confirm that it is you')).getByLabelText('Password');
  },
};

describe('a password manager learns whose password it is', () => {
  it.each(Object.entries(FORMS))('from the form of the %s', async (_, open) => {
    const form = (await open()).closest('form');
    await waitFor(() => {
      const named = form?.querySelectorAll('input[autocomplete=username], input[autocomplete=email]');
      expect([...(named ?? [])].map((field) => (field as HTMLInputElement).value)).toEqual([ana.email]);
    });
  });

  it('from each form that has a password', () => {
    const forms = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx') && !path.endsWith('.spec.tsx'))
      .map((path) => [path, readFileSync(join(SRC, path), 'utf8')] as const)
      .filter(([, source]) => source.includes('<PasswordField'));
    expect(forms.length).toBeGreaterThan(0);
    expect(forms.filter(([, source]) => !NAMES_ACCOUNT.test(source)).map(([path]) => path)).toEqual([]);
  });
});
