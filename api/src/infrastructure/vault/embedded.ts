import { EmbeddedDatabase, answer, type SqlValue } from '../embedded-database.js';
import { StoreUnavailable } from '../event-store/event-store.port.js';
import { originalText, storedText } from '../stored-text.js';
import { VAULT_LIST_LIMIT, type Vault, type VaultKind, type VaultRecord } from './vault.port.js';

/** Most writes that wait for the next transaction. */
export const VAULT_QUEUE_LIMIT = 10_000;

/** Kinds whose old value must leave the file itself, not only the table, before the write counts as done. */
const SHREDDED: ReadonlySet<VaultKind> = new Set<VaultKind>(['data-key']);

const PRAGMAS = ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON'];

const SCHEMA = `CREATE TABLE IF NOT EXISTS records (
  kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL, value TEXT NOT NULL, version INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS records_by_owner ON records (kind, owner, id);`;

const GET = 'SELECT id, owner, value, version FROM records WHERE kind = ? AND id = ?';
const LIST = `SELECT id, owner, value, version FROM records WHERE kind = ? AND owner = ? ORDER BY id LIMIT ${VAULT_LIST_LIMIT}`;
const INSERT =
  'INSERT INTO records (kind, id, owner, value, version) VALUES (?, ?, ?, ?, 1) ON CONFLICT DO NOTHING';
const UPDATE =
  'UPDATE records SET owner = ?, value = ?, version = version + 1 WHERE kind = ? AND id = ? AND version = ?';
const DELETE = 'DELETE FROM records WHERE kind = ? AND id = ?';

interface Write {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  readonly shreds: boolean;
  readonly resolve: (changes: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Opens, or makes, the vault in one SQLite file. */
export function openEmbeddedVault(file: string): Vault {
  return new EmbeddedVault(file);
}

/** Writes of the same turn of the event loop share one transaction, and so one sync of the disk. */
class EmbeddedVault implements Vault {
  private readonly database: EmbeddedDatabase;
  private waiting: Write[] = [];
  /** The write-ahead log still holds a value that was to be shredded. */
  private shredOwed = false;

  constructor(file: string) {
    this.database = new EmbeddedDatabase(file, PRAGMAS);
    this.database.exec(SCHEMA);
  }

  get<T extends object>(kind: VaultKind, id: string): Promise<VaultRecord<T> | null> {
    return answer(() => {
      const row = this.database.first(GET, [kind, storedText(id)]);
      return row ? record<T>(row) : null;
    });
  }

  list<T extends object>(kind: VaultKind, owner: string): Promise<readonly VaultRecord<T>[]> {
    return answer(() => this.database.all(LIST, [kind, storedText(owner)]).map((row) => record<T>(row)));
  }

  async put(
    kind: VaultKind,
    id: string,
    { owner, value }: { readonly owner: string; readonly value: object },
    expect: number | null,
  ): Promise<'ok' | 'stale'> {
    const key = [kind, storedText(id)] as const;
    const content = [storedText(owner), JSON.stringify(value)] as const;
    const changes =
      expect === null
        ? await this.write(kind, INSERT, [...key, ...content])
        : await this.write(kind, UPDATE, [...content, ...key, expect]);
    return changes === 1 ? 'ok' : 'stale';
  }

  async delete(kind: VaultKind, id: string): Promise<void> {
    await this.write(kind, DELETE, [kind, storedText(id)]);
  }

  ready(): Promise<void> {
    return answer(() => void this.database.first(GET, ['lease', '']));
  }

  /** Writes that wait are stored first. */
  close(): Promise<void> {
    return answer(() => {
      this.flush();
      this.database.close();
    });
  }

  private write(kind: VaultKind, sql: string, parameters: readonly SqlValue[]): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length >= VAULT_QUEUE_LIMIT) throw new StoreUnavailable('too many vault writes wait');
      const shreds = SHREDDED.has(kind) && sql !== INSERT;
      this.waiting.push({ sql, parameters, shreds, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => this.flush());
    });
  }

  private flush(): void {
    const writes = this.waiting;
    if (writes.length === 0) return;
    this.waiting = [];
    try {
      const changes = this.database.transaction(() =>
        writes.map((write) => this.database.run(write.sql, write.parameters)),
      );
      this.shred(writes.some((write, place) => write.shreds && changes[place] === 1));
      writes.forEach((write, place) => write.resolve(changes[place] ?? 0));
    } catch (error) {
      for (const write of writes) write.reject(error);
    }
  }

  /** A reader in another process can hold the log back: then every later write tries again, and closing does. */
  private shred(needed: boolean): void {
    if (needed) this.shredOwed = true;
    if (this.shredOwed) this.shredOwed = !this.database.truncateLog();
  }
}

function record<T extends object>([id, owner, value, version]: SqlValue[]): VaultRecord<T> {
  return {
    id: originalText(String(id)),
    owner: originalText(String(owner)),
    value: JSON.parse(String(value)) as T,
    version: Number(version),
  };
}
