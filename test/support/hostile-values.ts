/** JSON that is not a text: operators, prototypes and mistakes sent where one belongs. */
export const NO_TEXTS: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '20', '1e-7', '1e21', '1e400', '-1e400', '9007199254740993'],
  ...['[]', '[null]', '["x"]', '[["x"]]', '[[[[[[["x"]]]]]]]', '{}', '{"a":{"b":{"c":{"d":"x"}}}}'],
  ...['{"$gt":""}', '{"$ne":null}', '{"$where":"sleep(1000)"}', '{"$regex":".*"}', '[{"$gt":""}]'],
  ...['{"length":5}', '{"toString":"x"}', '{"valueOf":1}', '{"then":"x"}', '{"0":"x","length":1}'],
];

/** Invisible and direction-changing characters, and halves of a pair. */
const UNSEEN_CHARACTERS =
  '\u0000\u0007\u001b\u007f\u0085\u061c\u200b\u200d\u200e\u202e\u2028\u2029\u2060\u2066\u2069\ufeff\u{e0041}';
export const UNSEEN: readonly string[] = [...UNSEEN_CHARACTERS, '\ud800', '\udc00'].map(
  (one) => `Ma${one}ya`,
);

/** Characters that addresses are pasted with, and taken without. */
const DROPPED = /(?!\u202e)\p{Cf}/u;

export const BLANK: readonly string[] = ['', ' ', '   '];

/** What no form sends; a field refuses each that its documented form does not allow. */
export const ODD: readonly string[] = [
  ...BLANK,
  ...['-1', '-0', '+1', '01', '1.', '.5', '1.000', '1,000', '1_000', '0x10', '1e1', '1e3', '1e-7'],
  ...['1e21', '0.5'],
  ...['NaN', 'Infinity', '-Infinity', 'twenty', '20 ', ' 20', '20\n', '$20', '２０', '٢٠', '१'],
  ...['1\u200b', '𝟐𝟎'],
  ...['0', '1000000', '10000000', '999999.999', '1:', ':1', '1:2:3', '1/2', '1;2', '9'.repeat(21)],
  ...['1'.padEnd(65)],
  ...['x', 'é', 'null', '{}', '"', '[object Object]', '__proto__', 'constructor', '*', '%2e%2e'],
  ...['../x', '../secrets'],
  ...["' or 1=1 --", '{"$gt":""}', '["a"]', btoa('["a"]'), '<img>', 'a b', 'x'.repeat(41), 'x'.repeat(1_001)],
  ...['case:', 'case:1', 'support:', ':1', 'curiosity:1', 'support:a b', 'support:1,audit:2'],
  ...[`support:${'x'.repeat(61)}`],
  ...['operator:', 'operator:a\nb', 'C-', 'C-5a7c1', '5a7c1f0', 'P', 'PT', '-PT1H', '30 days'],
  ...['00000000-0000-4000-8000-00000000000', '00000000-0000-4000-8000-00000000000g'],
];

/** Days and instants that do not exist, or are written in another way. */
export const NO_DATES: readonly string[] = [
  ...['2026', '2026-02-30', '2026-13-01', '31.01.2026', '２０２６-01-31', '2026-01-31\u200b'],
  ...['2026-02-30T00:00:00.000Z'],
  ...['2026-01-31T25:00:00Z', '2026-01-31T12:00:00', '2026-01-31T12:00:00.000+99:00', '+002026-01-31'],
];

export const NO_EMAILS: readonly string[] = [
  ...['', 'maya', '@people.example', 'maya@', 'maya@people', 'maya@@people.example', 'maya people@x.example'],
  ...[`${'x'.repeat(65)}@people.example`, `maya@${'x'.repeat(250)}.example`],
  ...['maya@people.example,b@people.example'],
  ...['"maya"@people.example', 'maya%bank.example@people.example'],
  ...UNSEEN.filter((odd) => !DROPPED.test(odd)).flatMap((odd) => [
    `${odd}@people.example`,
    `maya@${odd}.example`,
  ]),
];

/** Names, addresses and numbers that no platform has. */
export const NO_HANDLES: readonly string[] = [
  ...['', '$', '  ', 'x'.repeat(255), '1234567', '+44 20 7946 0958', '٢٠٢٥٥٥٠١٤٢', 'maya okafor', 'máya'],
  ...['../x', "x' or '1'='1", '<img>', '\u202eayam', 'ma\u0000ya', 'ma\ud800ya', 'ma\u2028ya', 'ma\nya'],
];

/** Ids in a path: refused as missing, or by name. */
export const NO_IDS: readonly string[] = [
  ...['x', '0', 'null', '%2e%2e', '1 or 1=1', '{}', '[object Object]', '__proto__', 'constructor', '*'],
  ...['a_b'],
  ...['00000000-0000-4000-8000-00000000000', '00000000-0000-4000-8000-00000000000g', 'x'.repeat(199)],
  ...[...UNSEEN],
];

/** What is wrong with an encoded text, apart from the text. */
export const NO_ENCODINGS: readonly string[] = ['%', '%zz', '%ED%A0%80', '%00'];

/** Bodies that are invalid for every request. */
export const NO_BODIES: Readonly<Record<string, string>> = {
  'no JSON': '{"a":',
  nothing: '',
  'a single quote': "{'a':1}",
  'a number that JSON does not know': '{"a":NaN}',
  'an infinity': '{"a":Infinity}',
  'a comment': '{"a":1}//',
  'two values': '{}{}',
  'a comma at the end': '{"a":1,}',
  'a raw NUL': '{"a":"\u0000"}',
  'a prototype': '{"__proto__":{"polluted":true}}',
  'an escaped prototype': '{"\\u005f_proto__":{"polluted":true}}',
  'a prototype deep down': '{"a":{"b":[{"__proto__":{"polluted":true}}]}}',
  'a constructor': '{"constructor":{"prototype":{"polluted":true}}}',
  'a constructor deep down': '{"a":[{"constructor":{"prototype":{"polluted":true}}}]}',
  'lists nested too deeply': '{"a":[[[[[[[["x"]]]]]]]]}',
  'too many keys': `{${Array.from({ length: 65 }, (_, index) => `"k${String(index)}":1`).join()}}`,
  'a key twice': '{"a":1,"a":2}',
  'a key twice, once escaped': '{"a":1,"\\u0061":2}',
  'a key twice deep down': '{"a":[{"b":1,"c":{"d":1,"d":2}}]}',
};

/** JSON that is no object: refused where a body is read. */
export const NO_OBJECTS: readonly string[] = [
  ...['null', 'true', '0', '1e400', '"text"', '[]', '[{}]', '[null]', '[[[[[[[[[[]]]]]]]]]]'],
];

/** Fields that no request has. */
export const UNKNOWN_FIELDS: readonly string[] = [
  ...['x', '$where', '$gt', 'toString', 'hasOwnProperty', 'valueOf', 'constructor', 'prototype', '_id'],
  ...['isAdmin', 'é'],
];

/** Malformed paths: 4xx. */
export const NO_PATHS: readonly string[] = [
  ...['/api/%', '/api/%zz', '/api/%c0%ae', '/api/%00', '/api/me%00', '/api/transfers/%'],
  ...['/api/transfers/%ff'],
  ...['/api/transfers/%2e%2e%2f%2e%2e%2fsecrets.json', '/api/../secrets.json', '/api/..%2f..%2fevents.db'],
  ...['/api//me', '/api/me/', '/api/ME', '/api/me;x=1', '/api/__proto__', '/api/constructor'],
  ...[`/api/${'a'.repeat(5_000)}`, `/api/transfers/${'a'.repeat(300)}`, '/api/%F0%9F%92%B8', '/events.db'],
];
