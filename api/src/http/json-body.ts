import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Done = (error: Error | null, body?: unknown) => void;

/** A JSON string or punctuation. */
const JSON_TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/**
 * Fastify's JSON parser, which refuses prototypes, limited to unambiguous bodies: UTF-8 without duplicate keys. A proxy
 * or log in front of us reads such a body the same way.
 */
export function unambiguousJson(instance: FastifyInstance) {
  const parse = instance.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: Buffer, done: Done): void => {
    if (!isUtf8(body)) {
      done(notJson('it is not UTF-8'));
      return;
    }
    const text = body.toString();
    void parse(request, text, (error: Error | null, value?: unknown) => {
      if (error) done(error);
      else if (repeatsKey(text)) done(notJson('it has a key twice'));
      else done(null, value);
    });
  };
}

function notJson(reason: string): Error {
  return Object.assign(new SyntaxError(reason), { statusCode: 400 });
}

/** Whether an object in this JSON has a duplicate key, even with different escapes. */
function repeatsKey(json: string): boolean {
  const open: OpenKeys[] = [];
  let before = '';
  for (const [token] of json.matchAll(JSON_TOKEN)) {
    if (!token.startsWith('"')) nest(open, token);
    else if ((before === '{' || before === ',') && isRepeated(token, open.at(-1) ?? null)) return true;
    before = token;
  }
  return false;
}

/** Keys so far of an unfinished object; null for a list. */
type OpenKeys = Set<string> | null;

function nest(open: OpenKeys[], token: string): void {
  if (token === '{') open.push(new Set());
  else if (token === '[') open.push(null);
  else if (token !== ',') open.pop();
}

function isRepeated(token: string, keys: OpenKeys): boolean {
  if (!keys) return false;
  const before = keys.size;
  return keys.add(JSON.parse(token) as string).size === before;
}
