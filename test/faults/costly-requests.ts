import type { InjectOptions } from 'fastify';
import type { Request } from '../support/hostile-requests.js';

/** A request that may be costly, and a plain one of the same size to the same route. */
export interface Attack {
  readonly name: string;
  readonly hostile: InjectOptions;
  readonly plain: InjectOptions;
}

const BODY_BYTES = 15_900;
const WEBHOOK_BYTES = 250_000;
const QUERY_BYTES = 3_900;
const HEADER_BYTES = 8_000;
/** The longest text that is read, in UTF-16 units. */
const TEXT_LENGTH = 2_050;
const ID = '00000000-0000-4000-8000-000000000000';

/** Texts that cost most to normalize, search or compare: what is repeated in them. */
const UNITS: Readonly<Record<string, string>> = {
  'digits apart': '1 ',
  'digits of cards apart': '8 8 ',
  'digits of cards between slashes': '3/1/',
  'groups of cards': '4242 ',
  'digits of other scripts': '٩',
  'digits of another plane': '𞥒 ',
  'long ligatures': 'ﷺ',
  'marks in two orders': '\u0301\u0323',
  'half-width marks': '\uff9e\uff9f',
  'joined pictures': '👩\u200d',
  'invisible characters': '\u200b',
  'white space': ' \t',
  'parts of UUIDs': '00000000-0000-4000-8000-',
  'parts of addresses': 'a@a.',
  'letters in two forms': 'İß',
};
/** In blocks, as the marks that each have to pass all before them. */
const BLOCKS: Readonly<Record<string, string>> = {
  'blocks of marks': 'a' + '\u0301'.repeat(1_000) + '\u0323'.repeat(1_000),
  'digits before a long gap': '4'.repeat(12) + ' '.repeat(2_000),
};
const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ...Object.entries(UNITS).map(([name, unit]) => [name, cut(unit.repeat(TEXT_LENGTH), TEXT_LENGTH)] as const),
  ...Object.entries(BLOCKS),
];

/** JSON that is costly to read, of a size; the long texts are in a field of the route. */
const JSON_UNITS: Readonly<Record<string, (bytes: number, field: string) => string>> = {
  'deep lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'deep objects': (bytes) => '{"a":'.repeat(bytes / 5),
  'many keys': (bytes) =>
    `{${Array.from({ length: bytes / 12 }, (_, at) => `"k${String(at).padStart(6, '0')}":1`).join()}}`,
  'many texts': (bytes) => `{"a":1${'""'.repeat(bytes / 2)}}`,
  'an endless text': (bytes) => `{"a":"${'\\"'.repeat(bytes / 2)}`,
  escapes: (bytes) => `{"a":"${'\\u0031 '.repeat(bytes / 7)}"}`,
  prototypes: (bytes) => `{"a":"${'__proto__ constructor '.repeat(bytes / 22)}"}`,
  'a long number': (bytes) => `{"a":${'1'.repeat(bytes)}}`,
  'white space': (bytes) => `${' '.repeat(bytes)}{}`,
  'one long text of digits': (bytes, field) => `{"${field}":"${'1 '.repeat(bytes / 2 - 20)}"}`,
  'one long text of marks': (bytes) =>
    `{"a":"a${'\u0301'.repeat(bytes / 4 - 10)}${'\u0323'.repeat(bytes / 4 - 10)}"}`,
};

const QUERIES: Readonly<Record<string, string>> = {
  'many keys': Array.from({ length: QUERY_BYTES / 3 }, () => 'a&').join(''),
  'many long keys': Array.from({ length: QUERY_BYTES / 10 }, (_, at) => `key-${String(at)}=1`).join('&'),
  'one key again and again': 'q=1&'.repeat(QUERY_BYTES / 4),
  'broken escapes': `q=${'%zz'.repeat(QUERY_BYTES / 3)}`,
  brackets: `q${'[a]'.repeat(QUERY_BYTES / 3)}=1`,
};

const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'many cookies': { cookie: 'a=1; '.repeat(HEADER_BYTES / 5) },
  'one cookie without an end': { cookie: `flip_at=${'"a;'.repeat(HEADER_BYTES / 3)}` },
  'a long token': {
    authorization: `Bearer ${btoa(`{"alg":"ES256","typ":"at+jwt","a":"${'a'.repeat(HEADER_BYTES / 2)}"}`)}.e30.${'a'.repeat(80)}`,
  },
  'many languages': { 'accept-language': 'es;q=0.1,'.repeat(HEADER_BYTES / 9) },
  'many positions': { 'x-flip-position': `${'a'.repeat(60)},`.repeat(HEADER_BYTES / 61) },
  'a long browser name': { 'user-agent': 'Edg Mac OS '.repeat(HEADER_BYTES / 11) },
  'a long key': { 'idempotency-key': 'a-'.repeat(HEADER_BYTES / 2) },
  'a long type': { 'content-type': `application/json${'; a=b'.repeat(HEADER_BYTES / 5)}` },
  'many addresses': { 'x-forwarded-for': '2001:db8::1, '.repeat(HEADER_BYTES / 13) },
  'many headers': Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-${String(at)}`, '1'])),
};

/** Everything that may be costly in a request to a route, and what may be in each of its fields. */
export function attacksOn(route: string, { body, query }: Request): readonly Attack[] {
  const [method = '', path = ''] = route.split(' ');
  const url = path.replaceAll(/\{\w+\}/g, ID);
  const base = {
    method: method as 'GET',
    url,
    headers: { 'x-flip-request': '1', host: 'localhost', ...(path.includes('/webhooks/') && signatures()) },
  };
  const withBody = (payload: string): InjectOptions => ({
    ...base,
    payload,
    headers: { ...base.headers, 'content-type': 'application/json' },
  });
  const withQuery = (text: string): InjectOptions => ({ ...base, url: `${url}?${text}` });
  const withHeaders = (more: Readonly<Record<string, string>>): InjectOptions => ({
    ...base,
    headers: { ...base.headers, ...more },
  });
  const bytes = path.includes('/webhooks/') ? WEBHOOK_BYTES : BODY_BYTES;
  const named = (what: string) => `${route} with ${what}`;
  const bodies =
    method === 'GET'
      ? []
      : [
          ...TEXTS.map(([what, text]) => ({
            name: named(`${what} in its fields`),
            payload: filled(Object.keys(body), text, bytes),
          })),
          ...Object.entries(JSON_UNITS).map(([what, of]) => ({
            name: named(what),
            payload: of(bytes, Object.keys(body).at(-1) ?? 'a'),
          })),
        ];
  const queries = [
    ...Object.entries(QUERIES).map(([what, text]) => [what, text] as const),
    ...Object.keys(query).flatMap((name) =>
      TEXTS.map(
        ([what, text]) =>
          [`${what} in ${name}`, `${name}=${cut(encodeURIComponent(cut(text, 400)), QUERY_BYTES)}`] as const,
      ),
    ),
  ];
  return [
    ...bodies.map(({ name, payload }) => ({
      name,
      hostile: withBody(payload),
      plain: withBody(filled([], 'a'.repeat(TEXT_LENGTH), Buffer.byteLength(payload))),
    })),
    ...queries.map(([what, text]) => ({
      name: named(`${what} in its query`),
      hostile: withQuery(text),
      plain: withQuery(`a=${'a'.repeat(text.length - 2)}`),
    })),
    ...Object.entries(HEADERS).map(([what, headers]) => ({
      name: named(`${what} in its headers`),
      hostile: withHeaders(headers),
      plain: withHeaders({ 'x-plain': 'a'.repeat(JSON.stringify(headers).length) }),
    })),
  ];
}

/** Signatures of the right form without a signer. */
function signatures(): Readonly<Record<string, string>> {
  const now = String(Math.floor(Date.now() / 1_000));
  return {
    'stripe-signature': `t=${now},v1=${'0'.repeat(64)}`,
    'persona-signature': `t=${now},v1=${'0'.repeat(64)}`,
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-transmission-id': ID,
    'paypal-transmission-sig': 'AAAA',
    'paypal-transmission-time': new Date().toISOString(),
  };
}

/** A document of a size with a text in each of these fields, and in as many others as fit. */
function filled(names: readonly string[], text: string, bytes: number): string {
  const fields: string[] = [];
  let size = 2;
  for (let at = 0; size < bytes; at += 1) {
    const name = names[at] ?? `x${String(at)}`;
    let field = `${JSON.stringify(name)}:${JSON.stringify(text)}`;
    // What is left is shorter than a whole text.
    if (size + Buffer.byteLength(field) > bytes)
      field = `"rest":"${'a'.repeat(Math.max(0, bytes - size - 10))}"`;
    fields.push(field);
    size += Buffer.byteLength(field) + 1;
  }
  return `{${fields.join()}}`;
}

/** The beginning of a text without half a character at its end. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$|%[\da-f]?$/iu, '');
}
