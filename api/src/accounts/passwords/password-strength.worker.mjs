/**
 * The thread that judges passwords, plain JavaScript so that it runs the same built and unbuilt. Answers each message
 * { password, words } in order with the score, 0 to 4, or LISTED. Its data names the deployment's list of refused
 * passwords, if any, and the length from which on a password can be taken at all.
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
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

const { file, shortest, LISTED } = workerData;

/** As zxcvbn compares words. */
function folded(password) {
  return password.normalize('NFKC').toLowerCase();
}

/** Without the shorter ones, which are refused anyway and would only take memory. */
function listIn(path) {
  const lines = new TextDecoder().decode(readFileSync(path)).split(/\r?\n/);
  return new Set(lines.map(folded).filter((password) => password.length >= shortest));
}

const refused = file === null ? new Set() : listIn(file);

parentPort?.on('message', ({ password, words }) => {
  const score = refused.has(folded(password)) ? LISTED : estimator.check(password, words).score;
  parentPort?.postMessage(score);
});
