import type { Locale } from '@kernel/accounts';

/** Score from which a password counts as hard to guess, of 0 to 4 (decision 33). */
const STRONG_SCORE = 3;
/** The measure is the server's, which has the last word: what is looked at, and words everybody would try. */
const EXAMINED_CHARACTERS = 40;
const SUBSTITUTIONS_LIMIT = 8;
const PRODUCT_WORDS = ['flip'];

type Estimate = (password: string, inputs: string[]) => number;

const estimators = new Map<Locale, Promise<Estimate>>();

/** Whether a password is hard to guess; the word lists are fetched at the first question. */
export async function isHardToGuess(
  password: string,
  inputs: readonly string[],
  language: Locale,
): Promise<boolean> {
  const estimate = await estimatorFor(language);
  return estimate(password, [...PRODUCT_WORDS, ...inputs.filter(Boolean)]) >= STRONG_SCORE;
}

function estimatorFor(language: Locale): Promise<Estimate> {
  const known = estimators.get(language);
  if (known) return known;
  const loading = loadEstimator(language);
  estimators.set(language, loading);
  loading.catch(() => estimators.delete(language));
  return loading;
}

async function loadEstimator(language: Locale): Promise<Estimate> {
  const [{ ZxcvbnFactory }, common, words] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    language === 'es' ? import('@zxcvbn-ts/language-es-es') : import('@zxcvbn-ts/language-en'),
  ]);
  const factory = new ZxcvbnFactory({
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...words.dictionary },
    maxLength: EXAMINED_CHARACTERS,
    l33tMaxSubstitutions: SUBSTITUTIONS_LIMIT,
  });
  return (password, inputs) => factory.check(password, inputs).score;
}
