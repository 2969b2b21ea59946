import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import type { ProviderSettings } from '../../../config/runtime.js';
import { json, listen, type SimulatorReply } from '../../../../../simulator/simulator-server.js';
import { ClientSecrets } from './client-secrets.js';
import { type AttemptSecrets, SocialProviders } from './social-providers.js';

const NOW_MS = Date.parse('2026-11-01T12:00:00.000Z');
const NOW_SECONDS = NOW_MS / 1_000;
const clientId = 'flip-of-the-test';
const redirectUri = 'http://localhost/api/auth/google/callback';
const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** What the provider's token endpoint answers to the next exchange. */
let answer: (nonce: string) => SimulatorReply;
let nonce: string;
let origin: string;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' };
  server = await listen(
    [
      {
        method: 'GET',
        path: /^\/\.well-known\/openid-configuration$/,
        handle: () =>
          json(200, {
            issuer: origin,
            authorization_endpoint: `${origin}/authorize`,
            token_endpoint: `${origin}/token`,
            jwks_uri: `${origin}/keys`,
            response_types_supported: ['code'],
            subject_types_supported: ['public'],
            id_token_signing_alg_values_supported: ['RS256'],
          }),
      },
      { method: 'GET', path: /^\/keys$/, handle: () => json(200, { keys: [jwk] }) },
      { method: 'POST', path: /^\/token$/, handle: () => answer(nonce) },
    ],
    0,
  );
  origin = server.url;
});
afterAll(() => server.close());

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function tokens(claims: object, { header = {}, key = keys.privateKey } = {}): SimulatorReply {
  const signed = `${encoded({ alg: 'RS256', kid: 'k', ...header })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), key).toString('base64url');
  return json(200, { access_token: randomUUID(), token_type: 'Bearer', id_token: `${signed}.${signature}` });
}

const claimsWith = (changed: object = {}) => ({
  iss: origin,
  aud: clientId,
  sub: '117',
  iat: NOW_SECONDS,
  exp: NOW_SECONDS + 600,
  nonce,
  email: 'riley@mail.example',
  email_verified: true,
  given_name: 'Riley',
  ...changed,
});

async function identify(changed: (secrets: AttemptSecrets) => Partial<AttemptSecrets> = () => ({})) {
  const google = { issuer: origin, clientId, clientSecret: 'secret-of-the-test', simulated: true };
  const settings = { social: { google } } as unknown as ProviderSettings;
  const clock = { now: () => NOW_MS };
  const providers = new SocialProviders(settings, clock, new ClientSecrets(new JwtService({}), clock));
  const { secrets } = await providers.begin('google', { redirectUri, locale: 'en' });
  nonce = secrets.nonce;
  const callback = new URL(`${redirectUri}?code=c&state=${secrets.state}`);
  return providers.identify('google', callback, { ...secrets, ...changed(secrets) });
}

describe('an ID token', () => {
  it('identifies a person by issuer and sub (ASVS 6.8.2)', async () => {
    answer = () => tokens(claimsWith());
    expect(await identify()).toMatchObject({
      issuer: origin,
      subject: '117',
      email: 'riley@mail.example',
      emailVerified: true,
      firstName: 'Riley',
      lastName: undefined,
    });
  });

  it.each([
    ['true', true],
    [false, false],
    ['false', false],
    [1, false],
    [undefined, false],
  ])('with email_verified %j vouches for the address: %j', async (claim, verified) => {
    answer = () => tokens(claimsWith({ email_verified: claim }));
    expect((await identify()).emailVerified).toBe(verified);
  });

  it.each<[string, () => SimulatorReply]>([
    ['of another issuer', () => tokens(claimsWith({ iss: 'https://accounts.google.com' }))],
    ['of the same issuer with a slash', () => tokens(claimsWith({ iss: `${origin}/` }))],
    ['for another client', () => tokens(claimsWith({ aud: 'someone-else' }))],
    ['of another attempt', () => tokens(claimsWith({ nonce: 'other' }))],
    ['without a nonce', () => tokens(claimsWith({ nonce: undefined }))],
    ['that has expired', () => tokens(claimsWith({ exp: NOW_SECONDS - 61 }))],
    ['signed with another key', () => tokens(claimsWith(), { key: otherKeys.privateKey })],
    ['without a signature', () => unsigned()],
    ['without an address', () => tokens(claimsWith({ email: undefined }))],
    ['with an endless sub', () => tokens(claimsWith({ sub: '1'.repeat(256) }))],
    ['that is missing', () => json(200, { access_token: 'a', token_type: 'Bearer' })],
    ['of a code that was refused', () => json(400, { error: 'invalid_grant' })],
  ])('%s is refused (ASVS 10.2.2, 10.5.3, 10.5.4)', async (_, reply) => {
    answer = reply;
    await expect(identify()).rejects.toMatchObject({ code: 'social_failed' });
  });

  it('is checked against the clock port, with a minute of tolerance', async () => {
    answer = () => tokens(claimsWith({ exp: NOW_SECONDS - 30 }));
    expect((await identify()).subject).toBe('117');
  });

  it('is not requested when the state is not that of the attempt', async () => {
    answer = () => tokens(claimsWith());
    await expect(identify(() => ({ state: 'other' }))).rejects.toMatchObject({ code: 'social_failed' });
  });

  it.each<[string, () => SimulatorReply]>([
    ['answers with an error', () => json(503, { busy: true })],
    ['breaks the connection', () => ({ status: 200, cut: true })],
  ])('of a provider that %s can be asked for later', async (_, reply) => {
    answer = reply;
    await expect(identify()).rejects.toMatchObject({ code: 'social_unavailable' });
  });
});

function unsigned(): SimulatorReply {
  const token = `${encoded({ alg: 'none' })}.${encoded(claimsWith())}.`;
  return json(200, { access_token: 'a', token_type: 'Bearer', id_token: token });
}
