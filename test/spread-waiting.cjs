const { default: TestSequencer } = require('@jest/test-sequencer');

/** The longest suites, longest first: most of the time they wait for other processes and for deadlines. */
const LONGEST = [
  'test/product/soak',
  'test/product/paid-kills',
  'test/product/power-loss',
  'test/product/damaged-files',
  'test/product/servers-away',
  'api/src/engine/view-store/mongodb/faults',
  'test/product/two-processes',
  'test/product/export-import',
  'api/src/engine/view-store/mongodb/mongodb-view-store',
  'api/src/engine/event-store/eventstoredb/append-faults',
  'test/product/money',
  'test/product/first-start',
  'api/src/engine/event-store/eventstoredb/follow-faults',
  'test/product/backup',
  'api/src/engine/event-store/eventstoredb/model',
  'api/src/engine/vault/mongodb-faults',
  'test/product/traced-sign-up',
  'api/src/engine/view-store/mongodb/two-writers',
  'api/src/features/lifecycle/simulation',
];
/** The share of other suites started between the first and the last of them, so that the last does not finish alone. */
const SPREAD_OVER = 0.6;

const placeOf = ({ path }) => LONGEST.findIndex((suite) => path.endsWith(`${suite}.spec.ts`));

/**
 * Starts the longest suites early, since on a fresh clone Jest has no durations, but not all at once: while one waits,
 * the other suites use the processor.
 */
module.exports = class SpreadWaiting extends TestSequencer {
  sort(tests) {
    const sorted = [...super.sort(tests)];
    const longest = sorted.filter((test) => placeOf(test) !== -1);
    longest.sort((one, other) => placeOf(one) - placeOf(other));
    const others = sorted.filter((test) => placeOf(test) === -1);
    const between = Math.floor((others.length * SPREAD_OVER) / (longest.length + 1));
    return [
      ...longest.flatMap((test, place) => [test, ...others.slice(place * between, (place + 1) * between)]),
      ...others.slice(longest.length * between),
    ];
  }
};
