import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LOCALES } from '../kernel/accounts.js';
import { TEXTS_FOLDER } from './http.module.js';

/** Paths under these never fall back to the page; unknown ones are a 404 problem. */
const NEVER_PAGES = ['/api', '/health', '/metrics', '/assets', '/locales'];
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Serves the built web files, the page for every other path, and the API's refusal texts next to the page's own. */
export async function serveWebFiles(instance: FastifyInstance, root: string): Promise<void> {
  serveRefusalTexts(instance);
  if (!existsSync(join(root, 'index.html'))) {
    instance.log.warn('The web files are not built (npm run build:web): only the API is served');
    return;
  }
  await instance.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : REVALIDATE);
    },
  });
  instance.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    if (isPage(`/${request.params['*']}`, request.headers.accept)) return sendPage(reply);
    reply.callNotFound();
    return reply;
  });
}

function serveRefusalTexts(instance: FastifyInstance): void {
  for (const language of LOCALES) {
    const texts = readFileSync(join(TEXTS_FOLDER, language, 'errors.json'));
    instance.get(`/locales/${language}/errors.json`, (_request, reply) =>
      reply.header('cache-control', REVALIDATE).type('application/json; charset=utf-8').send(texts),
    );
  }
}

/** An address with a dot may be a page's or a missing file's: only a browser's navigation accepts HTML. */
function isPage(path: string, accept = ''): boolean {
  if (NEVER_PAGES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return false;
  return !path.slice(path.lastIndexOf('/')).includes('.') || accept.includes('text/html');
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', REVALIDATE).sendFile('index.html');
}
