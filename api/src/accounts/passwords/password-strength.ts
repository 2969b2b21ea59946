import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { DomainError } from '../../kernel/domain-error.js';

/** zxcvbn's "safely unguessable" (decision 30). */
const SCORE_MIN = 3;
/** Checked length: a strong prefix makes the whole strong, and checking a long password would take seconds. */
const EXAMINED_CHARACTERS = 40;
const SUBSTITUTIONS_LIMIT = 8;
const PRODUCT_WORDS = ['flip'];

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Refuses a password that is easy to guess, also from the other data of its owner.
 * @throws DomainError password-does-not-meet-requirements
 */
export async function requireStrong(password: string, ownWords: readonly string[]): Promise<void> {
  const strength = await (estimator ??= load());
  if (strength.check(password, [...PRODUCT_WORDS, ...ownWords]).score < SCORE_MIN)
    throw new DomainError('password-does-not-meet-requirements', { reason: 'guessable' });
}

/** Loads the large word lists with the first new password, not at startup. */
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
