/** Bodies that are invalid for every request: 400. */
export const hostileBodies: Readonly<Record<string, string>> = {
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

/** JSON that is not an object: 400 where a body is read. */
export const noObjects = [
  'null',
  'true',
  '0',
  '1e400',
  '"text"',
  '[]',
  '[{}]',
  '[null]',
  '[[[[[[[[[[]]]]]]]]]]',
];

/** Unknown fields, in addition to the names of all recorded or displayed fields. */
export const unknownFields = [
  'x',
  '$where',
  '$gt',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'constructor',
  'prototype',
  '_id',
  'isAdmin',
  'é',
];

/** Malformed paths: 4xx. */
export const hostilePaths = [
  ...[
    '/api/%',
    '/api/%zz',
    '/api/%c0%ae',
    '/api/%00',
    '/api/me%00',
    '/api/transfers/%',
    '/api/transfers/%ff',
  ],
  ...['/api/transfers/%2e%2e%2f%2e%2e%2fsecrets.json', '/api/../secrets.json', '/api/..%2f..%2fevents.db'],
  ...['/api//me', '/api/me/', '/api/ME', '/api/me;x=1', '/api/__proto__', '/api/constructor'],
  ...[`/api/${'a'.repeat(5_000)}`, `/api/transfers/${'a'.repeat(300)}`, '/api/%F0%9F%92%B8', '/events.db'],
];
