import { fixedSecret, GOOGLE } from './openid-kinds.js';
import { OpenIdPages } from './openid-page.js';
import { OpenIdProvider } from './openid-provider.js';
import type { SimulatorReply, SimulatorRequest } from '../simulator-server.js';

const authorization = {
  client_id: 'flip',
  redirect_uri: 'http://localhost:3000/api/auth/google/callback',
  state: 'state-1',
  nonce: 'nonce-1',
  code_challenge: 'challenge-1',
};
const provider = new OpenIdProvider({
  clock: { now: () => Date.parse('2026-11-21T12:00:00.000Z') },
  clientId: 'flip',
  isSecret: fixedSecret('secret-of-the-test'),
  kind: GOOGLE,
  issuer: () => 'http://127.0.0.1:1/openid',
});
const pages = new OpenIdPages({
  provider,
  path: '/openid',
  isOwn: ({ hostname }) => hostname === 'localhost',
  people: [{ email: 'maya@demo.example', givenName: 'Maya', familyName: 'Okafor' }],
});

function send(method: 'GET' | 'POST', values: object, language?: string): SimulatorReply {
  const form = new URLSearchParams({ ...values }).toString();
  const url = new URL(`http://127.0.0.1:1/openid/authorize?${method === 'GET' ? form : ''}`);
  const route = pages.routes().find((one) => one.method === method && one.path.test(url.pathname));
  const request: SimulatorRequest = {
    method,
    url,
    headers: { 'accept-language': language },
    body: method === 'POST' ? form : '',
    groups: [],
  };
  return route?.handle(request) as SimulatorReply;
}

const locationOf = ({ headers }: SimulatorReply) => new URL(headers?.['location'] ?? '');

describe('the account chooser', () => {
  it('offers a new person, the demo users, an unverified address, a form and a cancel button', () => {
    const { status, body = '', headers } = send('GET', authorization);
    expect(status).toBe(200);
    for (const text of [
      'Riley Brooks',
      'maya@demo.example',
      'not verified',
      'name="email"',
      'value="cancel"',
    ])
      expect(body).toContain(text);
    expect(headers?.['content-security-policy']).toContain("form-action 'self' http://localhost:3000");
  });

  it('is in Spanish when the request asks for it', () => {
    expect(send('GET', { ...authorization, ui_locales: 'es' }, 'en-US').body).toContain('Elige una cuenta');
  });

  it.each([
    ['without PKCE', { code_challenge: '' }],
    ['of an unknown client', { client_id: 'other' }],
    ['that returns elsewhere', { redirect_uri: 'https://evil.example/callback' }],
    ['that returns nowhere', { redirect_uri: 'x' }],
  ])('refuses a request %s without redirecting', (_, changed) => {
    for (const method of ['GET', 'POST'] as const) {
      const reply = send(method, { ...authorization, ...changed, choice: 'cancel' });
      expect([reply.status, reply.headers?.['location']]).toEqual([400, undefined]);
    }
  });

  it('returns with an error after a cancel', () => {
    const address = locationOf(send('POST', { ...authorization, choice: 'cancel' }));
    expect(Object.fromEntries(address.searchParams)).toEqual({ state: 'state-1', error: 'access_denied' });
  });

  it('returns with a code for an entered person, and shows the form again for an invalid address', () => {
    const typed = { ...authorization, choice: 'other', name: 'Ana Torres', email: 'ana@mail.example' };
    const address = locationOf(send('POST', typed));
    expect([...address.searchParams.keys()]).toEqual(['state', 'code']);
    const wrong = send('POST', { ...typed, email: 'ana@' });
    expect([wrong.status, wrong.body?.includes('valid e-mail address')]).toEqual([400, true]);
  });

  it('refuses a made-up choice', () => {
    expect(send('POST', { ...authorization, choice: '{"email":"x"}' }).status).toBe(400);
  });
});
