import { isUtf8 } from 'node:buffer';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { parseJson } from '../../kernel/parse-json.js';
import { requireBoundedTexts } from '../contract/body-texts.js';
import { isWebhook } from './log-and-metrics.js';

type Done = (error: Error | null, body?: unknown) => void;

/** A JSON string, also one without an end, or punctuation. */
const JSON_TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"?|[{}[\],]/g;
/** Each member has a comma or bracket before it, a key, a text and a closing bracket at most. */
const TOKENS_PER_MEMBER = 4;

const JSON_OBJECT = /^[ \t\r\n]*\{/;

/** Limits of a JSON document: its nesting, and the keys and elements of all its objects and lists together. */
export interface JsonBounds {
  readonly depth: number;
  readonly members: number;
}

/** Several times what the largest form has. */
const BODY_BOUNDS: JsonBounds = { depth: 8, members: 64 };

/**
 * Fastify's JSON parser, which refuses prototypes, limited to small unambiguous objects: UTF-8 without duplicate keys.
 * A proxy or log in front of us reads such a body the same way. A webhook is passed on unparsed: its signature covers
 * the bytes, and only a signed one is worth parsing.
 */
export function jsonBodyParser(instance: FastifyInstance) {
  const parse = instance.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: Buffer, done: Done): void => {
    if (isWebhook(request)) {
      done(null, body);
      return;
    }
    const text = body.toString();
    const flaw = flawOf(body, text);
    if (flaw) done(Object.assign(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), { message: flaw }));
    else void parse(request, text, withBoundedTexts(request, text, done));
  };
}

/** Before validation, a handler or a log sees the body (body-texts.ts). */
function withBoundedTexts(request: FastifyRequest, json: string, done: Done): Done {
  return (error, body) => {
    if (error) {
      done(error);
      return;
    }
    try {
      requireBoundedTexts(body as object, json, request.routeOptions.config.referenceFields ?? []);
    } catch (refusal) {
      done(refusal as Error);
      return;
    }
    done(null, body);
  };
}

function flawOf(body: Buffer, text: string): string | null {
  if (!isUtf8(body)) return 'it is not UTF-8';
  return JSON_OBJECT.test(text) ? jsonFlaw(text, BODY_BOUNDS) : 'it is not an object';
}

/**
 * Why a text must not be parsed as JSON, in time linear in its length: deep nesting and thousands of elements are cheap
 * to send but costly to parse and validate. Null does not mean that it is valid JSON.
 */
export function jsonFlaw(json: string, { depth, members }: JsonBounds): string | null {
  const open: OpenKeys[] = [];
  let before = '';
  let count = 0;
  let tokens = 0;
  for (const [token] of json.matchAll(JSON_TOKEN)) {
    tokens += 1;
    if (!token.startsWith('"')) count += nest(open, token);
    else if ((before === '{' || before === ',') && isRepeated(token, open.at(-1) ?? null))
      return 'it has a key twice';
    if (open.length > depth || count > members || tokens > members * TOKENS_PER_MEMBER + 4)
      return 'it is nested too deeply or has too many members';
    before = token;
  }
  return null;
}

/** Keys so far of an unfinished object; null for a list. */
type OpenKeys = Set<string> | null;

/** Enters or leaves an object or list; returns how many members the token begins. */
function nest(open: OpenKeys[], token: string): number {
  if (token === '{') open.push(new Set());
  else if (token === '[') open.push(null);
  else if (token !== ',') {
    open.pop();
    return 0;
  }
  return 1;
}

/** A key that cannot be read is left to the parser. */
function isRepeated(token: string, keys: OpenKeys): boolean {
  const key = keys && parseJson(token);
  if (!keys || typeof key !== 'string') return false;
  const before = keys.size;
  return keys.add(key).size === before;
}
