import { connect } from 'node:net';
import type { Problem } from '../../api/src/kernel/people/accounts.js';
import { type Browser, PASSWORD } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { OpenApi } from '../support/open-api.js';
import { waitFor } from '../support/wait-for.js';

/** é as one code point, and as a letter with a mark: what two keyboards send for one key. */
const [COMPOSED, DECOMPOSED] = [`${PASSWORD}é`.normalize('NFC'), `${PASSWORD}é`.normalize('NFD')];

describe('a server behind its proxy', () => {
  let server: FlipServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await FlipServer.start({ env: { TRUST_PROXY: 'true' } });
    browser = server.browser();
  });
  afterAll(() => server.dispose());

  it('counts a caller by the address that the proxy saw, whatever the caller writes before it (ASVS 4.1.3, 15.3.4)', async () => {
    const signUp = async (forwarded: string) => {
      const person = {
        firstName: 'Ana',
        lastName: 'Ruiz',
        email: `${crypto.randomUUID()}@people.example`,
        password: PASSWORD,
        acceptTerms: true,
      };
      return browser.post<Problem>('/api/auth/sign-up', person, { 'x-forwarded-for': forwarded });
    };
    const statuses = [];
    for (let count = 1; count <= 11; count += 1)
      statuses.push((await signUp(`198.51.${String(count)}.7, 203.0.113.9`)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    expect((await signUp('203.0.113.9, 198.51.100.7')).status).toBe(201);
  });

  it('repeats no request to whoever sent it with TRACE (ASVS 13.4.4)', async () => {
    const answer = await sent(
      'TRACE / HTTP/1.1\r\nhost: flip\r\nx-secret: canary\r\nconnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('canary');
  });

  it('refuses a request with two hosts or two lengths (ASVS 4.2.1, 15.3.7)', async () => {
    const refused = [
      'GET /api/config HTTP/1.1\r\nhost: flip\r\nhost: other\r\nconnection: close\r\n\r\n',
      'POST /api/auth/sign-in HTTP/1.1\r\nhost: flip\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n0\r\n\r\n',
    ];
    for (const request of refused) expect(await sent(request)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('names the character set of every text that it sends (ASVS 4.1.1)', async () => {
    const { operations } = await OpenApi.of(browser);
    const paths = operations.filter(({ method }) => method === 'GET').map(({ path }) => path);
    const seen = [];
    for (const path of ['/', '/signin', '/health/live', ...paths.filter((path) => !path.includes('{'))]) {
      if (path === '/api/events') continue;
      const { headers, text } = await browser.get(path);
      const type = headers.get('content-type') ?? '';
      if (text !== '')
        seen.push([path, /^(text|application\/(problem\+)?json)/.test(type), type.includes('charset=utf-8')]);
    }
    expect(seen.length).toBeGreaterThan(20);
    expect(seen.filter(([, isText, isNamed]) => isText !== isNamed)).toEqual([]);
  });

  it('takes a password in either Unicode form of what was chosen, and in no other case or length (ASVS 6.2.8)', async () => {
    const email = `${crypto.randomUUID()}@people.example`;
    const person = { firstName: 'Ana', lastName: 'Ruiz', email, password: COMPOSED, acceptTerms: true };
    const from = { 'x-forwarded-for': '192.0.2.40' };
    expect((await browser.post('/api/auth/sign-up', person, from)).status).toBe(201);
    const signIn = async (password: string) =>
      (await server.browser().post('/api/auth/sign-in', { email, password }, from)).status;
    expect([await signIn(DECOMPOSED), await signIn(COMPOSED)]).toEqual([200, 200]);
    expect([await signIn(COMPOSED.toUpperCase()), await signIn(COMPOSED.slice(0, -1))]).toEqual([401, 401]);
  });

  it('logs a failed sign-in by the blind indexes of account and network, and names nobody (ASVS 16.3.1)', async () => {
    const email = `${crypto.randomUUID()}@people.example`;
    const fail = (address: string) =>
      server
        .browser()
        .post('/api/auth/sign-in', { email, password: PASSWORD }, { 'x-forwarded-for': address });
    for (const address of ['192.0.2.50', '192.0.2.51', '198.51.100.50']) await fail(address);
    const networks = await waitFor('three lines of one account', () => {
      const lines = [...server.output.matchAll(/account ([\da-f]{16}) from network ([\da-f]{16})"/g)];
      const own = (name: string | undefined) => lines.filter(([, account]) => account === name);
      const found = lines.map(([, account]) => own(account)).find(({ length }) => length === 3);
      return Promise.resolve(found?.map(([, , network]) => network));
    });
    expect(networks[1]).toBe(networks[0]);
    expect(networks[2]).not.toBe(networks[0]);
    for (const told of [email, '192.0.2.50']) expect(server.output).not.toContain(told);
  });

  /** The bytes that the server answers to these bytes. */
  function sent(bytes: string): Promise<string> {
    const { hostname, port } = new URL(server.url);
    return new Promise((done, failed) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('close', () => done(answer));
      socket.on('error', failed);
    });
  }
});
