import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { fastify, type FastifyInstance } from 'fastify';
import { readConfig } from '../../config/read-config.js';
import type { ProviderSettings } from '../../config/runtime.js';
import { serveWebFiles } from './web-files.js';

const PUBLIC = { PUBLIC_URL: 'https://flip.test', TRUST_PROXY: 'true', ALLOW_SIMULATOR: 'true' };
const VARIANT = 'test.debit.card-3pct-plus-30c.html';
const OTHER_VARIANT = 'live.debit,credit.card-0.30pct.html';
const page = (name: string) =>
  `<title>${name}</title><a href="{{publicUrl}}/">{{supportPhone}}</a>{{outboxUrl}}`;

let root: string;
let server: FastifyInstance;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'flip-web-'));
  await mkdir(join(root, 'landing'));
  await writeFile(join(root, 'index.html'), page('shell'));
  await writeFile(join(root, 'dashboard.html'), page('dashboard'));
  await writeFile(join(root, 'favicon.svg'), '<svg/>');
  for (const language of ['en', 'es'])
    for (const variant of [VARIANT, OTHER_VARIANT])
      await writeFile(join(root, 'landing', `${language}.${variant}`), page(`${language} ${variant}`));
});
afterEach(() => server.close());
afterAll(() => rm(root, { recursive: true }));

async function serve(environment: Record<string, string> = {}): Promise<void> {
  server = fastify();
  const providers = { outboxUrl: 'https://flip.test/outbox' } as ProviderSettings;
  await serveWebFiles(server, root, { config: readConfig({ ...PUBLIC, ...environment }), providers });
}

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

it('names whom to write to about a weakness, for half a year', async () => {
  await serve({ SUPPORT_EMAIL: 'help@flip.test' });
  const { body, headers } = await get('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toMatch(/^Contact: mailto:help@flip\.test$/m);
  expect(body).toMatch(/^Canonical: https:\/\/flip\.test\/\.well-known\/security\.txt$/m);
  const [, expires = ''] = /^Expires: (.+)$/m.exec(body) ?? [];
  expect(Date.parse(expires)).toBeGreaterThan(Date.now() + 179 * 24 * 60 * 60_000);
});

describe('a page', () => {
  it('contains the configuration of this deployment, escaped (ASVS 1.2.3)', async () => {
    await serve({ SUPPORT_PHONE: '<b>"1"</b>' });
    const { body, headers } = await get('/terms');
    expect(body).toBe(
      '<title>shell</title><a href="https://flip.test/">&#60;b&#62;&#34;1&#34;&#60;/b&#62;</a>https://flip.test/outbox',
    );
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
  });

  it('is compressed where the browser accepts it, and not sent again while unchanged', async () => {
    await serve();
    const { rawPayload, headers } = await get('/', { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).toString()).toContain('<title>en');
    const again = await get('/', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('of the dashboard is its own document, with or without a query', async () => {
    await serve();
    for (const path of ['/dashboard', '/dashboard?from=mail'])
      expect((await get(path)).body).toContain('<title>dashboard</title><a href="https://flip.test/">');
    expect((await get('/dashboards')).body).toContain('<title>shell');
  });

  it('is never served with unfilled placeholders', async () => {
    await serve();
    for (const path of ['/index.html', '/dashboard.html', `/landing/en.${VARIANT}`])
      expect((await get(path, { accept: 'text/html' })).body).not.toContain('{{');
    expect((await get('/favicon.svg')).body).toBe('<svg/>');
  });
});

describe('the landing page', () => {
  const spanish = { cookie: 'flip_hint=1; language=es' };

  it.each([
    ['English whatever was chosen, by default', {}, spanish, `en ${VARIANT}`],
    [
      'in the chosen language where that is allowed',
      { LANDING_FORCE_ENGLISH: 'false' },
      spanish,
      `es ${VARIANT}`,
    ],
    ['English without a choice', { LANDING_FORCE_ENGLISH: 'false' }, {}, `en ${VARIANT}`],
    [
      'the one built for this configuration',
      {
        TEST_MODE: 'false',
        SMTP_URL: 'smtp://mail.test',
        PERSONA_API_KEY: 'key',
        PERSONA_WEBHOOK_SECRETS: 'secret',
        PAYPAL_CLIENT_ID: 'client',
        PAYPAL_CLIENT_SECRET: 'secret',
        PAYPAL_WEBHOOK_ID: 'WH-1',
        STRIPE_SECRET_KEY: 'sk_live_8f14e45fceea',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_c9f0f895fb98',
        STRIPE_WEBHOOK_SECRETS: 'whsec_45c48cce2e2d7fbd',
        ACCEPTED_CARD_FUNDING: 'debit,credit',
        FEE_SCHEDULE: 'card-0.30pct',
      },
      {},
      `en ${OTHER_VARIANT}`,
    ],
  ])('is %s', async (_, environment, headers, title) => {
    await serve(environment);
    expect((await get('/', headers)).body).toContain(`<title>${title}</title>`);
  });
});
