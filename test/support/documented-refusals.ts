import type { INestApplication } from '@nestjs/common';
import { apiDocument } from '../../api/src/http/api-docs.js';
import { DocumentedRefusals } from './open-api.js';

/** The build alone documents the fields of queries, from which this code follows. */
const NEEDS_BUILD = 'validation_failed';
/** The applications of one test have the same routes. */
let documented: DocumentedRefusals | undefined;

/** Every refusal that a test sees has to be documented, as for servers in processes of their own (browser.ts). */
export function requireDocumented(
  app: INestApplication,
  asked: { readonly method: string; readonly url: string },
  answer: { readonly statusCode: number; readonly payload: string },
): void {
  const { statusCode: status, payload: text } = answer;
  if (status < 400 || text.includes(`"${NEEDS_BUILD}"`)) return;
  documented ??= new DocumentedRefusals(apiDocument(app));
  documented.check(asked, { status, text });
}
