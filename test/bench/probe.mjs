// Preloaded into every measured process: reports its CPU time, event-loop delay and memory to the benchmark.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  process.on('message', ({ isReset }) => {
    if (isReset) delay.reset();
    const { user, system } = process.cpuUsage();
    process.send({
      cpuMs: (user + system) / 1_000,
      delayP99Ms: delay.percentile(99) / 1e6,
      residentMiB: process.memoryUsage.rss() / 2 ** 20,
    });
  });
  process.channel.unref();
}
