import { CopyRefused } from '../config/copy-refused.js';
import type { Vault, VaultKind, VaultRecord } from '../vault/vault.port.js';

/** Says, in the vault that an import fills, that it is not finished, and of which export. */
export const IMPORT_MARKER = { kind: 'checkpoint', id: 'unfinished-import', owner: 'import' } as const;

/** @throws CopyRefused when an import stopped halfway: nothing may work on half a log */
export async function refuseHalfImport(vault: Vault): Promise<void> {
  if (await vault.get(IMPORT_MARKER.kind, IMPORT_MARKER.id))
    throw new CopyRefused('An import into these stores is not finished: run the same import again');
}

/**
 * The vault of a server, which also starts while its vault is away: nobody is answered before the vault has said once
 * that no import stopped halfway. Signing in, sealing and every saga ask it first, so nothing happens on half a log.
 */
export class GuardedVault implements Vault {
  private isWhole = false;

  /** `refused` is told of a half import that only shows after the start: the process should end. */
  constructor(
    private readonly vault: Vault,
    private readonly refused: (error: CopyRefused) => void,
  ) {}

  async get<T extends object>(kind: VaultKind, id: string): Promise<VaultRecord<T> | null> {
    return (await this.whole()).get<T>(kind, id);
  }

  async list<T extends object>(kind: VaultKind, owner: string): Promise<readonly VaultRecord<T>[]> {
    return (await this.whole()).list<T>(kind, owner);
  }

  async scan<T extends object>(kind: VaultKind, after: string | null): Promise<readonly VaultRecord<T>[]> {
    return (await this.whole()).scan<T>(kind, after);
  }

  async put(...asked: Parameters<Vault['put']>): Promise<'ok' | 'stale'> {
    return (await this.whole()).put(...asked);
  }

  async delete(kind: VaultKind, id: string): Promise<void> {
    await (await this.whole()).delete(kind, id);
  }

  /** @throws CopyRefused, which a start tells in its own words; StoreUnavailable */
  async ready(): Promise<void> {
    await this.vault.ready();
    if (!this.isWhole) await refuseHalfImport(this.vault);
  }

  close(): Promise<void> {
    return this.vault.close();
  }

  private async whole(): Promise<Vault> {
    if (this.isWhole) return this.vault;
    try {
      await refuseHalfImport(this.vault);
    } catch (error) {
      if (error instanceof CopyRefused) this.refused(error);
      throw error;
    }
    this.isWhole = true;
    return this.vault;
  }
}
