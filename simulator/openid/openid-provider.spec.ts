import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { fixedSecret, GOOGLE } from './openid-kinds.js';
import { OpenIdProvider } from './openid-provider.js';

const clock = { nowMs: Date.parse('2026-11-21T12:00:00.000Z'), now: () => clock.nowMs };
const client = { clientId: 'flip', clientSecret: 'secret-of-the-test' };
const provider = new OpenIdProvider({
  clock,
  kind: GOOGLE,
  clientId: client.clientId,
  isSecret: fixedSecret(client.clientSecret),
  issuer: () => 'http://127.0.0.1:1/openid',
});
const codeVerifier = 'verifier-of-the-test';
const request = {
  clientId: 'flip',
  redirectUri: 'http://localhost/callback',
  state: 's',
  nonce: 'n',
  codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
};
const person = { email: 'riley@mail.example', emailVerified: true, givenName: 'Riley', familyName: '' };
const exchange = (changed: object = {}) => ({
  grantType: 'authorization_code',
  code: provider.issue(request, person),
  redirectUri: request.redirectUri,
  codeVerifier,
  ...client,
  ...changed,
});
const tokenOf = async (): Promise<string> =>
  ((await provider.exchange(exchange())).body as { id_token: string }).id_token;
const decoded = (text = ''): object => JSON.parse(Buffer.from(text, 'base64url').toString()) as object;

describe('the simulated sign-in provider', () => {
  it('signs an ID token with the key that it publishes', async () => {
    const [header, claims, signature = ''] = (await tokenOf()).split('.');
    const { keys } = (await provider.keys()) as { keys: (JsonWebKey & { kid: string })[] };
    const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
    const signed = Buffer.from(`${header ?? ''}.${claims ?? ''}`);
    expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(decoded(header)).toEqual({ alg: 'RS256', typ: 'JWT', kid: keys[0]?.kid });
    const nowSeconds = clock.nowMs / 1_000;
    expect(decoded(claims)).toMatchObject({
      iss: 'http://127.0.0.1:1/openid',
      aud: 'flip',
      nonce: 'n',
      iat: nowSeconds,
      exp: nowSeconds + 3_600,
      email: person.email,
      email_verified: true,
      name: 'Riley',
    });
  });

  it('uses the same id for a person every time', async () => {
    const ids = await Promise.all([tokenOf(), tokenOf()]);
    const [one, other] = ids.map((token) => (decoded(token.split('.')[1]) as { sub: string }).sub);
    expect(one).toBe(other);
  });

  it('accepts a code only once', async () => {
    const once = exchange();
    expect((await provider.exchange(once)).status).toBe(200);
    expect(await provider.exchange(once)).toEqual({ status: 400, body: { error: 'invalid_grant' } });
  });

  it.each([
    ['another verifier', { codeVerifier: 'other' }, 'invalid_grant'],
    ['another redirect address', { redirectUri: 'http://localhost/other' }, 'invalid_grant'],
    ['an unknown code', { code: 'unknown' }, 'invalid_grant'],
    ['another client', { clientId: 'other' }, 'invalid_client'],
    ['a wrong secret', { clientSecret: 'wrong' }, 'invalid_client'],
    ['another grant', { grantType: 'password' }, 'unsupported_grant_type'],
  ])('refuses %s', async (_, changed, error) => {
    expect((await provider.exchange(exchange(changed))).body).toEqual({ error });
  });

  it('refuses a code after a minute', async () => {
    const late = exchange();
    clock.nowMs += 60_000;
    expect((await provider.exchange(late)).status).toBe(400);
  });
});
