const { default: TestSequencer } = require('@jest/test-sequencer');

/** The suites that take longest, the longest first: those that wait for processes, and those that need a young heap. */
const LONGEST = [
  'test/product/servers-away',
  'test/product/two-processes',
  'api/src/view-store/mongodb/faults',
  'api/src/view-store/mongodb/mongodb-view-store',
  'api/src/lifecycle/simulation',
  'test/product/money',
  'test/product/export-import',
  'api/src/event-store/eventstoredb/append-faults',
  'test/product/hostile-input',
  'api/src/event-store/eventstoredb/follow-faults',
  'api/src/vault/mongodb-faults',
  'api/src/view-store/mongodb/two-writers',
  'test/product/first-start',
  'test/product/backup',
];

const placeOf = ({ path }) => {
  const place = LONGEST.findIndex((suite) => path.endsWith(`${suite}.spec.ts`));
  return place === -1 ? LONGEST.length : place;
};

/** On a fresh clone Jest knows no durations: without this a suite of minutes may begin last, alone. */
module.exports = class LongestFirst extends TestSequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => placeOf(one) - placeOf(other));
  }
};
