import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Done = (error: Error | null, body?: unknown) => void;

/** A text, or what opens, closes and separates in JSON. */
const JSON_TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

/**
 * Fastify's JSON parser, which refuses prototypes, for bodies that every reader reads alike: UTF-8, and no key twice.
 * Whoever looked at a body before us (a proxy, a log) saw what we see.
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

/** Whether an object of this JSON has a key twice, however it is written. */
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

/** Keys seen so far of an object that is still open; null of a list. */
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
