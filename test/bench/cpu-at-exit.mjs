// Preloaded into an operator's command: writes its CPU time in seconds into the file FLIP_BENCH_CPU.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeFileSync(process.env.FLIP_BENCH_CPU, String((user + system) / 1e6));
  });
