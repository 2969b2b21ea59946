import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Clock, isoInstant } from '../config/clock.js';
import { serverUrls } from '../config/config.js';
import { DEMO_CLOCK_FILE, DEMO_CLOCK_LIMIT_MS, DemoClock } from '../config/demo-clock.js';
import { EMBEDDED_FILES } from '../engine/stores/data-format.js';
import { lockDataFolder } from '../engine/storage/data-lock.js';
import { SESSION_LIFETIMES } from '../features/accounts/sessions/session-family.js';
import { parseJson } from '../kernel/parse-json.js';
import { usageOf } from './command-line.js';
import { type CommandRun, UsageError, type WritingRun } from './command.js';

const MINUTE_MS = 60_000;
const UNITS = {
  m: { name: 'minute', ms: MINUTE_MS },
  h: { name: 'hour', ms: 60 * MINUTE_MS },
  d: { name: 'day', ms: 24 * 60 * MINUTE_MS },
} as const;
const STEP = /^\+(\d{1,6})([mhd])$/;

/** Written last by a seed and removed last by a reset, which can therefore be repeated. */
const DEMO_FILE = 'demo.json';
const seededSchema = z.object({ seeded: z.literal(true) });
/** Whatever the demo has written, but the secrets; SQLite's files have further endings. */
const RECORDED = [...Object.values(EMBEDDED_FILES), 'simulator.json', DEMO_CLOCK_FILE];

/** `demo clock <+30m|+2h|+3d>`: moves the clock of a demo forward. @throws UsageError */
export async function demoClock({ app, words: [step = ''], say }: WritingRun): Promise<void> {
  const clock = app.get<Clock>(Clock);
  if (!(clock instanceof DemoClock))
    throw new UsageError(
      'demo clock: only test mode with every provider simulated, embedded stores and no FLIP_TEST_CLOCK has a clock that can be moved',
    );
  const ms = msOf(step);
  if (clock.aheadMs + ms > DEMO_CLOCK_LIMIT_MS)
    throw new UsageError(
      `demo clock: at most ${inWords(DEMO_CLOCK_LIMIT_MS)} ahead, and it is ${inWords(clock.aheadMs)} ahead now; the way back is "npm run demo -- reset"`,
    );
  await clock.advance(ms);
  say(`It is ${isoInstant(clock.now())} now, ${inWords(clock.aheadMs)} ahead of the real time`);
  say(`${sessionsAfter(ms)} The way back is "npm run demo -- reset".`);
}

/** `demo reset`: removes what a demo has recorded. @throws UsageError, DataFolderInUse */
export async function demoReset({ config, dataDir, say }: CommandRun): Promise<void> {
  if (!config.TEST_MODE || config.NODE_ENV === 'production')
    throw new UsageError('demo reset: only in test mode, and never with NODE_ENV=production');
  if (serverUrls(config))
    throw new UsageError('demo reset: ESDB_URL and MONGO_URL name servers; remove their volumes instead');
  requireDemo(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    const removed = readdirSync(dataDir).filter((name) => RECORDED.some((file) => name.startsWith(file)));
    for (const name of [...removed, DEMO_FILE]) await rm(join(dataDir, name), { force: true });
  } finally {
    lock.close();
  }
  say(
    `Accounts, transfers, sent mail and everything else recorded in ${dataDir} are removed, and the clock is`,
  );
  say('the real time again; its secrets stay. "npm start" records the demo again.');
}

/** A reset removes no folder that may hold anything but a demo. @throws UsageError */
function requireDemo(dataDir: string): void {
  const file = join(dataDir, DEMO_FILE);
  const progress = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : null;
  if (!seededSchema.safeParse(progress).success)
    throw new UsageError(`demo reset: there is no demo in ${dataDir}; nothing was removed`);
}

/** @throws UsageError for anything but a step forward */
function msOf(step: string): number {
  const [, count, unit] = STEP.exec(step) ?? [];
  const known = Object.entries(UNITS).find(([name]) => name === unit);
  const ms = Number(count) * (known?.[1].ms ?? NaN);
  if (!(ms > 0)) throw new UsageError(usageOf('demo'));
  return ms;
}

/** "3 days, 2 hours". */
function inWords(ms: number): string {
  const parts: string[] = [];
  let left = ms;
  for (const { name, ms: each } of [UNITS.d, UNITS.h, UNITS.m]) {
    const count = Math.floor(left / each);
    left -= count * each;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.join(', ') || '0 minutes';
}

/** What the move did to those who were signed in. */
function sessionsAfter(ms: number): string {
  const { sender, staff } = SESSION_LIFETIMES;
  if (ms >= sender.idleMs) return 'Every session has ended: sign in again.';
  const minutes = inWords(staff.idleMs);
  if (ms >= staff.idleMs) return `Sessions of staff have ended, after ${minutes} without use: sign in again.`;
  return 'Sessions that have not been used for long end as they would.';
}
