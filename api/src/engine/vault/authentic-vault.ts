import type { KeyHolder } from '../../config/key-lists.js';
import { macFor, type Mac } from './mac.js';
import type { Vault, VaultKind, VaultRecord } from './vault.port.js';

/** A record was changed, moved or written with other secrets. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord';
  constructor(kind: VaultKind, id: string) {
    super(`The vault's ${kind} record ${id} was changed, moved or written with other secrets`);
  }
}

/** Records that compare secrets and formats must be readable with other secrets. */
const PLAIN: ReadonlySet<VaultKind> = new Set<VaultKind>(['check', 'format']);

/**
 * A vault with records that carry a MAC over kind, id, owner, version and value, checked on every read. It does not
 * show that a record is missing, or was put back to an earlier version. @throws DamagedRecord from every read
 */
export class AuthenticVault implements Vault {
  private readonly mac: Mac;

  constructor(
    private readonly vault: Vault,
    keys: KeyHolder,
  ) {
    this.mac = macFor(keys, 'vault');
  }

  async get<T extends object>(kind: VaultKind, id: string): Promise<VaultRecord<T> | null> {
    const record = await this.vault.get(kind, id);
    return record && this.checked<T>(kind, record);
  }

  async list<T extends object>(kind: VaultKind, owner: string): Promise<readonly VaultRecord<T>[]> {
    return (await this.vault.list(kind, owner)).map((record) => this.checked<T>(kind, record));
  }

  async scan<T extends object>(kind: VaultKind, after: string | null): Promise<readonly VaultRecord<T>[]> {
    return (await this.vault.scan(kind, after)).map((record) => this.checked<T>(kind, record));
  }

  put(...[kind, id, { owner, value }, expect]: Parameters<Vault['put']>): Promise<'ok' | 'stale'> {
    const mac = this.mac.of(textOf(kind, { id, owner, value, version: (expect ?? 0) + 1 }));
    return this.vault.put(kind, id, { owner, value: PLAIN.has(kind) ? value : { ...value, mac } }, expect);
  }

  delete(...asked: Parameters<Vault['delete']>): Promise<void> {
    return this.vault.delete(...asked);
  }

  shred(): Promise<void> {
    return this.vault.shred();
  }

  ready(): Promise<void> {
    return this.vault.ready();
  }

  close(): Promise<void> {
    return this.vault.close();
  }

  private checked<T extends object>(kind: VaultKind, record: VaultRecord): VaultRecord<T> {
    if (PLAIN.has(kind)) return record as VaultRecord<T>;
    const { mac, ...value } = record.value as { readonly mac?: string };
    if (!this.mac.isOf(mac, textOf(kind, { ...record, value }))) throw new DamagedRecord(kind, record.id);
    return { ...record, value: value as T };
  }
}

/** What the MAC of a record is made of. */
function textOf(kind: VaultKind, { id, owner, version, value }: VaultRecord): string {
  return JSON.stringify([kind, id, owner, version, value]);
}
