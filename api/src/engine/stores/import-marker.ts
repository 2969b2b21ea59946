import { StoreUnavailable } from '../storage/store-unavailable.js';
import type { Vault } from '../vault/vault.port.js';

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
 * The vault of a server, which also starts while its vault is unavailable: no call succeeds before a check of the
 * stores has. Sign-in, encryption and every saga use the vault first, so nothing happens on other data.
 */
export class GuardedVault implements Vault {
  private isComplete = false;
  private checking: Promise<boolean> | undefined;

  /** `check` says false when it has to be made again; `refused` is called when the check refuses the stores only after the start: the process should end. */
  constructor(
    private readonly vault: Vault,
    private readonly check: () => Promise<boolean>,
    private readonly refused: (error: Error) => void,
  ) {}

  readonly get: Vault['get'] = async (...asked) => (await this.checked()).get(...asked);
  readonly list: Vault['list'] = async (...asked) => (await this.checked()).list(...asked);
  readonly scan: Vault['scan'] = async (...asked) => (await this.checked()).scan(...asked);
  readonly put: Vault['put'] = async (...asked) => (await this.checked()).put(...asked);
  readonly delete: Vault['delete'] = async (...asked) => (await this.checked()).delete(...asked);
  readonly shred: Vault['shred'] = async () => (await this.checked()).shred();

  /** @throws what the check throws, which a start reports itself; StoreUnavailable */
  async ready(): Promise<void> {
    await this.vault.ready();
    await this.complete();
  }

  close(): Promise<void> {
    return this.vault.close();
  }

  private async checked(): Promise<Vault> {
    try {
      await this.complete();
    } catch (error) {
      if (error instanceof Error && !(error instanceof StoreUnavailable)) this.refused(error);
      throw error;
    }
    return this.vault;
  }

  /** Calls that come together share one check. */
  private async complete(): Promise<void> {
    if (this.isComplete) return;
    this.checking ??= this.check().finally(() => (this.checking = undefined));
    this.isComplete = await this.checking;
  }
}
