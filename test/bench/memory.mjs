// Row 12: memory of an idle server, and of one that has accepted many sends.
import { join } from 'node:path';
import { boundGoal, figure, interleave, pick } from './figures.mjs';
import { diskFloor, runProcess } from './machine.mjs';
import { startProduct } from './servers.mjs';

const IDLE_LIMIT_MIB = 200;
const SENT_LIMIT_MIB = 400;

export async function memoryRow({ scratch, rounds, sizes: { memorySends } }) {
  const measured = await interleave(rounds, {
    floor: () => diskFloor(scratch),
    idle: async () => {
      const server = await startProduct(join(scratch, 'idle'));
      const report = await server.probe();
      await server.stop();
      return report;
    },
  });
  const env = { FLIP_DATA: join(scratch, 'memory'), FLIP_BENCH_SENDS: String(memorySends) };
  const sent = await runProcess('memory', env);
  const idle = pick(measured.idle, 'residentMiB');
  return {
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
