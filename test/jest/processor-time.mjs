import { readFileSync } from 'node:fs';

/** Linux reports processor time in hundredths of a second. */
const TICK_MS = 10;
/** Fields of /proc/self/stat after the program's name, which may contain spaces: utime, stime, cutime, cstime. */
const [FIRST, AFTER_LAST] = [11, 15];

/** Processor time of this process and its ended children so far, ms; without the children where there is no /proc. */
export function processorTimeMs() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    return fields.slice(FIRST, AFTER_LAST).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
