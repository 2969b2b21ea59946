// npm run bench: measures Flip and its contenders and compares the ratios with their goals.
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './ensure-built.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MEASURED = { group: 'measured', count: 60, length: 10 };
const FULL_LENGTHS = [
  { length: 10, each: 20 },
  { length: 1_000, each: 8 },
  { length: 20_000, each: 4, isShared: true },
  { length: 100_000, each: 1, isShared: true },
];
const QUICK_LENGTHS = [
  { length: 10, each: 10 },
  { length: 1_000, each: 3 },
  { length: 5_000, each: 1, isShared: true },
];
/** Of a full run, and with --quick. */
const SIZES = {
  rounds: [5, 2],
  // A million events more than doubled the time of a run; --grow measures them.
  events: [200_000, 20_000],
  senders: [5_000, 200],
  lengths: [FULL_LENGTHS, QUICK_LENGTHS],
  accepts: [20_000, 4_000],
  posts: [2_000, 300],
  gets: [3_000, 500],
  mixedSeconds: [60, 6],
  catchUpEvents: [100_000, 20_000],
  singles: [10_000, 2_000],
  memorySends: [100_000, 10_000],
  appends: [5_000, 500],
  batches: [20, 5],
  paidSends: [100, 40],
  slowSends: [300, 300],
  followedSends: [10, 5],
  staffCases: [100_000, 2_000],
  auditRows: [1_000_000, 20_000],
  staffReads: [100, 40],
  simulatedSends: [200_000, 50_000],
};

/** Powers of ten: events of the logs of --grow. */
const [SMALLEST, LARGEST] = [5, 7];

/** In the order in which they can share their logs; each may write to the largest one. */
const ROWS = [
  { numbers: [1, 2, 3], name: 'accept', row: 'acceptRows' },
  { numbers: [7], name: 'catch-up', row: 'catchUpRow' },
  { numbers: [5], name: 'read-http', row: 'readHttpRow' },
  { numbers: [10], name: 'cold-start', row: 'coldStartRow' },
  { numbers: [8], name: 'rebuild-live', row: 'rebuildLiveRow' },
  { numbers: [19], name: 'backtest', row: 'backtestRow' },
  { numbers: [4], name: 'send-http', row: 'sendHttpRow' },
  { numbers: [9], name: 'long-senders', row: 'longSendersRow' },
  { numbers: [6], name: 'mixed', row: 'mixedRow' },
  { numbers: [11], name: 'hostile', row: 'hostileRow' },
  { numbers: [13], name: 'web', row: 'webRow' },
  { numbers: [15], name: 'paid', row: 'paidRow' },
  { numbers: [16], name: 'slow-providers', row: 'slowProvidersRow' },
  { numbers: [17], name: 'staff-lists', row: 'staffListsRow' },
  { numbers: [18], name: 'time-machine', row: 'timeMachineRow' },
  { numbers: [14], name: 'server-stores', row: 'serverStoresRow' },
  { numbers: [20], name: 'partitions', row: 'partitionsRow' },
  // Shares nothing, and takes longest.
  { numbers: [12], name: 'memory', row: 'memoryRow' },
];

const USAGE = `npm run bench                    every row, more than an hour on two cores; writes docs/benchmarks.md
npm run bench -- --quick         with small logs, about 5 minutes
npm run bench -- --rows 4,5      these rows alone
npm run bench -- --grow=6        instead of the rows: logs of 10⁵ and 10⁶ events; --grow goes on to 10⁷
                                 (an hour and 2 GB for 10⁶, ten times as much for 10⁷), --data=<folder> keeps them
npm run bench -- --help          this text

${ROWS.map(({ numbers, name }) => `${numbers.join(', ').padStart(7)}  ${name}`).join('\n')}`;

const { quick, wanted, grow, data } = options();

/** What the command line asks for; a mistake in it, or a wish for help, ends the run before anything is built. */
function options() {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(2).map((word) => (word === '--grow' ? `--grow=${LARGEST}` : word)),
      options: {
        quick: { type: 'boolean' },
        rows: { type: 'string' },
        grow: { type: 'string' },
        data: { type: 'string', default: '.cache/bench' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help) return leave(0, USAGE);
    const wanted = values.rows?.split(',').map(Number) ?? null;
    const unknown = wanted?.find((number) => !ROWS.some(({ numbers }) => numbers.includes(number)));
    if (unknown !== undefined) throw new Error(`No such row among these: ${values.rows}`);
    const grow = values.grow === undefined ? null : Number(values.grow);
    if (grow !== null && !(grow >= SMALLEST && grow <= LARGEST))
      throw new Error(`--grow=${SMALLEST} to ${LARGEST}`);
    return { quick: values.quick === true, wanted, grow, data: resolve(ROOT, values.data) };
  } catch ({ message }) {
    return leave(2, `${message}\n\n${USAGE}`);
  }
}

function leave(code, text) {
  console.log(text);
  process.exit(code);
}

ensureBuilt('api');
ensureBuilt('web');
const { Histories } = await import('../test/bench/histories.mjs');
const { groupsOf, measureLengths } = await import('../test/bench/lengths.mjs');
const { describeMachine, diskFloor, endRow, makeScratchFolder } = await import('../test/bench/machine.mjs');
const { outcomeOf, rowText, writeGrowth, writeReport } = await import('../test/bench/report.mjs');

const sizes = Object.fromEntries(Object.entries(SIZES).map(([name, both]) => [name, both[quick ? 1 : 0]]));
const { rounds } = sizes;
const scratch = makeScratchFolder();
const lengths = groupsOf(sizes.lengths, rounds);
const histories = new Histories(scratch, { ...sizes, measured: MEASURED, lengths });
const measuredLengths = () => histories.once('lengths', () => measureLengths({ scratch, histories, rounds }));

/** A row that fails is void and does not end the run. */
async function measured({ numbers, name, row }) {
  const began = performance.now();
  const measure = async () => {
    const module = await import(`../test/bench/${name}.mjs`);
    return [await module[row]({ scratch, histories, rounds, sizes, measuredLengths })].flat();
  };
  const rows = await measure()
    .catch(({ message }) => numbers.map(() => ({ problem: message })))
    .finally(endRow);
  const seconds = (performance.now() - began) / 1_000;
  return rows.map((result, place) => {
    const row = { number: numbers[place], name, workload: '', figures: [], goals: [], ...result };
    return { ...row, outcome: outcomeOf(row), seconds };
  });
}

/** The report of some rows. */
function reportOf(rows, began, rest) {
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
    seconds: (performance.now() - began) / 1_000,
    machine: describeMachine(),
    rows,
    ...rest,
  };
}

/** Written after each row: the run takes long. */
async function runRows(began) {
  const floor = diskFloor(scratch).perSecond;
  let [rows, files] = [[], []];
  for (const row of ROWS.filter(({ numbers }) => wanted?.some((one) => numbers.includes(one)) ?? true)) {
    const done = await measured(row);
    for (const one of done) console.log(rowText(one));
    rows = [...rows, ...done].sort((one, other) => one.number - other.number);
    files = await writeReport(reportOf(rows, began, { quick: quick || wanted !== null, floor }));
  }
  return { rows, files };
}

/** Written after each measure: the largest log takes hours. */
async function runGrowth(began) {
  const { growthRows } = await import('../test/bench/growth.mjs');
  let [rows, files] = [[], []];
  for await (rows of growthRows({ scratch, data, largest: grow })) {
    const report = reportOf(
      rows.map((row) => ({ ...row, outcome: outcomeOf(row) })),
      began,
    );
    files = await writeGrowth(report);
  }
  return { rows, files };
}

try {
  const began = performance.now();
  const { rows, files } = await (grow === null ? runRows : runGrowth)(began);
  console.log(`\n${Math.round((performance.now() - began) / 1_000)} s; written to ${files.join(' and ')}`);
  process.exitCode = rows.every((row) => outcomeOf(row) === 'PASS') ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
