import { join } from 'node:path';
import { lockDataFolder } from '../../engine/storage/data-lock.js';
import { macFor } from '../../engine/vault/mac.js';
import { readSecrets } from '../../config/secrets-file.js';
import { Anchor } from '../../engine/event-store/embedded/anchor.js';
import { ANCHOR_FILE } from '../../engine/stores/data-format.js';
import type { CommandRun } from '../command.js';
import { requireEventLog } from './operator-stores.js';

/**
 * `accept-vault-end`: lets the server start on a vault that lost its last writes, or is not the restored one. No server may
 * run.
 * @throws UsageError, DataFolderInUse, DamagedLog
 */
export async function acceptVaultEnd({ dataDir, say }: CommandRun): Promise<void> {
  requireEventLog(dataDir);
  const secrets = readSecrets(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    const anchor = new Anchor(join(dataDir, ANCHOR_FILE), macFor(secrets, 'log'));
    const known = await anchor.read();
    if (known) anchor.moved({ position: known.position, chain: known.chain });
    anchor.forgetVault();
    await anchor.flush();
  } finally {
    lock.close();
  }
  say(
    'The next start takes the vault as it is. Whoever cannot sign in with a password changed last resets it.',
  );
}
