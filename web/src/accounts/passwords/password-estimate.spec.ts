import { PasswordStrength } from '../../../../api/src/features/accounts/passwords/password-strength';
import { wordListsOf } from '../../../word-lists';
import { passwordEstimate, verdictOf } from './password-estimate';
import { decodeWords, encodeWords } from './word-lists';

const estimates = { en: passwordEstimate(wordListsOf('en')), es: passwordEstimate(wordListsOf('es')) };

const server = new PasswordStrength();
afterAll(() => server.onApplicationShutdown());

const serverTakes = (password: string, ownWords: readonly string[] = []) =>
  server.require(password, ownWords).then(
    () => true,
    () => false,
  );

const WORDS = {
  en: [
    'password',
    'sunshine',
    'rhinoceros',
    'elizabeth',
    'winston',
    'telephone',
    'kitchen',
    'garcia',
    'jupiter',
  ],
  es: ['contraseña', 'mariposa', 'guadalupe', 'esperanza', 'rodriguez', 'teclado', 'septiembre', 'corazon'],
} as const;
const ENDINGS = ['', '1', '123', '2024', '1!'];
const spoken = (['en', 'es'] as const).flatMap((language) =>
  WORDS[language].flatMap((word) =>
    ENDINGS.flatMap((ending) => [
      { language, password: word + ending },
      { language, password: word.charAt(0).toUpperCase() + word.slice(1).replace('a', '@') + ending },
    ]),
  ),
);

describe('the browser’s estimate of a password', () => {
  it('leaves a password just above the limit to the server, whose lists are longer', () => {
    const verdictAt = (guesses: number) => verdictOf(guesses);
    expect([1e8 / 4 - 1, 1e8, 4e8, 4e8 + 1].map(verdictAt)).toEqual(['weak', 'unsure', 'unsure', 'hard']);
  });

  it('agrees with the server about common words with an ending', async () => {
    for (const { language, password } of spoken) {
      const verdict = estimates[language](password, []);
      const contrary = (await serverTakes(password)) ? 'weak' : 'hard';
      expect(`${password}: ${verdict}`).not.toBe(`${password}: ${contrary}`);
    }
  });

  it.each([
    'qwertyuiop',
    '1qaz2wsx3edc',
    'abcdefgh123',
    'aaaaaaaaaaaa',
    '19841984',
    'iloveyou2',
    'P@ssw0rd1',
    'letmein!!',
    'dragon1987',
    'Flip12345',
  ])('rates %s weak, like the server', async (password) => {
    expect(await serverTakes(password)).toBe(false);
    expect(estimates.en(password, [])).toBe('weak');
    expect(estimates.es(password, [])).toBe('weak');
  });

  it.each(['correct-horse-42', 'unter-den-linden-77', 'gT7#kp2!xQ', 'mi perro come zanahorias'])(
    'rates %s hard to guess, like the server',
    async (password) => {
      expect(await serverTakes(password)).toBe(true);
      expect(estimates.en(password, [])).toBe('hard');
      expect(estimates.es(password, [])).toBe('hard');
    },
  );

  it('considers what the user typed in other fields', () => {
    expect(estimates.en('zyxqvolander', ['zyxqvolander'])).toBe('weak');
  });
});

describe('the packed word lists', () => {
  it('keep every word, at its rank within a factor of two', () => {
    const ranks = new Map([
      ['the', 1],
      ['a', 1],
      ['of', 2],
      ['than', 3],
      ['that', 3],
      ['thats', 2],
      ['zebra', 900],
    ]);
    const found = new Map<string, number>();
    for (const layer of Object.values(decodeWords(encodeWords(ranks)))) {
      layer.forEach((word, index) => {
        if (word !== '') found.set(word, index + 1);
      });
    }
    expect([...found.keys()].sort()).toEqual([...ranks.keys()].sort());
    for (const [word, rank] of ranks) {
      expect(Math.floor(Math.log2(found.get(word) ?? 0))).toBe(Math.floor(Math.log2(rank)));
    }
  });
});
