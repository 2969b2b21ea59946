import { z } from 'zod';
import { parseJson } from '../../api/src/kernel/parse-json.js';
import {
  json,
  post,
  type SimulatorReply,
  type SimulatorRequest,
  type SimulatorRoute,
} from '../simulator-server.js';

/**
 * A route that accepts JSON matching `schema`; no body counts as {}. The content type is required, which blocks other sites:
 * browsers send it cross-origin only after a preflight request.
 */
export function postJson<T>(
  path: RegExp,
  schema: z.ZodType<T>,
  handle: (body: T, request: SimulatorRequest) => SimulatorReply,
): SimulatorRoute {
  return post(path, (request) => {
    if (!String(request.headers['content-type']).startsWith('application/json'))
      return json(415, { error: 'Only application/json' });
    const body = schema.safeParse(parseJson(request.body || '{}'));
    return body.success ? handle(body.data, request) : json(400, { error: z.prettifyError(body.error) });
  });
}
