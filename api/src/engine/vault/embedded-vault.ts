import {
  type SqlValue,
  type SqliteConnection,
  SqliteDatabase,
  SqliteWriter,
  answer,
} from '../storage/sqlite.js';
import { shred } from '../storage/shredded.js';
import { storedJson } from '../storage/sqlite-errors.js';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import { originalText, storedText } from '../storage/stored-text.js';
import { VAULT_LIST_LIMIT, type Vault, type VaultKind, type VaultRecord } from './vault.port.js';

/** Most writes that wait for the next transaction. */
export const VAULT_QUEUE_LIMIT = 10_000;

/** Most writes of one transaction. */
const VAULT_GROUP_LIMIT = 500;

/** Its old value must leave the file itself, not only the table, before the write counts as done. */
const SHREDDED: VaultKind = 'data-key';

/** Leases are renewed in it all the time: without this, a small vault would live in its write-ahead log. */
const CHECKPOINT_WITHIN_MS = 5_000;

const WRITE_PRAGMAS = ['synchronous = FULL', 'secure_delete = ON'];

/** The records of a vault file, and how many transactions wrote them: a file that lost its end has fewer. */
export const VAULT_SCHEMA = `CREATE TABLE IF NOT EXISTS records (
  kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL, value TEXT NOT NULL, version INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS records_by_owner ON records (kind, owner, id);
CREATE TABLE IF NOT EXISTS writes (count INTEGER NOT NULL);
INSERT INTO writes SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM writes);`;

const GET = 'SELECT id, owner, value, version FROM records WHERE kind = ? AND id = ?';
const LIST = `SELECT id, owner, value, version FROM records WHERE kind = ? AND owner = ? ORDER BY id LIMIT ${VAULT_LIST_LIMIT}`;
const SCAN = `SELECT id, owner, value, version FROM records WHERE kind = ? AND id > ? ORDER BY id LIMIT ${VAULT_LIST_LIMIT}`;
const INSERT =
  'INSERT INTO records (kind, id, owner, value, version) VALUES (?, ?, ?, ?, 1) ON CONFLICT DO NOTHING';
const UPDATE =
  'UPDATE records SET owner = ?, value = ?, version = version + 1 WHERE kind = ? AND id = ? AND version = ?';
const HAS_COUNT = "SELECT 1 FROM sqlite_schema WHERE name = 'writes'";
const COUNT = 'SELECT count FROM writes';
const SET_COUNT = 'UPDATE writes SET count = ?';
const DELETE = 'DELETE FROM records WHERE kind = ? AND id = ?';
const DELETE_VERSION = `${DELETE} AND version = ?`;

/** One change; `shreds` when the replaced value must also leave the write-ahead log. */
interface Change {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  readonly shreds: boolean;
}

interface WaitingChange extends Change {
  readonly resolve: (rows: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Opens or creates the vault in one SQLite file. A readonly vault must exist and is never written. */
export function openEmbeddedVault(
  file: string,
  { readonly = false }: { readonly readonly?: boolean } = {},
): EmbeddedVault {
  if (readonly) return new EmbeddedVault(new SqliteDatabase(file, [], true), null);
  const made = new SqliteDatabase(file, ['journal_mode = WAL']);
  made.exec(VAULT_SCHEMA);
  made.close();
  const writes = new SqliteWriter(file, WRITE_PRAGMAS, { withinMs: CHECKPOINT_WITHIN_MS });
  return new EmbeddedVault(new SqliteDatabase(file, [], true), writes);
}

/** Group commit: writes queued during the last sync share the next one, each with its own result. */
export class EmbeddedVault implements Vault {
  private readonly waiting: WaitingChange[] = [];
  private written: Promise<void> | null = null;
  private isClosed = false;
  /** The write-ahead log still contains a value to shred. */
  private isShredOwed = false;
  /** Notified of the number of writes after each. */
  wrote: (writes: number) => void = () => undefined;

  /** `writes` is null when the vault is open for reading only. */
  constructor(
    private readonly reads: SqliteDatabase,
    private readonly writes: SqliteWriter | null,
  ) {}

  get file(): string {
    return this.reads.file;
  }

  /** How many transactions have written to the file; null in one of an earlier build that was not opened for writing since. */
  get transactions(): number | null {
    if (!this.reads.first(HAS_COUNT, [])) return null;
    return Number(this.reads.first(COUNT, [])?.[0] ?? 0);
  }

  get<T extends object>(kind: VaultKind, id: string): Promise<VaultRecord<T> | null> {
    return answer(() => {
      const row = this.reads.first(GET, [kind, storedText(id)]);
      return row ? this.record<T>(row) : null;
    });
  }

  list<T extends object>(kind: VaultKind, owner: string): Promise<readonly VaultRecord<T>[]> {
    return answer(() => this.reads.all(LIST, [kind, storedText(owner)]).map((row) => this.record<T>(row)));
  }

  scan<T extends object>(kind: VaultKind, after: string | null): Promise<readonly VaultRecord<T>[]> {
    return answer(() =>
      this.reads.all(SCAN, [kind, storedText(after ?? '')]).map((row) => this.record<T>(row)),
    );
  }

  async put(...[kind, id, { owner, value }, expect]: Parameters<Vault['put']>): Promise<'ok' | 'stale'> {
    const key = [kind, storedText(id)] as const;
    const content = [storedText(owner), JSON.stringify(value)] as const;
    const rows = await this.change(
      expect === null
        ? { sql: INSERT, parameters: [...key, ...content], shreds: false }
        : { sql: UPDATE, parameters: [...content, ...key, expect], shreds: kind === SHREDDED },
    );
    return rows === 1 ? 'ok' : 'stale';
  }

  async delete(kind: VaultKind, id: string, expect?: number): Promise<void> {
    const parameters = [kind, storedText(id), ...(expect === undefined ? [] : [expect])];
    const sql = expect === undefined ? DELETE : DELETE_VERSION;
    await this.change({ sql, parameters, shreds: kind === SHREDDED });
  }

  async shred(): Promise<void> {
    if (this.writes) await shred(this.writes);
  }

  async ready(): Promise<void> {
    this.reads.first(GET, ['lease', '']);
    this.reads.ready();
    await this.writes?.ready();
  }

  /** Writes that wait are stored first. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.written;
    await this.writes?.close();
    this.reads.close();
  }

  private record<T extends object>([id, owner, value, version]: SqlValue[]): VaultRecord<T> {
    return {
      id: originalText(String(id)),
      owner: originalText(String(owner)),
      value: storedJson(this.file, String(value)) as T,
      version: Number(version),
    };
  }

  private change(change: Change): Promise<number> {
    return new Promise((resolve, reject) => {
      const { writes } = this;
      if (!writes) throw new StoreUnavailable('the vault is open for reading only');
      if (this.isClosed) throw new StoreUnavailable('the vault is closed');
      if (this.waiting.length >= VAULT_QUEUE_LIMIT) throw new StoreUnavailable('too many vault writes wait');
      this.waiting.push({ ...change, resolve, reject });
      this.written ??= this.writeWaiting(writes);
    });
  }

  private async writeWaiting(writes: SqliteWriter): Promise<void> {
    while (this.waiting.length > 0) {
      let group: readonly WaitingChange[] = [];
      try {
        const count = (this.transactions ?? 0) + 1;
        const rows = await writes.transaction(async (connection) => {
          group = this.waiting.splice(0, VAULT_GROUP_LIMIT);
          const changed = await applied(connection, group);
          await connection.run(SET_COUNT, [count]);
          return changed;
        });
        this.wrote(count);
        await this.shredLog(
          writes,
          group.some(({ shreds }, place) => shreds && rows[place] === 1),
        );
        group.forEach(({ resolve }, place) => resolve(rows[place] ?? 0));
      } catch (error) {
        if (group.length === 0) group = this.waiting.splice(0);
        for (const { reject } of group) reject(error);
      }
    }
    this.written = null;
  }

  /** A reader in another process can hold the log back: then every later write tries again, and closing does. */
  private async shredLog(writes: SqliteWriter, isNeeded: boolean): Promise<void> {
    if (isNeeded) this.isShredOwed = true;
    if (this.isShredOwed) this.isShredOwed = !(await writes.work(({ truncateLog }) => truncateLog()));
  }
}

async function applied(connection: SqliteConnection, group: readonly Change[]): Promise<number[]> {
  const rows: number[] = [];
  for (const { sql, parameters } of group) rows.push(await connection.run(sql, parameters));
  return rows;
}
