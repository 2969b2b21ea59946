import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SECRETS_FILE } from '../config/secrets-file.js';
import type { Features } from '../event-sourcing/event-sourcing.module.js';

/** Where a command says what it does. */
export type Say = (line: string) => void;

/** A word of the operator that cannot be followed; the text says what can. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError when the folder holds no secrets: nothing of any store opens without them */
export function requireSecrets(dataDir: string): void {
  if (!existsSync(join(dataDir, SECRETS_FILE)))
    throw new UsageError(`No ${SECRETS_FILE} in ${dataDir}: FLIP_DATA names the folder`);
}

/** Progress is said at most once in this time. */
const SAY_EVERY_MS = 500;

/** A command about a data folder or its stores as a whole; it opens what it needs itself. */
export interface FolderCommand {
  readonly features: Features;
  readonly dataDir: string;
  readonly words: readonly string[];
  readonly say: Say;
}

/** Commands that write: they run inside the server when one runs, else in a process that holds the data folder. */
export const WRITING_COMMANDS = ['grant', 'rebuild', 'retry'] as const;

export type WritingCommand = (typeof WRITING_COMMANDS)[number];

/** "120,000 events, 48,000/s, about 12 s left". */
export function progressLine(events: number, ratePerSecond: number, remaining: number | null): string {
  const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  const rate = `${count.format(events)} events, ${count.format(ratePerSecond)}/s`;
  if (remaining === null || ratePerSecond <= 0) return rate;
  return `${rate}, about ${count.format(Math.ceil(remaining / ratePerSecond))} s left`;
}

/** Says a line at most twice a second, so that a long run shows progress without flooding. */
export function sometimes(say: Say): (line: () => string) => void {
  let saidAtMs = -SAY_EVERY_MS;
  return (line) => {
    if (performance.now() - saidAtMs < SAY_EVERY_MS) return;
    saidAtMs = performance.now();
    say(line());
  };
}
