import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiDocument } from '../../api/src/http/contract/api-docs.js';
import { DocumentedRefusals } from './open-api.js';

type Injected = Awaited<ReturnType<NestFastifyApplication['inject']>>;

/** This code is documented from query fields, which only the build declares. */
const NEEDS_BUILD = 'validation_failed';
/** The applications of one test have the same routes. */
let documented: DocumentedRefusals | undefined;

/** Requires that every refusal a test receives is documented, as for servers in separate processes (browser.ts). */
export function requireDocumented(
  app: NestFastifyApplication,
  request: { readonly method: string; readonly url: string },
  response: Pick<Injected, 'statusCode' | 'payload' | 'headers'>,
): void {
  const { statusCode: status, payload: text } = response;
  if (status < 400 || text.includes(`"${NEEDS_BUILD}"`)) return;
  documented ??= new DocumentedRefusals(apiDocument(app));
  documented.check(request, { status, text, retryAfter: response.headers['retry-after']?.toString() });
}
