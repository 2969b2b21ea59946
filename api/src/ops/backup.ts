import { resolve } from 'node:path';
import { makeBackup } from './backup/make-backup.js';
import { restoreBackup } from './backup/restore-backup.js';
import { isoInstant, systemClock } from '../config/clock.js';
import { sometimes, UsageError, type FolderCommand } from './operator-command.js';

/** `backup <folder>`: copies log, vault and secrets beside a running server and checks the copy. */
export async function backup({ dataDir, words: [target], say }: FolderCommand): Promise<void> {
  if (target === undefined) throw new UsageError('backup <folder>, which must be new or empty');
  const sayProgress = sometimes(say);
  const { events, chain } = await makeBackup({
    dataDir,
    target,
    madeAt: isoInstant(systemClock.now()),
    told(step, done, total) {
      sayProgress(() => `${step}: ${String(done)} of ${String(total)} events`);
    },
  });
  say(`${String(events)} events and the vault of the same moment are in ${resolve(target)}, checked`);
  say(`chain ${chain === '' ? 'not begun' : chain}`);
  say('It opens everything, personal fields too: keep it where only its keepers can read it.');
}

/** `restore <folder>`: puts a backup into a data folder that holds nothing yet. */
export async function restore({ dataDir, words: [source], say }: FolderCommand): Promise<void> {
  if (source === undefined) throw new UsageError('restore <folder>, into an empty FLIP_DATA');
  const { events, madeAt } = await restoreBackup({
    source: resolve(source),
    dataDir,
    told: (file) => say(`${file}: as its manifest says`),
  });
  say(`${String(events)} events as of ${madeAt} are in ${dataDir}; everybody signs in again`);
  say('Views are built from the log at the next start; "verify" then proves them.');
}
