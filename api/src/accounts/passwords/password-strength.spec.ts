import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import common from '@zxcvbn-ts/language-common';
import type { DomainError } from '../../kernel/domain-error.js';
import { PasswordStrength } from './password-strength.js';

const HOSTILE = '$4[|!410!$<!@$073$@+7@$3$3$33351$7!50551';

describe('the strength of a password', () => {
  const strength = new PasswordStrength({});
  afterAll(() => strength.onApplicationShutdown());

  const verdict = (password: string, ownWords: readonly string[] = []) =>
    strength.require(password, ownWords).then(
      () => 'taken',
      (error: unknown) => (error as DomainError).code,
    );

  it.each(['gT7#kp2!x', 'k3vq8zr1m', 'violet-harbor-lantern-42', 'mi perro come zanahorias'])(
    'is enough for %s',
    async (password) => expect(await verdict(password)).toBe('taken'),
  );

  it('is not enough for any of the most common passwords', async () => {
    const long = common.dictionary['passwords-common'].filter(({ length }) => length >= 9);
    expect(long.length).toBeGreaterThan(3_000);
    const some = long.filter((_, index) => index % 60 === 0);
    const verdicts = new Set(await Promise.all(some.map((password) => verdict(password))));
    expect([...verdicts]).toEqual(['password-does-not-meet-requirements']);
  });

  it('is not enough for words about its owner', async () =>
    expect(await verdict('zyxqvolander', ['zyxqvolander'])).toBe('password-does-not-meet-requirements'));

  it("is not enough for one of the deployment's list, however it is written", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'flip-passwords-'));
    const file = join(folder, 'passwords.txt');
    writeFileSync(file, '\uFEFFvioleta-faro-42\r\nFull ｗｉｄｔｈ 17 tiles\nlast-one-of-them-3');
    const listed = new PasswordStrength({ REFUSED_PASSWORDS_FILE: file });
    const refusal = (password: string) =>
      listed.require(password, []).then(
        () => null,
        (error: unknown) => {
          const { code, params } = error as DomainError;
          return [code, params['reason']];
        },
      );
    const common = ['password-does-not-meet-requirements', 'common'];
    expect([
      await refusal('Violeta-FARO-42'),
      await refusal('full width 17 Tiles'),
      await refusal('last-one-of-them-3'),
      await refusal('violeta-faro-421'),
    ]).toEqual([common, common, common, null]);
    await listed.onApplicationShutdown();
    rmSync(folder, { recursive: true });
  });

  it('is judged while the server goes on with other work', async () => {
    await verdict(HOSTILE);
    const order: string[] = [];
    setImmediate(() => order.push('other work'));
    await strength.require(HOSTILE, []);
    expect(order).toEqual(['other work']);
  });

  it('is judged for a limited number at a time; the others are refused', async () => {
    const verdicts = await Promise.all(Array.from({ length: 65 }, () => verdict('gT7#kp2!x')));
    expect(verdicts).toEqual([...Array<string>(64).fill('taken'), 'service_unavailable']);
  });

  it('is judged again after its thread failed, and whoever waited is refused', async () => {
    const waiting = verdict('gT7#kp2!x');
    await strength.onApplicationShutdown();
    expect(await waiting).toBe('service_unavailable');
    expect(await verdict('gT7#kp2!x')).toBe('taken');
  });
});
