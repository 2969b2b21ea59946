import type { FindRequest, FindResult } from '@kernel/find';
import { sendJson } from '../lib/api';

/** Searches; each search is recorded. */
export function find(body: FindRequest): Promise<FindResult> {
  return sendJson<FindResult>('POST', '/compliance/find', { body });
}
