// Row 12: memory of an idle server, and of one that has accepted many sends.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { boundGoal, figure, interleave, pick } from './figures.mjs';
import { run } from './histories.mjs';
import { diskFloor } from './machine.mjs';
import { startServer } from './servers.mjs';

const IDLE_LIMIT_MIB = 200;
const SENT_LIMIT_MIB = 400;

export async function memoryRow({ scratch, rounds, sizes: { memorySends } }) {
  const folder = join(scratch, 'idle');
  mkdirSync(folder);
  const measured = await interleave(rounds, {
    floor: () => diskFloor(scratch),
    idle: async () => {
      const server = await (await startServer(folder)).caughtUp();
      const report = await server.probe();
      await server.stop();
      return report;
    },
  });
  const after = join(scratch, 'memory');
  mkdirSync(after);
  const sent = await run('memory', { FLIP_DATA: after, FLIP_BENCH_SENDS: String(memorySends) });
  const idle = pick(measured.idle, 'residentMiB');
  return {
    number: 12,
    name: 'memory',
    workload: `idle; and after ${memorySends} sends through the command bus of one process, views and sagas live`,
    figures: [
      figure('sends', [sent.perSecond]),
      figure('sends, CPU', [sent.cpuMs], 'ms'),
      figure('write + fdatasync', pick(measured.floor, 'perSecond')),
    ],
    goals: [
      boundGoal('idle', IDLE_LIMIT_MIB, idle, 'MiB'),
      boundGoal(`after ${memorySends} sends`, SENT_LIMIT_MIB, [sent.residentMiB], 'MiB'),
    ],
    problem: sent.problem,
  };
}
