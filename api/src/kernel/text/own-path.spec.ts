import { ownPath } from './own-path.js';

it.each([
  ['/transactions?status=declined', '/transactions?status=declined'],
  ['/a/../profile#name', '/profile'],
  ['https://evil.example/', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/.//evil.example', null],
  ['\t//evil.example', null],
  ['javascript:alert(1)', null],
  ['http://[', null],
  ['/api/auth/google/start', null],
])('%j leads to %j', (text, path) => {
  expect(ownPath(text)).toBe(path);
});
