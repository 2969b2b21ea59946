import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiDocument } from '../../api/src/http/contract/api-docs.js';
import { DocumentedRefusals } from './open-api.js';

type Injected = Awaited<ReturnType<NestFastifyApplication['inject']>>;

/** This code is documented from query fields, which only the build declares. */
const NEEDS_BUILD = 'validation_failed';
/** Of each application: suites of one worker share this module, and have other routes. */
const documented = new WeakMap<NestFastifyApplication, DocumentedRefusals>();

/** Requires that every refusal a test receives is documented, as for servers in separate processes (browser.ts). */
export function requireDocumented(
  app: NestFastifyApplication,
  request: { readonly method: string; readonly url: string },
  response: Pick<Injected, 'statusCode' | 'payload' | 'headers'>,
): void {
  const { statusCode: status, payload: text } = response;
  if (status < 400 || text.includes(`"${NEEDS_BUILD}"`)) return;
  const known = documented.get(app) ?? new DocumentedRefusals(apiDocument(app));
  documented.set(app, known);
  known.check(request, { status, text, retryAfter: response.headers['retry-after']?.toString() });
}
