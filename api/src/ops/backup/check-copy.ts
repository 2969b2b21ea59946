import { SqliteDatabase } from '../../config/sqlite.js';
import { readTail, verifyChain, type Tail } from '../../event-store/embedded/hash-chain.js';
import { positionText } from '../../event-store/embedded/schema.js';
import { CopyRefused } from '../../config/copy-refused.js';
import { requireDataKey } from '../data-key-check.js';
import { parseJson } from '../../config/parse-json.js';
import { refuseHalfImport } from '../../stores/import-marker.js';
import { SAGA_OWNER } from '../../subscriptions/saga-checkpoint.js';
import { DataKeys } from '../../event-store/data-keys.js';
import { openEmbeddedVault } from '../../vault/embedded-vault.js';
import { VAULT_LIST_LIMIT, type Vault } from '../../vault/vault.port.js';
import type { SnapshotFiles, Told } from './embedded-snapshot.js';

/** Events whose data keys are looked up between two words about the progress. */
const KEY_PAGE_LIMIT = 1_000;

const SEALED = `SELECT position, stream, data FROM events WHERE position > ? ORDER BY position LIMIT ${KEY_PAGE_LIMIT}`;

/** What a copy is held against. */
export interface CopyExpectation {
  /** Of the stores that were copied, read before the copy began. */
  readonly anchor: Tail | null;
  readonly keyEncryptionKey: string;
}

/** Tells of each check how far it is. */
export type CheckTold = (check: 'hash chain' | 'data keys', ...progress: Parameters<Told>) => void;

/**
 * Proves, reading only, that a copy can be gone on from: every event agrees with the hash chain and the anchor, every
 * data key that the log needs can be opened, and no saga stands beyond the log's end.
 * @returns where the copied log ends
 * @throws DamagedLog, CopyRefused
 */
export async function checkCopy(
  files: SnapshotFiles,
  { anchor, keyEncryptionKey }: CopyExpectation,
  told: CheckTold,
): Promise<Tail> {
  const log = new SqliteDatabase(files.events, [], true);
  const vault = openEmbeddedVault(files.vault, { readonly: true });
  try {
    await refuseHalfImport(vault);
    for await (const { events, total, damage } of verifyChain(log, 0, anchor)) {
      if (damage) throw damage;
      told('hash chain', events, total);
    }
    const tail = readTail(log);
    await checkKeys(log, new DataKeys(vault, keyEncryptionKey), (done) =>
      told('data keys', done, tail.position),
    );
    await checkCheckpoints(vault, tail);
    return tail;
  } finally {
    await vault.close();
    log.close();
  }
}

async function checkKeys(
  log: SqliteDatabase,
  keys: DataKeys,
  told: (position: number) => void,
): Promise<void> {
  for (let after = 0; ;) {
    const rows = log.all(SEALED, [after]);
    for (const [position, stream, data] of rows) {
      // What is no JSON is told of where it is projected.
      const event = parseJson(String(data));
      await requireDataKey(keys, event, `event ${String(position)} of ${String(stream)}`);
    }
    after = Number(rows.at(-1)?.[0] ?? after);
    told(after);
    if (rows.length < KEY_PAGE_LIMIT) return;
  }
}

async function checkCheckpoints(vault: Vault, tail: Tail): Promise<void> {
  const checkpoints = await vault.list<{ readonly through: string }>('checkpoint', SAGA_OWNER);
  if (checkpoints.length >= VAULT_LIST_LIMIT) throw new CopyRefused('The vault has too many checkpoints');
  const ahead = checkpoints.find(({ value }) => value.through > positionText(tail.position));
  if (ahead) throw new CopyRefused(`The saga ${ahead.id} stands beyond the end of the log`);
}
