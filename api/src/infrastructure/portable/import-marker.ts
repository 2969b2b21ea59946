import { StoreUnavailable } from '../event-store/event-store.port.js';
import { CopyRefused } from '../new-folder.js';
import type { Vault } from '../vault/vault.port.js';

/** Says, in the vault that an import fills, that it is not finished, and of which export. */
export const IMPORT_MARKER = { kind: 'checkpoint', id: 'unfinished-import', owner: 'import' } as const;

/** @throws CopyRefused when an import stopped halfway: nothing may work on half a log */
export async function refuseHalfImport(vault: Vault): Promise<void> {
  if (await vault.get(IMPORT_MARKER.kind, IMPORT_MARKER.id))
    throw new CopyRefused('An import into these stores is not finished: run the same import again');
}

/** As above for a server that starts, which it also does while its vault is away. @throws CopyRefused */
export async function refuseHalfImportWhenThere(vault: Vault): Promise<void> {
  try {
    await refuseHalfImport(vault);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}
