// Row 7: every view and the fraud saga from nothing over the whole log.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { boundGoal, figure, ratioGoal } from './figures.mjs';
import { ROOT } from './machine.mjs';

const execute = promisify(execFile);
const LIMIT_MIB = 400;

/** Runs a process of this folder and reads the JSON it prints. */
async function run(program, env) {
  const { stdout } = await execute(process.execPath, [join(ROOT, 'test/bench', `${program}.process.mjs`)], {
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  return JSON.parse(stdout);
}

/** The log that rows 5, 7 and 10 work on. */
export async function writeHistory(scratch, { events, senders }) {
  const folder = join(scratch, 'history');
  mkdirSync(folder);
  const env = { FLIP_DATA: folder, FLIP_BENCH_EVENTS: String(events), FLIP_BENCH_SENDERS: String(senders) };
  return { folder, ...(await run('history', env)) };
}

/** Rounds of both contenders, each on a copy; the last copy is kept with its views. */
export async function catchUpRow(scratch, history, { rounds, singles }) {
  const measured = [];
  const folder = join(scratch, 'caught-up');
  for (let round = 0; round < rounds; round += 1) {
    rmSync(folder, { recursive: true, force: true });
    cpSync(history.folder, folder, { recursive: true });
    const single = join(scratch, `singly-${round}`);
    mkdirSync(single);
    const singly = await run('catch-up-singly', {
      FLIP_DATA: folder,
      FLIP_BENCH_SCRATCH: single,
      FLIP_BENCH_EVENTS: String(singles),
    });
    rmSync(single, { recursive: true });
    measured.push({ singly, ours: await run('catch-up', { FLIP_DATA: folder }) });
  }
  const rate = ({ events, seconds }) => events / seconds;
  const row = {
    number: 7,
    name: 'catch-up',
    workload: `${history.events} events into all views and the fraud saga, from nothing`,
    figures: [
      figure(
        'events',
        measured.map(({ ours }) => rate(ours)),
      ),
      figure(
        'whole',
        measured.map(({ ours }) => ours.seconds),
        's',
      ),
      figure(
        'a transaction an event',
        measured.map(({ singly }) => rate(singly)),
      ),
      figure(
        'of that the views alone',
        measured.map(({ singly }) => singly.events / singly.viewSeconds),
      ),
    ],
    goals: [
      ratioGoal(
        '× a transaction an event',
        { atLeast: 10 },
        measured.map(({ ours, singly }) => [rate(ours), rate(singly)]),
      ),
      boundGoal(
        'peak memory',
        LIMIT_MIB,
        measured.map(({ ours }) => ours.peakMiB),
        'MiB',
      ),
    ],
    problem: measured.map(({ ours }) => problemOf(ours, history)).find((problem) => problem !== null) ?? null,
  };
  return { row, folder };
}

function problemOf({ rows, sumCents, parked, alerts }, history) {
  if (parked > 0) return `${parked} events were parked`;
  if (alerts === 0) return 'the fraud saga raised nothing';
  return rows === history.events && sumCents === history.sumCents
    ? null
    : `the view has ${rows} transfers of ${sumCents} cents, the log ${history.events} of ${history.sumCents}`;
}
