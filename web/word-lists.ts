import type { Plugin } from 'vite';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import * as spanish from '@zxcvbn-ts/language-es-es';
import { encodeWords, type WordLists } from './src/accounts/passwords/word-lists.ts';

type Lists = Readonly<Record<string, unknown>>;

const LANGUAGES: Readonly<Record<string, { readonly own: Lists; readonly other: Lists }>> = {
  en: { own: english.dictionary, other: spanish.dictionary },
  es: { own: spanish.dictionary, other: english.dictionary },
};

/** Rare surnames are a third of the English words; the server knows them all. */
const SURNAMES_LIMIT = 10_000;
/** Of each list of the other language. */
const OTHER_LANGUAGE_LIMIT = 2_000;
/** Lists up to this length are ordered sequences, such as the months. */
const SEQUENCE_MAX_LENGTH = 100;

const ID = 'virtual:word-lists/';

/** Serves `virtual:word-lists/{language}`: the word lists of the password estimate, small enough for a browser. */
export function wordListsPlugin(): Plugin {
  return {
    name: 'word-lists',
    resolveId: (id) => (id.startsWith(ID) ? `\0${id}` : null),
    load: (id) => {
      if (!id.startsWith(`\0${ID}`)) return null;
      return `export default ${JSON.stringify(wordListsOf(id.slice(ID.length + 1)))}`;
    },
  };
}

/** Passwords and words that are common everywhere or in one language, with the keyboards to read patterns on. */
export function wordListsOf(language: string): WordLists {
  const lists = LANGUAGES[language];
  if (!lists) throw new Error(`No word lists for ${language}`);
  const ranks = new Map<string, number>();
  addRanks(ranks, common.dictionary, Infinity);
  addRanks(ranks, lists.own, Infinity);
  addRanks(ranks, lists.other, OTHER_LANGUAGE_LIMIT);
  const sequences = Object.entries({ ...lists.own, ...lists.other }).filter(([, words]) => isSequence(words));
  return {
    words: encodeWords(ranks),
    sequences: Object.fromEntries(sequences) as WordLists['sequences'],
    graphs: common.adjacencyGraphs,
  };
}

/** Keeps each word at its lowest rank; one that takes fewer guesses letter by letter needs no entry. */
function addRanks(ranks: Map<string, number>, lists: Lists, limit: number): void {
  for (const [name, words] of Object.entries(lists)) {
    if (isSequence(words)) continue;
    const kept = (words as readonly string[]).slice(0, name.startsWith('lastnames') ? SURNAMES_LIMIT : limit);
    kept.forEach((word, index) => {
      const rank = Math.min(index + 1, ranks.get(word) ?? Infinity);
      if (rank < 10 ** word.length) ranks.set(word, rank);
    });
  }
}

function isSequence(words: unknown): boolean {
  return Array.isArray(words) && words.length <= SEQUENCE_MAX_LENGTH;
}
