import { StoreUnavailable } from '../../api/src/engine/storage/store-unavailable.js';
import { compareTexts } from '../../api/src/engine/storage/stored-text.js';
import {
  VAULT_LIST_LIMIT,
  type Vault,
  type VaultKind,
  type VaultRecord,
} from '../../api/src/engine/vault/vault.port.js';

/** All records by kind and id. Outlives the vaults opened on it. */
export class InMemoryRecords {
  private readonly kinds = new Map<VaultKind, Map<string, VaultRecord>>();

  of(kind: VaultKind): Map<string, VaultRecord> {
    const records = this.kinds.get(kind) ?? new Map<string, VaultRecord>();
    this.kinds.set(kind, records);
    return records;
  }
}

/** Reference implementation of the port over a map, which adapters are compared with. */
export function openInMemoryVault(records: InMemoryRecords): Vault {
  return new InMemoryVault(records);
}

class InMemoryVault implements Vault {
  private isClosed = false;

  constructor(private readonly records: InMemoryRecords) {}

  get<T extends object>(kind: VaultKind, id: string): Promise<VaultRecord<T> | null> {
    return this.whenOpen(() => copyOf(this.records.of(kind).get(id) ?? null) as VaultRecord<T> | null);
  }

  list<T extends object>(kind: VaultKind, owner: string): Promise<readonly VaultRecord<T>[]> {
    return this.whenOpen(() => {
      const owned = [...this.records.of(kind).values()].filter((record) => record.owner === owner);
      owned.sort((left, right) => compareTexts(left.id, right.id));
      return copyOf(owned.slice(0, VAULT_LIST_LIMIT)) as readonly VaultRecord<T>[];
    });
  }

  scan<T extends object>(kind: VaultKind, after: string | null): Promise<readonly VaultRecord<T>[]> {
    return this.whenOpen(() => {
      const behind = [...this.records.of(kind).values()].filter(
        ({ id }) => after === null || compareTexts(id, after) > 0,
      );
      behind.sort((left, right) => compareTexts(left.id, right.id));
      return copyOf(behind.slice(0, VAULT_LIST_LIMIT)) as readonly VaultRecord<T>[];
    });
  }

  put(...[kind, id, { owner, value }, expect]: Parameters<Vault['put']>): Promise<'ok' | 'stale'> {
    return this.whenOpen(() => {
      const records = this.records.of(kind);
      if ((records.get(id)?.version ?? null) !== expect) return 'stale';
      records.set(id, copyOf({ id, owner, value, version: (expect ?? 0) + 1 }) as VaultRecord);
      return 'ok';
    });
  }

  delete(kind: VaultKind, id: string, expect?: number): Promise<void> {
    return this.whenOpen(() => {
      const records = this.records.of(kind);
      if (expect === undefined || records.get(id)?.version === expect) records.delete(id);
    });
  }

  shred(): Promise<void> {
    return this.whenOpen(() => undefined);
  }

  ready(): Promise<void> {
    return this.whenOpen(() => undefined);
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  private whenOpen<T>(work: () => T): Promise<T> {
    return new Promise((resolve) => {
      if (this.isClosed) throw new StoreUnavailable('The vault is closed');
      resolve(work());
    });
  }
}

function copyOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
