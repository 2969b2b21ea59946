import { createHmac, generateKeyPairSync } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { openAccounts, UNLIMITED } from '../../../../../test/support/accounts-app.js';
import type { Client } from '../../../../../test/support/client.js';
import { newPerson } from '../../../../../test/support/passwords.js';
import type { TestApp } from '../../../../../test/support/test-app.js';
import { Secrets } from '../../../config/runtime.js';

describe('a session', () => {
  let app: TestApp;
  let ana: Client;

  beforeAll(async () => {
    app = await openAccounts(UNLIMITED);
    const { email } = newPerson();
    ana = app.browser();
    await ana.signUp({ email });
    await ana.signIn(email);
  });
  afterAll(() => app.close());

  describe('does not accept a forged token (ASVS 7.2.1, 7.2.2, 9.1.1, 9.1.2, 9.1.3, 9.2.2, 9.2.3, 9.2.4, 11.6.1)', () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const parts = () => (ana.cookies.get('flip_at') ?? '').split('.') as [string, string, string];
    const claims = () =>
      JSON.parse(Buffer.from(parts()[1], 'base64url').toString()) as Record<string, unknown>;
    const secrets = () => app.get(Secrets);
    const signed = (change: object, header: object = {}, without = '') =>
      app
        .get(JwtService)
        .sign(
          Object.fromEntries(
            Object.entries({ ...claims(), ...change }).filter(
              ([name, value]) => name !== without && value !== undefined,
            ),
          ),
          {
            privateKey: secrets().sessionPrivateKey,
            algorithm: 'ES256',
            header: { alg: 'ES256', typ: 'at+jwt', ...header },
          },
        );
    const hmac = (header: object, key: string) => {
      const text = `${encode(header)}.${parts()[1]}`;
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };
    const withHeader = (header: unknown) => `${encode(header)}.${parts()[1]}.${parts()[2]}`;
    const withClaims = (change: object) =>
      `${parts()[0]}.${encode({ ...claims(), ...change })}.${parts()[2]}`;
    const foreignKey = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }).privateKey;

    it('accepts a valid token', async () => {
      const authorization = `Bearer ${signed({})}`;
      expect((await app.browser().request('GET', '/me', { headers: { authorization } })).status).toBe(200);
    });

    it.each<[string, () => string]>([
      ['nothing', () => ''],
      ['one dot', () => '.'],
      ['two dots', () => '..'],
      ['a word', () => 'token'],
      ['three words', () => 'a.b.c'],
      ['four parts', () => `${parts().join('.')}.x`],
      ['no signature', () => `${parts()[0]}.${parts()[1]}.`],
      ['no claims', () => `${parts()[0]}..${parts()[2]}`],
      ['a signature cut short', () => parts().join('.').slice(0, -4)],
      ['a signature of zeros', () => `${parts()[0]}.${parts()[1]}.${'A'.repeat(86)}`],
      [
        'a signature in another format',
        () => `${parts()[0]}.${parts()[1]}.${Buffer.alloc(72).toString('base64url')}`,
      ],
      ['algorithm none', () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${parts()[1]}.`],
      ['algorithm None', () => `${encode({ alg: 'None', typ: 'at+jwt' })}.${parts()[1]}.`],
      ['algorithm none with the signature', () => withHeader({ alg: 'none', typ: 'at+jwt' })],
      ['no algorithm', () => withHeader({ typ: 'at+jwt' })],
      ['an algorithm that is a list', () => withHeader({ alg: ['ES256'], typ: 'at+jwt' })],
      ['HS256 with our public key', () => hmac({ alg: 'HS256', typ: 'at+jwt' }, secrets().sessionPublicKey)],
      [
        'HS256 with our blind index key',
        () => hmac({ alg: 'HS256', typ: 'at+jwt' }, secrets().blindIndexKey),
      ],
      ['HS256 with an empty key', () => hmac({ alg: 'HS256', typ: 'at+jwt' }, '')],
      ['RS256', () => withHeader({ alg: 'RS256', typ: 'at+jwt' })],
      ['PS256', () => withHeader({ alg: 'PS256', typ: 'at+jwt' })],
      ['ES384', () => withHeader({ alg: 'ES384', typ: 'at+jwt' })],
      ['EdDSA', () => withHeader({ alg: 'EdDSA', typ: 'at+jwt' })],
      ['a header that is no object', () => withHeader('at+jwt')],
      ['a header that is null', () => withHeader(null)],
      ['another type', () => signed({}, { typ: 'JWT' })],
      ['no type', () => signed({}, { typ: undefined })],
      ['the number of a key that is not there', () => signed({}, { kid: '2' })],
      ['a key id, another key', () => withHeader({ alg: 'ES256', typ: 'at+jwt', kid: '../../dev/null' })],
      ['a key of its own', () => withHeader({ alg: 'ES256', typ: 'at+jwt', jwk: { kty: 'EC' } })],
      ['a key address', () => withHeader({ alg: 'ES256', typ: 'at+jwt', jku: 'http://127.0.0.1/k' })],
      [
        'a foreign key',
        () =>
          new JwtService({ privateKey: foreignKey }).sign(claims(), {
            algorithm: 'ES256',
            header: { alg: 'ES256', typ: 'at+jwt' },
          }),
      ],
      ['other roles, same signature', () => withClaims({ roles: ['analyst'] })],
      ['another person, same signature', () => withClaims({ sub: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' })],
      ['a later end, same signature', () => withClaims({ exp: 99_999_999_999 })],
      ['another issuer', () => signed({ iss: 'elsewhere' })],
      ['no issuer', () => signed({ iss: undefined })],
      ['another audience', () => signed({ aud: 'another-api' })],
      ['a life of an hour', () => signed({ exp: Number(claims()['iat']) + 3_600 })],
      ['no end', () => signed({}, {}, 'exp')],
      ['an end in the past', () => signed({ iat: 1_000_000, exp: 1_000_060 })],
      ['no session', () => signed({ sid: undefined })],
      ['a session that never was', () => signed({ sid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' })],
      ['a session that is a path', () => signed({ sid: '../../secrets' })],
      ['another person in this session', () => signed({ sub: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' })],
      ['a person that is an object', () => signed({ sub: undefined, uid: { $gt: '' } })],
      ['roles that are no list', () => signed({ roles: 'analyst' })],
      [
        'claims that are not JSON',
        () => `${parts()[0]}.${Buffer.from('x').toString('base64url')}.${parts()[2]}`,
      ],
      ['claims that are a list', () => `${parts()[0]}.${encode([])}.${parts()[2]}`],
      ['characters outside the alphabet', () => `${parts()[0]}.${parts()[1]}.${'é'.repeat(43)}`],
      ['a space in the middle', () => parts().join(' .')],
      ['a text of 5,000 characters', () => `${parts()[0]}.${'a'.repeat(5_000)}.${parts()[2]}`],
      ['the refresh token', () => ana.cookies.get('flip_rt') ?? ''],
    ])('with %s', async (_, forge) => {
      for (const headers of [{ cookie: `flip_at=${forge()}` }, { authorization: `Bearer ${forge()}` }]) {
        const safe = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
        );
        const answer = await app.browser().request('GET', '/me', { headers: safe });
        expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
      }
    });
  });

  it.each<[string, object, string]>([
    ['an e-mail that is none', { email: 'x', password: 'y' }, 'email'],
    ['an e-mail that is an operator', { email: { $gt: '' }, password: 'y' }, 'email'],
    ['no password', { email: 'a@b.example' }, 'password'],
    ['a password that is a list', { email: 'a@b.example', password: ['x'] }, 'password'],
    ['an endless password', { email: 'a@b.example', password: 'x'.repeat(129) }, 'password'],
    ['more than it asks for', { email: 'a@b.example', password: 'x', roles: ['analyst'] }, 'roles'],
  ])('is not opened with %s: the field is named', async (_, body, field) => {
    const answer = await app.browser().post('/auth/sign-in', body);
    expect([answer.status, answer.body.fields?.map((refused) => refused.field)]).toEqual([400, [field]]);
  });
});
