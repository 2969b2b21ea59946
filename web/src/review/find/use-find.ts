import type { FindRequest, FindResult } from '@kernel/staff/find';
import { sendJson } from '../../lib/api/api';

/** Searches; each search is recorded. */
export function find(body: FindRequest): Promise<FindResult> {
  return sendJson('POST', '/compliance/find', { body });
}
