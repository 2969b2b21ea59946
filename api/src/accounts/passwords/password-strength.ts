import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { DomainError } from '../../kernel/domain-error.js';

/** zxcvbn's "safely unguessable" (decision 30). */
const SCORE_MIN = 3;
/** What is looked at: a beginning that is strong makes the whole strong, and a long one would take seconds. */
const EXAMINED_CHARACTERS = 40;
const SUBSTITUTIONS_LIMIT = 8;
const PRODUCT_WORDS = ['flip'];

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Refuses a password that is easy to guess, knowing what else its owner typed.
 * @throws DomainError password-does-not-meet-requirements
 */
export async function requireStrong(password: string, ownWords: readonly string[]): Promise<void> {
  const strength = await (estimator ??= load());
  if (strength.check(password, [...PRODUCT_WORDS, ...ownWords]).score < SCORE_MIN)
    throw new DomainError('password-does-not-meet-requirements', { reason: 'guessable' });
}

/** The word lists are large: they are read when the first password is chosen, not at start. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, common, english, spanish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-es-es'),
  ]);
  return new Estimator({
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...english.dictionary, ...spanish.dictionary },
    maxLength: EXAMINED_CHARACTERS,
    l33tMaxSubstitutions: SUBSTITUTIONS_LIMIT,
  });
}
