// `npm run bench -- --grow`: what a user waits for must not grow with the log, and upkeep only in proportion to it.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, goalOf } from './figures.mjs';
import { upkeepOf } from './growth-upkeep.mjs';
import { waitsOf } from './growth-waits.mjs';
import { endRow, ROOT, runProcess } from './machine.mjs';

/** What a history is made by: another one is made when it changes. */
const SOURCES = ['grown-history.process.mjs', 'grown-schedule.mjs', 'lives.mjs'];
export const SMALLEST = 5;
const AT_MOST = 1.3;

/**
 * The rows so far, one for each measure, after each of them: logs of 10⁵ events, 10⁶ and so on up to 10 to the power of
 * `largest`. Histories are kept in the folder `data`.
 */
export async function* growthRows({ scratch, data, largest }) {
  const measured = new Map();
  for (let size = 10 ** SMALLEST; size <= 10 ** largest; size *= 10) {
    const history = await grownHistory(data, size);
    const folder = join(scratch, `grown-${size}`);
    cpSync(history.folder, folder, { recursive: true });
    for await (const [name, measure] of measuresOf(folder, { ...history, scratch })) {
      const of = [...(measured.get(name) ?? []), { size, ...measure }];
      measured.set(name, of);
      yield [...measured].map(([one, measures]) => rowOf(one, measures));
    }
    rmSync(folder, { recursive: true });
  }
}

async function* measuresOf(folder, history) {
  try {
    yield* waitsOf(folder, history);
    yield* upkeepOf(folder, history);
  } finally {
    await endRow();
  }
}

/** A log of about so many events with its views, kept from an earlier run, or made now; `madeAtMs` is its end. */
async function grownHistory(data, size) {
  const key = createHash('sha256');
  for (const name of SOURCES) key.update(readFileSync(join(ROOT, 'test/bench', name)));
  const folder = join(data, `events-${size}-${key.digest('hex').slice(0, 12)}`);
  const facts = join(folder, 'history.json');
  if (!existsSync(facts)) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(data, { recursive: true });
    const env = { FLIP_DATA: unfinished, FLIP_BENCH_EVENTS: String(size) };
    const made = await runProcess('grown-history', env);
    writeFileSync(join(unfinished, 'history.json'), JSON.stringify(made));
    renameSync(unfinished, folder);
  }
  return { folder, ...JSON.parse(readFileSync(facts, 'utf8')) };
}

/** Wall and processor time at each size; the goal compares processor time, which other work on the machine changes less. */
function rowOf(name, measures) {
  const [smallest, ...larger] = measures;
  const { unit, per } = smallest;
  const figures = measures.flatMap(({ size, value, cpu }) => [
    figure(`${size} events`, [value], unit),
    ...(cpu === undefined ? [] : [figure(`${size} events, CPU`, [cpu], unit)]),
  ]);
  const goals = larger.map(({ size, value, cpu }) => {
    const times = cpu === undefined ? value / smallest.value : cpu / smallest.cpu;
    return goalOf(
      `× ${smallest.size} events, at ${size}`,
      { atMost: AT_MOST },
      { values: [times], unit: '×' },
    );
  });
  return { name, workload: per, figures, goals, measures };
}
