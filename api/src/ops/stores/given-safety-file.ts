import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KeyHolder } from '../../config/key-lists.js';
import { SafetyFile, type SafetyEnd, type SafetyRecord } from '../../engine/safety/safety-file.js';
import { CopyRefused } from '../../engine/stores/import-marker.js';
import { SAFETY_DECISIONS, type SafetyMarker } from '../../engine/stores/restore-marker.js';
import { UsageError, type CommandRun } from '../command.js';

const NOT_GIVEN =
  `Without a safety file, what was decided since the backup is lost (${SAFETY_DECISIONS}): ` +
  'name it with SAFETY_FILE or --safety-file <path>; where there is none: --without-safety-file';

/** Absolute path of the safety file that a restore is given; null for one without. @throws UsageError when it is neither */
export function givenSafetyFile({ options, config }: Pick<CommandRun, 'options' | 'config'>): string | null {
  if (options['without-safety-file'] === true) return null;
  const named = options['safety-file'] ?? config.SAFETY_FILE;
  if (named === undefined) throw new UsageError(NOT_GIVEN);
  return resolve(named);
}

/** What the restored stores are to tell the next start, once the file is checked. */
interface GivenDecisions {
  readonly file: string | null;
  readonly keys: KeyHolder;
  /** Instant of the backup, ISO-8601 UTC. */
  readonly since: string;
  /** The end of the file when the backup was made; without it the instant tells what came later. */
  readonly end?: SafetyEnd | undefined;
}

/** @throws CopyRefused, DamagedSafetyFile, DamagedLog: a file that lost its end is no file */
export async function safetyMarkerOf(given: GivenDecisions): Promise<SafetyMarker> {
  const { file, keys, since, end } = given;
  if (file === null) return { phase: 'without', since };
  if (!existsSync(file)) throw new CopyRefused(`There is no safety file ${file}`);
  const opened = await SafetyFile.open(file, keys);
  if (end && !opened.had(end))
    throw new CopyRefused(`${file} is not the safety file that was written when the backup was made`);
  const after = end?.sequence ?? placeOf(opened.records, since);
  return { phase: 'given', file, after, end: opened.end };
}

/** How many decisions are older. */
function placeOf(records: readonly SafetyRecord[], since: string): number {
  const first = records.findIndex(({ event }) => (event.metadata as { readonly at: string }).at >= since);
  return first === -1 ? records.length : first;
}
