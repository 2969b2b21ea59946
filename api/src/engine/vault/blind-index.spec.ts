import { randomBytes } from 'node:crypto';
import { blindIndex } from './blind-index.js';

const key = randomBytes(32).toString('base64');

it('matches only the same text under the same key and purpose (ASVS 11.4.1, 11.4.3)', () => {
  const index = blindIndex(key, 'email', 'maria@example.com');
  expect(index).toMatch(/^[0-9a-f]{64}$/);
  expect(blindIndex(key, 'email', 'maria@example.com')).toBe(index);
  expect(blindIndex(key, 'email', 'mario@example.com')).not.toBe(index);
  expect(blindIndex(key, 'handle', 'maria@example.com')).not.toBe(index);
  expect(blindIndex(randomBytes(32).toString('base64'), 'email', 'maria@example.com')).not.toBe(index);
});
