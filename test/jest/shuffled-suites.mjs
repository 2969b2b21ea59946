import { createHash } from 'node:crypto';
import TestSequencer from '@jest/test-sequencer';

/** Orders the suites by the seed in FLIP_SHUFFLE: no suite may depend on another's leftovers. */
export default class ShuffledSuites extends TestSequencer {
  sort(tests) {
    const place = ({ path }) =>
      createHash('sha256').update(`${process.env.FLIP_SHUFFLE} ${path}`).digest('hex');
    return [...tests].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  }
}
