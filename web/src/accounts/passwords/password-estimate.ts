import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Locale } from '@kernel/people/accounts';
import { normalText } from '@kernel/text/normal-text';
import { decodeWords, type WordLists } from './word-lists';

/** The server's limits: how much of a password it examines, and words that everybody would try. */
const EXAMINED_CHARACTERS = 24;
const SUBSTITUTIONS_LIMIT = 8;
const PRODUCT_WORDS = ['flip'];

/** `unsure`: near the server's limit, where its longer lists decide. */
export type PasswordVerdict = 'hard' | 'unsure' | 'weak';

/** Guesses from which the server takes a password (score 3 of 4, decision 30). */
const STRONG_GUESSES = 1e8;
/** Ranks are right within a factor of two; a password rarely consists of more than two words. */
const DOUBT = 4;

/** A password to judge; without one the word lists are fetched for the next. */
export interface PasswordRequest {
  readonly id: number;
  readonly language: Locale;
  readonly password: string | null;
  readonly ownWords: readonly string[];
}

/** `verdict` is null when the word lists could not be fetched. */
export interface PasswordReply {
  readonly id: number;
  readonly verdict: PasswordVerdict | null;
}

export type EstimatePassword = (password: string, ownWords: readonly string[]) => PasswordVerdict;

/** Estimates how hard a password is to guess, by the same measure as the server with shorter word lists. */
export function passwordEstimate({ words, sequences, graphs }: WordLists): EstimatePassword {
  const zxcvbn = new ZxcvbnFactory({
    graphs,
    dictionary: { ...decodeWords(words), ...sequences },
    maxLength: EXAMINED_CHARACTERS,
    l33tMaxSubstitutions: SUBSTITUTIONS_LIMIT,
  });
  return (password, ownWords) => {
    const { guesses } = zxcvbn.check(normalText(password, 'NFKC'), [...PRODUCT_WORDS, ...ownWords]);
    return verdictOf(guesses);
  };
}

/** A password that takes so many guesses. */
export function verdictOf(guesses: number): PasswordVerdict {
  if (guesses > STRONG_GUESSES * DOUBT) return 'hard';
  return guesses * DOUBT < STRONG_GUESSES ? 'weak' : 'unsure';
}
