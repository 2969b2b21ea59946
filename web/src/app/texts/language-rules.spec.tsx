import { screen, waitFor } from '@testing-library/react';
import {
  ana,
  json,
  noContent,
  refusal,
  renderApp,
  unload,
  type Responses,
} from '../../../../test/web/rendered-app';

const signedOut: Responses = {
  'GET /me': () => refusal(401, 'unauthenticated'),
  'POST /auth/refresh': () => refusal(401, 'unauthenticated'),
};
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });
const spanish = () => screen.getAllByRole('button', { name: 'Español' })[0] as HTMLElement;

afterEach(() => {
  localStorage.clear();
});

describe('the language', () => {
  it('is English on the landing page and the chosen one on the next page', async () => {
    localStorage.setItem('language', 'es');
    const app = renderApp('/', signedOut);
    await heading('Send money to the app they already use');
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('language')).toBe('es');
    await app.user.click(screen.getByRole('link', { name: 'Sign in' }));
    await heading('Iniciar sesión');
    await waitFor(() => {
      expect(document.documentElement.lang).toBe('es');
    });
    expect(document.title).toBe('Iniciar sesión · Flip');
  });

  it('can be changed on the landing page, is stored under both names and stays on the next page', async () => {
    const app = renderApp('/', signedOut);
    await heading('Send money to the app they already use');
    await app.user.click(spanish());
    await heading('Envía dinero a la app que ya usa quien lo recibe');
    expect(localStorage.getItem('language')).toBe('es');
    expect(localStorage.getItem('lang')).toBe('es');
    await app.user.click(screen.getByRole('link', { name: 'Iniciar sesión' }));
    await heading('Iniciar sesión');
  });

  it('is saved for email to a signed-in user, and shown even when saving fails', async () => {
    const app = renderApp('/profile', { 'PATCH /preferences': () => refusal(503, 'service_unavailable') });
    await heading('Profile');
    await app.user.click(spanish());
    await heading('Perfil');
    expect(app.sent('PATCH /preferences')[0]?.body).toEqual({ locale: 'es' });
  });

  it('comes from the account only if none was chosen in this browser', async () => {
    renderApp('/profile', { 'GET /me': () => json({ ...ana, locale: 'es' }) });
    await heading('Perfil');
    expect(localStorage.getItem('lang')).toBe('es');
    await unload();
    localStorage.setItem('language', 'en');
    renderApp('/profile', {
      'GET /me': () => json({ ...ana, locale: 'es' }),
      'PATCH /preferences': noContent,
    });
    await heading('Profile');
    expect(localStorage.getItem('language')).toBe('en');
  });
});
