import type { Vault, VaultKind, VaultRecord } from '../vault/vault.port.js';

/** A copy of the stores is not reliable, or the target cannot take one. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused';
}

/** Marks, in the vault that an import fills, that it is unfinished, and of which export. */
export const IMPORT_MARKER = { kind: 'checkpoint', id: 'unfinished-import', owner: 'import' } as const;

/** @throws CopyRefused when an import is unfinished: nothing may work on half a log */
export async function refuseHalfImport(vault: Vault): Promise<void> {
  if (await vault.get(IMPORT_MARKER.kind, IMPORT_MARKER.id))
    throw new CopyRefused('An import into these stores is not finished: run the same import again');
}

/**
 * The vault of a server, which also starts while its vault is unavailable: no call succeeds before one check has shown
 * that no import is unfinished. Sign-in, encryption and every saga use the vault first, so nothing happens on half a log.
 */
export class GuardedVault implements Vault {
  private isComplete = false;

  /** `refused` is called when an unfinished import is found only after the start: the process should end. */
  constructor(
    private readonly vault: Vault,
    private readonly refused: (error: CopyRefused) => void,
  ) {}

  async get<T extends object>(kind: VaultKind, id: string): Promise<VaultRecord<T> | null> {
    return (await this.checked()).get<T>(kind, id);
  }

  async list<T extends object>(kind: VaultKind, owner: string): Promise<readonly VaultRecord<T>[]> {
    return (await this.checked()).list<T>(kind, owner);
  }

  async scan<T extends object>(kind: VaultKind, after: string | null): Promise<readonly VaultRecord<T>[]> {
    return (await this.checked()).scan<T>(kind, after);
  }

  async put(...asked: Parameters<Vault['put']>): Promise<'ok' | 'stale'> {
    return (await this.checked()).put(...asked);
  }

  async delete(kind: VaultKind, id: string): Promise<void> {
    await (await this.checked()).delete(kind, id);
  }

  /** @throws CopyRefused, which a start reports itself; StoreUnavailable */
  async ready(): Promise<void> {
    await this.vault.ready();
    if (!this.isComplete) await refuseHalfImport(this.vault);
  }

  close(): Promise<void> {
    return this.vault.close();
  }

  private async checked(): Promise<Vault> {
    if (this.isComplete) return this.vault;
    try {
      await refuseHalfImport(this.vault);
    } catch (error) {
      if (error instanceof CopyRefused) this.refused(error);
      throw error;
    }
    this.isComplete = true;
    return this.vault;
  }
}
