/**
 * The thread that judges passwords, plain JavaScript so that it runs the same built and unbuilt. Answers each message
 * { password, words } in order with the score, 0 to 4.
 */
import { parentPort } from 'node:worker_threads';
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

parentPort?.on('message', ({ password, words }) => {
  parentPort?.postMessage(estimator.check(password, words).score);
});
