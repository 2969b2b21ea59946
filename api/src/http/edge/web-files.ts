import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Config, publicUrl } from '../../config/config.js';
import type { Runtime } from '../../config/runtime.js';
import { type Locale, LOCALES } from '../../kernel/people/accounts.js';
import { escaped, HTML } from '../contract/plain-page.js';
import { TEXTS_FOLDER } from '../http.module.js';

/** Paths under these never fall back to the page; unknown ones are a 404 problem. */
const NEVER_PAGES = ['/api', '/health', '/metrics', '/assets', '/locales'];
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';
const CONTACT_HOLDS_MS = 180 * 24 * 60 * 60_000;
/** Fast enough for the start of a server. */
const PAGE_COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Serves the built web files, the pages for every other path, and the API's refusal texts next to the page's own. */
export async function serveWebFiles(
  instance: FastifyInstance,
  root: string,
  { config, providers }: Pick<Runtime, 'config' | 'providers'>,
): Promise<void> {
  serveRefusalTexts(instance);
  serveSecurityContact(instance, config);
  if (!existsSync(join(root, 'index.html'))) {
    instance.log.warn('The web files are not built (npm run build:web): only the API is served');
    return;
  }
  await instance.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    // Pages have gaps, which readPage fills in; a compressed file is served at the address of the file.
    globIgnore: ['**/*.html*', '**/*.br'],
    preCompressed: true,
    cacheControl: false,
    // Files are small, and their tags tell them apart.
    acceptRanges: false,
    lastModified: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : REVALIDATE);
    },
  });
  const facts = {
    publicUrl: new URL(publicUrl(config)).origin,
    outboxUrl: providers.outboxUrl ?? '',
    providersUrl: providers.providersUrl ?? '',
    supportEmail: config.SUPPORT_EMAIL,
    supportPhone: config.SUPPORT_PHONE,
  };
  const page = readPage(join(root, 'index.html'), facts);
  const dashboard = readPage(join(root, 'dashboard.html'), facts);
  const variant = `${config.TEST_MODE ? 'test' : 'live'}.${config.ACCEPTED_CARD_FUNDING}.${config.FEE_SCHEDULE}`;
  const landing = (language: Locale) => readPage(join(root, 'landing', `${language}.${variant}.html`), facts);
  const landings = { en: landing('en'), es: landing('es') };
  instance.get('/', (request, reply) => sendPage(request, reply, landings[landingLanguage(request, config)]));
  instance.get('/dashboard', (request, reply) => sendPage(request, reply, dashboard));
  instance.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    // The address of a recipient's page is a secret in itself.
    if (request.params['*'].startsWith('s/')) void reply.header('x-robots-tag', 'noindex');
    if (isPage(`/${request.params['*']}`, request.headers.accept)) return sendPage(request, reply, page);
    reply.callNotFound();
    return reply;
  });
}

/** The browser keeps its choice in a cookie (decision 5). */
function landingLanguage({ headers }: FastifyRequest, config: Config): Locale {
  const chosen = /(?:^|; )language=es(?:;|$)/.test(headers.cookie ?? '');
  return chosen && !config.LANDING_FORCE_ENGLISH ? 'es' : 'en';
}

function serveRefusalTexts(instance: FastifyInstance): void {
  for (const language of LOCALES) {
    const texts = readFileSync(join(TEXTS_FOLDER, language, 'errors.json'));
    instance.get(`/locales/${language}/errors.json`, (_request, reply) =>
      reply.header('cache-control', REVALIDATE).type('application/json; charset=utf-8').send(texts),
    );
  }
}

/** Whom to write to about a weakness (RFC 9116); what is read today holds for half a year. */
function serveSecurityContact(instance: FastifyInstance, config: Config): void {
  const path = '/.well-known/security.txt';
  instance.get(path, (_request, reply) => {
    const expires = new Date(Date.now() + CONTACT_HOLDS_MS).toISOString();
    const lines = [
      `Contact: mailto:${config.SUPPORT_EMAIL}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en, es',
      `Canonical: ${new URL(path, publicUrl(config)).href}`,
    ];
    return reply
      .header('cache-control', REVALIDATE)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}

/** An address with a dot may be a page's or a missing file's: only a browser's navigation accepts HTML. */
function isPage(path: string, accept = ''): boolean {
  if (NEVER_PAGES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return false;
  return !path.slice(path.lastIndexOf('/')).includes('.') || accept.includes('text/html');
}

/** A built page with its gaps, "{{publicUrl}}", filled by the facts of this deployment. */
function readPage(path: string, facts: Readonly<Record<string, string>>) {
  const html = readFileSync(path, 'utf8').replace(/\{\{(\w+)\}\}/g, (_gap, name: string) =>
    escaped(facts[name] ?? ''),
  );
  const plain = Buffer.from(html);
  const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { plain, brotli: brotliCompressSync(plain, PAGE_COMPRESSION), etag };
}

function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { plain, brotli, etag }: ReturnType<typeof readPage>,
): FastifyReply {
  void reply.headers({ 'cache-control': REVALIDATE, vary: 'accept-encoding, cookie', etag });
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  const compressed = /\bbr\b/.test(headers['accept-encoding'] ?? '');
  if (compressed) void reply.header('content-encoding', 'br');
  return reply.type(HTML).send(compressed ? brotli : plain);
}
