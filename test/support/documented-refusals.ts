import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { apiDocument } from '../../api/src/http/api-docs.js';
import { DocumentedRefusals } from './open-api.js';

type Injected = Awaited<ReturnType<NestFastifyApplication['inject']>>;

/** The build alone documents the fields of queries, from which this code follows. */
const NEEDS_BUILD = 'validation_failed';
/** The applications of one test have the same routes. */
let documented: DocumentedRefusals | undefined;

/** Every refusal that a test sees has to be documented, as for servers in processes of their own (browser.ts). */
export function requireDocumented(
  app: NestFastifyApplication,
  asked: { readonly method: string; readonly url: string },
  answer: Pick<Injected, 'statusCode' | 'payload' | 'headers'>,
): void {
  const { statusCode: status, payload: text } = answer;
  if (status < 400 || text.includes(`"${NEEDS_BUILD}"`)) return;
  documented ??= new DocumentedRefusals(apiDocument(app));
  documented.check(asked, { status, text, retryAfter: answer.headers['retry-after']?.toString() });
}
