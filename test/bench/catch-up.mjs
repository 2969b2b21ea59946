// Row 7: every view and the fraud saga from nothing over the whole log.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { boundGoal, figure, figuresOf, interleave, ratioGoal } from './figures.mjs';
import { problemOf } from './histories.mjs';
import { runProcess } from './machine.mjs';

const LIMIT_MIB = 400;

/** Rounds on a tenth of the log; the whole log once, compared with the insert of the same documents. */
export async function catchUpRow({ histories, scratch, rounds, sizes: { singles, catchUpEvents } }) {
  const whole = await histories.caughtUp();
  const separate = async (program, folder, env = {}) => {
    const own = join(scratch, program);
    mkdirSync(own);
    const result = await runProcess(program, { FLIP_DATA: folder, FLIP_BENCH_SCRATCH: own, ...env });
    rmSync(own, { recursive: true });
    return { ...result, perSecond: result.events / result.seconds };
  };
  const bulk = await separate('bulk-insert', whole.folder);
  const written = await histories.written(catchUpEvents);
  const folder = join(scratch, 'catch-up-round');
  const { ours, singly } = await interleave(rounds, {
    singly: () => separate('catch-up-singly', written.folder, { FLIP_BENCH_EVENTS: String(singles) }),
    ours: () => {
      histories.copy(written, folder);
      return separate('catch-up', folder);
    },
  });
  return {
    workload: `all views and the fraud saga from nothing: ${catchUpEvents} events in rounds, ${whole.events} once`,
    figures: [
      ...figuresOf('events', ours),
      ...figuresOf('a transaction per event', singly),
      figure(`${whole.events} events`, [whole.seconds], 's'),
      figure(`${whole.events} events, CPU`, [whole.cpuSeconds], 's'),
      figure(`bulk insert of ${bulk.documents} documents, CPU`, [bulk.cpuSeconds], 's'),
      figure('views file', [whole.fileMiB], 'MiB'),
      figure('plain rows', [bulk.fileMiB], 'MiB'),
    ],
    goals: [
      ratioGoal('× a transaction per event', { atLeast: 2.5 }, { of: ours, to: singly, field: 'perSecond' }),
      ratioGoal('× a bulk insert, CPU', { atMost: 4 }, { of: [whole], to: [bulk], field: 'cpuSeconds' }),
      ratioGoal('× plain rows, views file', { atMost: 1.2 }, { of: [whole], to: [bulk], field: 'fileMiB' }),
      boundGoal('peak memory', LIMIT_MIB, [whole.peakMiB], 'MiB'),
    ],
    problem: ours.map((round) => problemOf(round, written)).find((problem) => problem !== null) ?? null,
  };
}
