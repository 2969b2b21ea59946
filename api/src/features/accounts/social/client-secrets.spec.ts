import { generateKeyPairSync } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { signedSecret } from '../../../../../simulator/openid/openid-kinds.js';
import { ClientSecrets } from './client-secrets.js';

const NOW_MS = Date.parse('2026-11-01T12:00:00.000Z');
const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
const key = { teamId: 'FLIPTEAM01', keyId: 'FLIPKEY001', privateKey: newKey() };
const registered = { issuer: 'https://appleid.apple.com', clientId: 'com.flip.web', simulated: false };
const clock = { nowMs: NOW_MS, now: () => clock.nowMs };
/** The module's own key signs sessions: it must not sign for a provider. */
const secrets = new ClientSecrets(new JwtService({ privateKey: newKey() }), clock);
const accepts = (changed: object = {}) =>
  signedSecret(
    { ...key, ...changed },
    { clientId: registered.clientId, issuer: () => registered.issuer, nowMs: () => clock.nowMs, ...changed },
  );

describe('a client secret', () => {
  beforeEach(() => {
    clock.nowMs = NOW_MS;
  });

  it('is the fixed secret of a provider that has one', async () => {
    expect(await secrets.of({ ...registered, clientSecret: 'of-google' })).toBe('of-google');
  });

  it('is signed with the registered key, for the issuer, the team and this client', async () => {
    const secret = await secrets.of({ ...registered, clientSecret: key });
    const [header = '', claims = ''] = secret
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header)).toEqual({ alg: 'ES256', typ: 'JWT', kid: key.keyId });
    expect(JSON.parse(claims)).toEqual({
      iss: key.teamId,
      sub: registered.clientId,
      aud: registered.issuer,
      iat: NOW_MS / 1_000,
      exp: NOW_MS / 1_000 + 300,
    });
    expect(accepts()(secret)).toBe(true);
  });

  it.each([
    ['another key', { privateKey: newKey() }],
    ['another key id', { keyId: 'OTHERKEY01' }],
    ['another team', { teamId: 'OTHERTEAM1' }],
    ['another client', { clientId: 'com.other' }],
    ['another issuer', { issuer: () => 'https://other.example' }],
  ])('is not accepted by the simulated provider for %s', async (_, changed) => {
    expect(accepts(changed)(await secrets.of({ ...registered, clientSecret: key }))).toBe(false);
  });

  it('is valid for five minutes', async () => {
    const secret = await secrets.of({ ...registered, clientSecret: key });
    clock.nowMs += 300_000;
    expect(accepts()(secret)).toBe(false);
  });
});
