import { ownPath } from './own-path.js';

it.each([
  ['/transactions?status=declined', '/transactions?status=declined'],
  ['/a/../profile#name', '/profile'],
  ['https://evil.example/', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['/.//evil.example', undefined],
  ['\t//evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['http://[', undefined],
  ['', undefined],
  [undefined, undefined],
  ['/api/auth/google/start', undefined],
])('%j leads to %j', (text, path) => {
  expect(ownPath(text)).toBe(path);
});
