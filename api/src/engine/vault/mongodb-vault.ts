import { randomUUID } from 'node:crypto';
import type { Filter } from 'mongodb';
import { StoreUnavailable } from '../storage/store-unavailable.js';
import {
  MongoConnection,
  documentsOf,
  type Call,
  type MongoSettings,
  type StoredDocument,
} from '../storage/mongodb-connection.js';
import { compareAndSet, findById, findSome } from '../storage/mongodb-documents.js';
import { originalFields, originalValue, storedFields, storedString } from '../storage/mongodb-document.js';
import { VAULT_LIST_LIMIT, type Vault, type VaultKind, type VaultRecord } from './vault.port.js';

/** Database of the vault where the settings name none: it cannot be built again, so it is backed up by itself. */
export const MONGO_VAULT_DATABASE = 'flip_vault';

/** A record as its collection keeps it: one collection a kind. */
interface StoredRecord {
  readonly _id: string;
  readonly owner: string;
  readonly version: number;
  readonly value: object;
  /** The write that stored it: tells, when a response was lost, whether the write was stored. */
  readonly writeId: string;
}

type Put = Parameters<Vault['put']>;

/**
 * Opens the vault in a separate MongoDB database. Resolves without a server: every call rejects with
 * StoreUnavailable until there is one. Replaced values remain in the server's journal and oplog until these are cut.
 */
export function openMongoVault(settings: MongoSettings): Promise<Vault> {
  return new Promise((resolve) => {
    resolve(new MongoVault(new MongoConnection({ database: MONGO_VAULT_DATABASE, ...settings })));
  });
}

/** Compare-and-set by a record's version; writes of one record that this process was given go in their order. */
class MongoVault implements Vault {
  private readonly indexes = new Map<VaultKind, Promise<unknown>>();
  private readonly lastWrites = new Map<string, Promise<unknown>>();

  constructor(private readonly connection: MongoConnection) {}

  get<T extends object>(kind: VaultKind, id: string): Promise<VaultRecord<T> | null> {
    return this.connection.run(async (call) => {
      const stored = await readRecord(call, kind, id);
      return stored && recordOf<T>(stored);
    });
  }

  list<T extends object>(kind: VaultKind, owner: string): Promise<readonly VaultRecord<T>[]> {
    return this.connection.run(async (call) => {
      await this.ensureIndex(call, kind);
      return findRecords<T>(call, kind, { owner: { $eq: storedString(owner) } });
    });
  }

  scan<T extends object>(kind: VaultKind, after: string | null): Promise<readonly VaultRecord<T>[]> {
    const filter = after === null ? {} : { _id: { $gt: storedString(after) } };
    return this.connection.run((call) => findRecords<T>(call, kind, filter));
  }

  put(...[kind, id, record, expect]: Put): Promise<'ok' | 'stale'> {
    return this.connection.run((call) =>
      this.inTurn(kind, id, async () => {
        await this.ensureIndex(call, kind);
        return putWithRetry(call, [kind, id, record, expect]);
      }),
    );
  }

  delete(kind: VaultKind, id: string, expect?: number): Promise<void> {
    return this.connection.run((call) =>
      this.inTurn(kind, id, () =>
        withOneRetry(async () => {
          const version = expect === undefined ? {} : { version: { $eq: expect } };
          const filter = { _id: { $eq: storedString(id) }, ...version };
          await call((database, maxTimeMS) => documentsOf(database, kind).deleteOne(filter, { maxTimeMS }));
        }),
      ),
    );
  }

  shred(): Promise<void> {
    return Promise.resolve();
  }

  ready(): Promise<void> {
    return this.connection.ready();
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private async inTurn<T>(kind: VaultKind, id: string, write: () => Promise<T>): Promise<T> {
    const key = `${kind}/${id}`;
    const before = this.lastWrites.get(key) ?? Promise.resolve();
    const mine = before.then(write, write);
    this.lastWrites.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.lastWrites.get(key) === mine) this.lastWrites.delete(key);
    }
  }

  private async ensureIndex(call: Call, kind: VaultKind): Promise<void> {
    const key = { owner: 1, _id: 1 } as const;
    const made =
      this.indexes.get(kind) ??
      call((database, maxTimeMS) => documentsOf(database, kind).createIndexes([{ key }], { maxTimeMS }));
    this.indexes.set(kind, made);
    await made.catch((error: unknown) => {
      this.indexes.delete(kind);
      throw error;
    });
  }
}

/** After a lost response the write is sent again; its id in the record tells whether it was stored the first time. */
async function putWithRetry(call: Call, put: Put): Promise<'ok' | 'stale'> {
  const [kind, id] = put;
  const writeId = randomUUID();
  const again = async () =>
    (await writeRecord(call, put, writeId)) || (await readRecord(call, kind, id))?.writeId === writeId;
  const isWritten = await withOneRetry(() => writeRecord(call, put, writeId), again);
  return isWritten ? 'ok' : 'stale';
}

function writeRecord(
  call: Call,
  [kind, id, { owner, value }, expect]: Put,
  writeId: string,
): Promise<boolean> {
  const version = (expect ?? 0) + 1;
  const document = { owner: storedString(owner), version, value: storedFields(value), writeId };
  const expected = expect === null ? null : { version: { $eq: expect } };
  return compareAndSet(call, kind, { id, expected, document });
}

async function readRecord(call: Call, kind: VaultKind, id: string): Promise<StoredRecord | null> {
  return (await findById(call, kind, id)) as StoredRecord | null;
}

async function findRecords<T extends object>(
  call: Call,
  kind: VaultKind,
  filter: Filter<StoredDocument>,
): Promise<readonly VaultRecord<T>[]> {
  const stored = await findSome(call, kind, { filter, sort: { _id: 1 }, limit: VAULT_LIST_LIMIT });
  return stored.map((one) => recordOf<T>(one as unknown as StoredRecord));
}

/** Retries once after a lost connection, within the same deadline. */
async function withOneRetry<T>(work: () => Promise<T>, again = work): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return again();
  }
}

function recordOf<T extends object>({ _id, owner, version, value }: StoredRecord): VaultRecord<T> {
  return {
    id: String(originalValue(_id)),
    owner: String(originalValue(owner)),
    version,
    value: originalFields(value) as T,
  };
}
