import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../kernel/parse-json.js';
import { type Clock, systemClock } from './clock.js';
import { type Config, serverUrls } from './config.js';
import { replaceFile } from './files.js';
import { ConfigurationError } from './read-config.js';

export const DEMO_CLOCK_FILE = 'demo-clock.json';
/** Farthest ahead of the machine's clock. */
export const DEMO_CLOCK_LIMIT_MS = 366 * 24 * 60 * 60_000;

const fileSchema = z.strictObject({ aheadMs: z.int().min(0).max(DEMO_CLOCK_LIMIT_MS) });

/**
 * The machine's clock in test mode, moved ahead as far as its data folder says. Wall clock and elapsed time move together:
 * to the clock guard the time has passed.
 */
export class DemoClock implements Clock {
  #aheadMs: number;

  /** @throws ConfigurationError when the file is damaged */
  constructor(private readonly folder: string) {
    this.#aheadMs = storedAheadMs(folder);
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  now(): number {
    return systemClock.now() + this.#aheadMs;
  }

  readonly elapsed = (): number => (systemClock.elapsed?.() ?? 0) + this.#aheadMs;

  /** Moves it forward, for later starts too. The caller checks the limit. */
  async advance(ms: number): Promise<void> {
    const aheadMs = this.#aheadMs + ms;
    // First: an event dated ahead of the clock of the next start would stop that one.
    await replaceFile(join(this.folder, DEMO_CLOCK_FILE), JSON.stringify({ aheadMs }));
    this.#aheadMs = aheadMs;
  }
}

/** How many whole minutes a clock was moved ahead. */
export function minutesAhead(clock: Clock): number {
  return clock instanceof DemoClock ? Math.floor(clock.aheadMs / 60_000) : 0;
}

/** Every user of the time of day must be in this process: other providers and servers have their own clocks. */
function hasOwnTime(config: Config): boolean {
  const { SIMULATOR_URL, PERSONA_API_URL, PAYPAL_CLIENT_ID, STRIPE_SECRET_KEY } = config;
  const { STRIPE_API_URL, GOOGLE_CLIENT_ID, APPLE_CLIENT_ID } = config;
  const outside = [SIMULATOR_URL, PERSONA_API_URL, PAYPAL_CLIENT_ID, STRIPE_SECRET_KEY, STRIPE_API_URL];
  const isAlone = [...outside, GOOGLE_CLIENT_ID, APPLE_CLIENT_ID].every((one) => one === undefined);
  return config.TEST_MODE && isAlone && serverUrls(config) === null;
}

/** The machine's clock, in a demo one that can be moved. @throws ConfigurationError for a moved one outside a demo */
export function clockIn(folder: string, config: Config): Clock {
  if (hasOwnTime(config)) return new DemoClock(folder);
  if (existsSync(join(folder, DEMO_CLOCK_FILE)))
    throw new ConfigurationError(
      `FLIP_DATA: the clock of ${folder} was moved ahead by "npm run demo -- clock", which only test mode with every provider simulated and embedded stores allows; use another folder`,
    );
  return systemClock;
}

function storedAheadMs(folder: string): number {
  const path = join(folder, DEMO_CLOCK_FILE);
  if (!existsSync(path)) return 0;
  const { data } = fileSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (!data) throw new ConfigurationError(`FLIP_DATA: ${DEMO_CLOCK_FILE} in ${folder} is damaged`);
  return data.aheadMs;
}
