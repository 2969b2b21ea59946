// npm run bench [-- --quick]: measures Flip beside its contenders, holds the ratios against their goals (docs/benchmarks.md).
import { rmSync } from 'node:fs';
import { ensureBuilt } from './ensure-built.mjs';

const FULL = {
  accept: { rounds: 5, accepts: 20_000 },
  http: { rounds: 5, posts: 15_000, gets: 20_000 },
  history: { events: 1_000_000, senders: 5_000 },
  catchUp: { rounds: 3, singles: 20_000 },
  coldStart: { rounds: 5 },
  serverStores: { rounds: 5, appends: 5_000, batches: 20 },
};
const QUICK = {
  accept: { rounds: 3, accepts: 5_000 },
  http: { rounds: 3, posts: 3_000, gets: 3_000 },
  history: { events: 50_000, senders: 500 },
  catchUp: { rounds: 2, singles: 3_000 },
  coldStart: { rounds: 3 },
  serverStores: { rounds: 3, appends: 1_000, batches: 5 },
};

ensureBuilt('api');
ensureBuilt('web');
const { acceptRows } = await import('../test/bench/accept.mjs');
const { acceptHttpRow } = await import('../test/bench/accept-http.mjs');
const { catchUpRow, writeHistory } = await import('../test/bench/catch-up.mjs');
const { coldStartRow, dashboardRow } = await import('../test/bench/dashboard.mjs');
const { describeMachine, makeScratchFolder } = await import('../test/bench/machine.mjs');
const { serverStoresRow } = await import('../test/bench/server-stores.mjs');
const { outcomeOf, rowText, writeReport } = await import('../test/bench/report.mjs');

const quick = process.argv.includes('--quick');
const sizes = quick ? QUICK : FULL;
const scratch = makeScratchFolder();
const rows = [];
const began = performance.now();

function tell(...measured) {
  rows.push(...measured);
  for (const row of measured) console.log(rowText(row));
}

/** Every row; answers the disk floor of the first. */
async function measureAll() {
  const accept = await acceptRows(scratch, sizes.accept);
  tell(...accept.rows);
  tell(await acceptHttpRow(scratch, sizes.http));
  const history = await writeHistory(scratch, sizes.history);
  console.log(`(wrote ${history.events} events in ${history.seconds.toFixed(1)} s)`);
  const { row, folder } = await catchUpRow(scratch, history, sizes.catchUp);
  tell(row);
  const { events } = history;
  tell(await dashboardRow(scratch, folder, { ...sizes.http, ...sizes.history, events }));
  tell(await coldStartRow(scratch, folder, { ...sizes.coldStart, events }));
  const serverStores = await serverStoresRow(sizes.serverStores);
  if (serverStores) tell(serverStores);
  else console.log('16 kurrent/mongo: not run, ESDB_URL and MONGO_URL name no servers');
  return accept.floor;
}

try {
  const floor = await measureAll();
  const report = {
    date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
    seconds: (performance.now() - began) / 1_000,
    quick,
    machine: describeMachine(),
    floor,
    rows: rows
      .sort((one, other) => one.number - other.number)
      .map((row) => ({ ...row, outcome: outcomeOf(row) })),
  };
  const { json, markdown } = await writeReport(report);
  console.log(`\nWritten to ${markdown} and ${json}`);
  process.exitCode = report.rows.every(({ outcome }) => outcome === 'PASS') ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
