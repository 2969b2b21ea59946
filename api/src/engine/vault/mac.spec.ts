import { createHmac } from 'node:crypto';
import { KEY_PURPOSES, type KeyLists, listedKeys } from '../../config/key-lists.js';
import { SecretCipher } from '../event-store/secret-cipher.js';
import { macFor } from './mac.js';

const keyEncryptionKey = Buffer.alloc(32, 7).toString('base64');
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

describe('the keys of a purpose', () => {
  let keys: KeyLists;
  beforeEach(() => {
    keys = {};
  });
  const holder = () => ({ keyEncryptionKey, keys });
  const rotate = (purpose: 'event' | 'second-factor', ...ids: readonly number[]) => {
    const first = listedKeys({ keyEncryptionKey }, purpose);
    keys[purpose] = [...first, ...ids.map((id) => ({ id: String(id), key: key(id) }))];
  };

  it('are one until the first rotation, a separate one for each purpose', () => {
    const all = KEY_PURPOSES.flatMap((purpose) =>
      listedKeys({ keyEncryptionKey, sessionPrivateKey: 'pem', simulatorWebhookSecret: 'sim' }, purpose),
    );
    expect(new Set(all.map((one) => one.key)).size).toBe(KEY_PURPOSES.length);
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(['1']));
  });

  it('make with the newest, which a MAC names, and accept each', () => {
    const mac = macFor(holder(), 'event');
    const before = mac.of('text');
    expect(before).toMatch(/^[\w-]{43}$/);
    rotate('event', 2, 3);
    const after = mac.of('text');
    expect(after).toBe(`3.${createHmac('sha256', Buffer.alloc(32, 3)).update('text').digest('base64url')}`);
    expect([before, after].map((given) => mac.isOf(given, 'text'))).toEqual([true, true]);
    expect(mac.all('text')).toEqual([after.slice(2), expect.any(String), before]);
  });

  it('accept no MAC under the name of another key, of another text, or of a key that is gone', () => {
    const mac = macFor(holder(), 'event');
    const before = mac.of('text');
    rotate('event', 2);
    const after = mac.of('text');
    const forged = [
      `2.${before}`,
      `1.${before}`,
      `3.${before}`,
      after.slice(2),
      `.${before}`,
      '',
      undefined,
      7,
    ];
    expect(forged.filter((given) => mac.isOf(given, 'text'))).toEqual([]);
    expect(mac.isOf(after, 'texts')).toBe(false);
    keys.event = [{ id: '2', key: key(2) }];
    expect([before, after].map((given) => mac.isOf(given, 'text'))).toEqual([false, true]);
  });

  it('accept one that is to come, which makes nothing yet', () => {
    const mac = macFor(holder(), 'event');
    const [first] = listedKeys({ keyEncryptionKey }, 'event');
    const elsewhere = { keyEncryptionKey, keys: { event: [{ id: '2', key: key(2) }] } };
    if (first) keys.event = [first, { id: '2', key: key(2), next: true }];
    expect(mac.of('text')).toMatch(/^[\w-]{43}$/);
    expect(mac.isOf(macFor(elsewhere, 'event').of('text'), 'text')).toBe(true);
  });

  it('decrypt what each has encrypted, and encrypt it again with the newest', () => {
    const cipher = new SecretCipher(holder(), 'second-factor');
    const before = cipher.encrypt('place', 'secret');
    expect(cipher.encryptAgain('place', before)).toBeNull();
    rotate('second-factor', 2);
    const after = cipher.encryptAgain('place', before) ?? '';
    expect(after).toMatch(/^2\./);
    expect(cipher.encryptAgain('place', after)).toBeNull();
    expect([before, after].map((sealed) => cipher.decrypt('place', sealed).toString())).toEqual([
      'secret',
      'secret',
    ]);
    for (const wrong of [`2.${before}`, `3.${after.slice(2)}`, after.slice(2)])
      expect(() => cipher.decrypt('place', wrong)).toThrow();
    expect(() => cipher.decrypt('elsewhere', after)).toThrow();
  });
});
