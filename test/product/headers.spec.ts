import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Problem } from '../../api/src/kernel/people/accounts.js';
import type { ApiResponse, Browser } from '../support/browser.js';
import { FlipServer } from '../support/flip-server.js';
import { OpenApi } from '../support/open-api.js';
import { METRICS_TOKEN, sharedServer, type SharedServer } from '../support/shared-servers.js';

/** The exact policy (decision 35). */
const policyWith = (cardFrame: string) =>
  `default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-src ${cardFrame}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; report-uri /api/csp-reports`;
/** Of responses in which nothing runs. */
const POLICY_OF_DATA = "default-src 'none'; frame-ancestors 'none'";
const ID = '00000000-0000-4000-8000-000000000000';

const FROM_ELSEWHERE = ['/api/mail/unsubscribe', '/api/csp-reports', '/api/auth/{provider}/callback'];

describe('response headers and cookies', () => {
  let server: SharedServer;
  let browser: Browser;
  let unsafe: readonly { readonly method: string; readonly path: string }[];

  beforeAll(async () => {
    server = await sharedServer('plain');
    browser = server.browser();
    await browser.signUp();
    const { operations } = await OpenApi.of(browser);
    unsafe = operations
      // A signature or a mail's token replaces the header there; a provider's response is only redirected, a report logged.
      .filter(({ path }) => !path.startsWith('/api/webhooks/') && !FROM_ELSEWHERE.includes(path))
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/, ID) }));
  });

  const own = () => server.url;
  const assets = () =>
    readdirSync(join(process.cwd(), 'dist/web/assets')).filter((name) => /\.(js|css)$/.test(name));

  it.each([
    '/',
    '/signin',
    '/dashboard',
    '/no-such-page',
    '/api/me',
    '/api/missing',
    '/api/docs',
    '/health/live',
  ])(
    'forbid foreign resources, framing and content sniffing: %s (ASVS 3.2.1, 3.4.4, 3.4.5, 3.4.6, 14.2.3)',
    async (path) => {
      const { body: facts } = await browser.get<{ cardEntry: { frameOrigin: string } }>('/api/config');
      const { headers } = await browser.get(path, { accept: 'text/html' });
      const isPage = headers.get('content-type')?.startsWith('text/html') === true;
      expect(headers.get('content-security-policy')).toBe(
        isPage ? policyWith(facts.cardEntry.frameOrigin) : POLICY_OF_DATA,
      );
      expect(headers.get('permissions-policy')).toEqual(
        isPage ? expect.stringMatching(/^([a-z-]+=\(\)(, )?)+$/) : null,
      );
      expect(headers.get('cross-origin-opener-policy')).toBe(isPage ? 'same-origin-allow-popups' : null);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      for (const told of ['x-powered-by', 'server', 'access-control-allow-origin'])
        expect([told, headers.get(told)]).toEqual([told, null]);
    },
  );

  it('keep a session in cookies that no script or other site can use, and a hint without content (ASVS 3.3.2, 3.3.4)', async () => {
    const { credentials, answer } = await signedIn();
    const cookies = answer.headers.getSetCookie().map((text) => text.split('; '));
    const named = Object.fromEntries(
      cookies.map(([pair = '', ...rest]) => [pair.split('=')[0] ?? '', rest.toSorted()]),
    );
    const closed = ['HttpOnly', expect.stringMatching(/^Max-Age=\d+$/) as string, 'Path=/', 'SameSite=Lax'];
    expect(named).toEqual({
      flip_at: closed,
      flip_rt: closed,
      flip_device: closed,
      flip_hint: closed.slice(1),
    });
    expect(cookies.flat()).toContain('flip_hint=1');
    expect(answer.headers.getSetCookie().join()).not.toContain(credentials.email);
  });

  it('clear the session and the hint at sign-out', async () => {
    const { person } = await signedIn();
    const out = await person.post('/api/auth/sign-out');
    const taken = out.headers.getSetCookie().filter((text) => /^flip_(at|rt|hint)=;.*Max-Age=0/.test(text));
    expect(taken).toHaveLength(3);
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['without the header X-Flip-Request', { 'x-flip-request': '' }, 403, 'request_header_missing'],
    ['with another value of it', { 'x-flip-request': 'true' }, 403, 'request_header_missing'],
    ['from a foreign page', { origin: 'https://evil.example' }, 403, 'origin_not_allowed'],
    ['from a page of another port', { origin: 'http://127.0.0.1:1' }, 403, 'origin_not_allowed'],
    ['from a page without an origin', { origin: 'null' }, 403, 'origin_not_allowed'],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['as plain text', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['in parts', { 'content-type': 'multipart/form-data; boundary=x' }, 415, 'unsupported_media_type'],
    ['as XML', { 'content-type': 'application/xml' }, 415, 'unsupported_media_type'],
    ['as a report', { 'content-type': 'application/csp-report' }, 415, 'unsupported_media_type'],
  ])('refuse every unsafe route when sent %s (ASVS 3.5.1, 3.5.2)', async (...[, headers, status, code]) => {
    expect(unsafe.length).toBeGreaterThan(15);
    for (const { method, path } of unsafe) {
      const answer = await browser.request<Problem>(method, path, { body: '{}', headers });
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, status, code]);
    }
    expect((await browser.get('/api/me')).status).toBe(200);
  });

  it('accept requests from our own pages', async () => {
    for (const { method, path } of unsafe.filter(({ path }) => path.endsWith('/check'))) {
      const answer = await browser.request<Problem>(method, path, { body: '{}', headers: { origin: own() } });
      expect(answer.status).toBe(400);
    }
  });

  it('never let another site read a response (ASVS 3.4.2)', async () => {
    const origin = { origin: 'https://evil.example' };
    for (const { method, path } of [...unsafe, { method: 'GET', path: '/api/me' }]) {
      const asked = {
        ...origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'x-flip-request',
      };
      for (const answer of [
        await browser.get(path, origin),
        await browser.request('OPTIONS', path, { headers: asked }),
      ]) {
        const told = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect([path, told]).toEqual([path, []]);
      }
    }
  });

  it('give scripts and a page that has not changed the whole policy, because workers and cached pages use it (ASVS 3.4.3)', async () => {
    const { headers } = await browser.get('/dashboard', { accept: 'text/html' });
    const policy = headers.get('content-security-policy');
    const script = assets().find((name) => name.startsWith('password.worker')) ?? '';
    const unchanged = await browser.get('/dashboard', {
      accept: 'text/html',
      'if-none-match': headers.get('etag') ?? '',
    });
    expect(unchanged.status).toBe(304);
    for (const answer of [unchanged, await browser.get(`/assets/${script}`)])
      expect(answer.headers.get('content-security-policy')).toBe(policy);
  });

  it('let a browser cache immutable files for a year and revalidate the page (ASVS 14.2.2, 14.3.2)', async () => {
    const [file = ''] = assets();
    const asset = await browser.get(`/assets/${file}`);
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    for (const path of ['/', '/dashboard', '/locales/en/app.json', '/locales/es/app.json']) {
      const { status, headers } = await browser.get(path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
    }
    expect((await browser.get('/assets/missing.js')).status).toBe(404);
    const page = await browser.get('/people/ana.torres', { accept: 'text/html,*/*' });
    expect([page.status, page.text.includes('<script')]).toEqual([200, true]);
    expect((await browser.get('/api/me')).headers.get('cache-control')).toBe('no-store');
  });

  it('total at most 150 KB before the first screen, and 300 KB of word lists to rate a password', async () => {
    const sent = (path: string) => {
      const file = join(process.cwd(), 'dist/web', path);
      return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size / 1_000;
    };
    const { text } = await browser.get('/signin');
    const named = [...text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(2);
    expect(named.reduce((sum, path) => sum + sent(path), 0)).toBeLessThan(150);
    const lists = assets().filter((name) => /^(en|es)-/.test(name));
    expect(lists.filter((name) => sent(`assets/${name}`) < 300)).toHaveLength(2);
  });

  it('allow no inline script (ASVS 1.1.2, 1.2.1, 1.2.3, 1.3.2, 3.2.2)', async () => {
    const { text } = await browser.get('/');
    const inline = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g), ...text.matchAll(/\son\w+=/g)];
    expect(text).toContain('<script');
    expect(inline).toEqual([]);
  });

  it.each([
    ['en', 'Send money to the app they already use', /^Send money to Cash App, .* before you pay\.$/],
    [
      'es',
      'Envía dinero a la app que ya usa quien lo recibe',
      /^Envía dinero a Cash App, .* antes de pagar\.$/,
    ],
  ])(
    'serve the landing page with its content, and describe it to search engines and link previews, in its language: %s',
    async (language, title, about) => {
      const { text } = await server.browser().get('/', { cookie: `language=${language}` });
      expect(/<h1[^>]*>([^<]*)/.exec(text)?.[1]).toBe(title);
      const meta = (name: string) => new RegExp(`<meta\\s+${name}\\s+content="([^"]*)"`).exec(text)?.[1];
      expect(meta('property="og:title"')).toBe(title);
      for (const name of ['name="description"', 'property="og:description"'])
        expect(meta(name)).toMatch(about);
    },
  );

  it('reveal nothing internal in the 404 problem for an unknown address', async () => {
    for (const path of [
      '/api/missing',
      '/api/transfers/x/y',
      '/api/auth/other/start',
      '/health/x',
      '/assets/x.js',
      '/events.db',
    ]) {
      const answer = await browser.get<Problem>(path);
      expect([path, ...problemOf(answer)]).toEqual([path, 404, 'not_found']);
      expect(Object.keys(answer.body).toSorted()).toEqual([
        'code',
        'detail',
        'params',
        'status',
        'title',
        'type',
      ]);
      expect(answer.text).not.toMatch(/stack|node_modules|\.ts\b|\.js\b|Cannot GET|Error:/);
      expect(answer.text).not.toContain(path);
    }
  });

  it("follow the caller's language in refusals", async () => {
    const inEnglish = await browser.get<Problem>('/api/missing', { 'accept-language': 'en' });
    const inSpanish = await browser.get<Problem>('/api/missing', {
      'accept-language': 'es-MX,es;q=0.9,en;q=0.1',
    });
    expect([inEnglish.body.detail, inSpanish.body.detail]).toEqual(['Not found.', 'No se encontró.']);
    const over = await sendOver(browser, 'es');
    expect(over.body.detail).toBe('Este envío supera tu límite semanal. Te quedan $250.00.');
    const field = await browser.post<Problem>(
      '/api/auth/forgot',
      { x: 1, email: 'a@people.example' },
      { 'accept-language': 'es' },
    );
    expect(field.body.fields?.map(({ message }) => message)).toEqual(['Este campo no se esperaba.']);
  });

  it('expose metrics only with the token where one is set (ASVS 13.4.5)', async () => {
    const proxied = { 'x-forwarded-for': '203.0.113.9' };
    const seen = async (headers: Record<string, string>) => (await browser.get('/metrics', headers)).status;
    expect(await seen({})).toBe(404);
    expect(await seen({ ...proxied, authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
    expect(await seen(proxied)).toBe(404);
    expect(await seen({ authorization: 'Bearer another-token-of-30-characters' })).toBe(404);
    const { text } = await browser.get('/health/ready', proxied);
    expect(JSON.parse(text)).toEqual({ status: 'ready', reasons: [] });
  });

  async function signedIn() {
    const person = server.browser();
    const credentials = await person.signUp();
    const answer = await server.browser().post('/api/auth/sign-in', credentials);
    return { person, credentials, answer };
  }
});

describe('the server does not start', () => {
  const production = {
    NODE_ENV: 'production',
    TEST_MODE: 'false',
    PUBLIC_URL: 'https://flip.test',
    TRUST_PROXY: 'true',
    SUPPORT_EMAIL: 'help@flip.test',
    SUPPORT_PHONE: '(336) 555-0199',
    MAIL_FROM: 'Flip <no-reply@flip.test>',
    SMTP_URL: 'smtp://127.0.0.1:9',
    PERSONA_API_KEY: 'a-key',
    PERSONA_WEBHOOK_SECRETS: 'wbhsec_8f14e45fceea167a',
    PAYPAL_CLIENT_ID: 'a-client',
    PAYPAL_CLIENT_SECRET: 'a-secret',
    PAYPAL_WEBHOOK_ID: 'WH-1',
    STRIPE_SECRET_KEY: 'sk_live_8f14e45fceea',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_c9f0f895fb98',
    STRIPE_WEBHOOK_SECRETS: 'whsec_45c48cce2e2d7fbd',
  };

  it.each<[string, Record<string, string>, string]>([
    ['at a public address without TLS', { HOST: '0.0.0.0' }, 'HOST'],
    ['in production with test mode', { ...production, TEST_MODE: 'true' }, 'TEST_MODE'],
  ])('%s, and one line says what to change', async (_, env, variable) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'flip-refused-'));
    try {
      const refused = FlipServer.start({ dataDir, env }).then(
        async (server) => {
          await server.kill();
          return 'it started';
        },
        (error: unknown) => (error as Error).message,
      );
      expect(await refused).toMatch(
        new RegExp(`ended with 1:\\nFlip cannot start\\. ${variable}: [^\\n]+\\n$`),
      );
      expect(readdirSync(dataDir)).toEqual([]);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

function problemOf({ status, headers, body }: ApiResponse<Problem>): readonly [number, string] {
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(body).toMatchObject({ status, type: `urn:flip:problem:${body.code}` });
  return [status, body.code];
}

/** A send over the weekly limit, in the given language. */
function sendOver(browser: Browser, language: string): Promise<ApiResponse<Problem>> {
  const draft = { recipient: 'Maya Okafor', platform: 'Cash App', handle: 'mayaokafor', amount: '300.00' };
  return browser.post<Problem>('/api/transfers/check', draft, {
    'idempotency-key': randomUUID(),
    'accept-language': language,
  });
}
