import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../../config/files.js';
import { macFor } from '../../config/mac.js';
import { SqliteDatabase } from '../../config/sqlite.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { sqlText } from '../../config/stored-text.js';
import { DataKeys } from '../../event-store/data-keys.js';
import { readTail, verifyChain, type Tail } from '../../event-store/embedded/hash-chain.js';
import {
  EVENT_COLUMNS,
  EVENT_SCHEMA,
  FORMAT_PRAGMA,
  positionText,
} from '../../event-store/embedded/schema.js';
import { refuseHalfImport } from '../../stores/import-marker.js';
import { requireLogOfSagas } from '../../stores/own-secrets.js';
import { AuthenticVault } from '../../vault/authentic-vault.js';
import { openEmbeddedVault, VAULT_SCHEMA } from '../../vault/embedded-vault.js';
import type { Report } from '../command.js';
import { requireChain, requireDataKey } from '../copy-folder.js';

/** Attempts to find a moment in which nothing was appended while both files were read. */
const SNAPSHOT_ATTEMPT_LIMIT = 200;
const LONGEST_PAUSE_MS = 5;
/** Events copied or checked between two progress reports. */
const PAGE_LIMIT = 5_000;
/** An interrupted copy is deleted, and a complete one is synced as a whole. */
const COPY_PRAGMAS = ['journal_mode = OFF', 'synchronous = OFF'];

const COLUMNS = `${EVENT_COLUMNS}, chain`;
const COPY_EVENTS = `INSERT INTO main.events (${COLUMNS})
  SELECT ${COLUMNS} FROM log.events WHERE position > ? AND position <= ? ORDER BY position`;
const COPY_RECORDS = 'INSERT INTO vault_copy.records SELECT * FROM vault.records';
const LOG_HEAD = 'SELECT max(position) FROM log.events';
const READ_VAULT = 'SELECT kind FROM vault.records LIMIT 1';
const EVENT_DATA = `SELECT position, stream, data FROM events WHERE position > ? ORDER BY position LIMIT ${PAGE_LIMIT}`;

/** The source or the target of a snapshot. */
export interface SnapshotFiles {
  readonly events: string;
  readonly vault: string;
}

/**
 * Copies log and vault as they were at one moment while a server keeps writing: the copy is what a power cut at that
 * moment would have left.
 */
export async function copySnapshot(from: SnapshotFiles, to: SnapshotFiles, report: Report): Promise<void> {
  createVault(to.vault);
  const watched = new SqliteDatabase(from.events, [], true);
  const copy = new SqliteDatabase(to.events, [...COPY_PRAGMAS, FORMAT_PRAGMA]);
  try {
    copy.exec(EVENT_SCHEMA);
    copy.exec(`ATTACH ${sqlText(to.vault)} AS vault_copy; ATTACH ${sqlText(from.events)} AS log;
      ATTACH ${sqlText(from.vault)} AS vault`);
    const head = await beginAtOneMoment(copy, watched);
    copy.run(COPY_RECORDS, []);
    for (let done = 0; done < head;) {
      const next = Math.min(head, done + PAGE_LIMIT);
      copy.run(COPY_EVENTS, [done, next]);
      done = next;
      report('events copied', done, head);
    }
    copy.exec('COMMIT');
  } finally {
    copy.close();
    watched.close();
  }
}

/**
 * Begins a transaction that sees both files as they were at one moment, and returns the end of the log at that moment.
 *
 * A SQLite transaction sees a file as it was when it first read that file, so it reads the log first, then the vault.
 * A data key is durable in the vault before the event that needs it: a vault seen after the log has all its keys. But
 * the vault may also be ahead: a saga's checkpoint beyond the end of the log would skip events recorded there later,
 * and a password changed in between would leave an account naming a record that is already deleted. Therefore a second
 * connection, which sees the present, reads the end of the log again. If it has not moved, nothing was appended before
 * the vault was read, and both files belong to the same moment.
 */
async function beginAtOneMoment(copy: SqliteDatabase, watched: SqliteDatabase): Promise<number> {
  for (let attempt = 0; attempt < SNAPSHOT_ATTEMPT_LIMIT; attempt++) {
    copy.exec('BEGIN');
    const head = Number(copy.first(LOG_HEAD, [])?.[0] ?? 0);
    copy.first(READ_VAULT, []);
    if (readTail(watched).position === head) return head;
    copy.rollBack();
    await sleep(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new StoreUnavailable('The log was too busy to copy the vault of the same moment; try again');
}

function createVault(file: string): void {
  const vault = new SqliteDatabase(file, COPY_PRAGMAS);
  vault.exec(VAULT_SCHEMA);
  vault.close();
}

/** What a copy is compared with. */
interface CopyExpectation {
  /** Of the copied stores, read before the copy began. */
  readonly anchor: Tail | null;
  readonly keyEncryptionKey: string;
}

/**
 * Checks, reading only, that a server can continue from a copy: every event matches the hash chain and the anchor, every
 * data key that the log needs can be decrypted, and no saga is beyond the end of the log.
 * @returns the end of the copied log
 * @throws DamagedLog, CopyRefused
 */
export async function checkCopy(
  files: SnapshotFiles,
  { anchor, keyEncryptionKey }: CopyExpectation,
  report: Report,
): Promise<Tail> {
  const log = new SqliteDatabase(files.events, [], true);
  const raw = openEmbeddedVault(files.vault, { readonly: true });
  const vault = new AuthenticVault(raw, keyEncryptionKey);
  try {
    await refuseHalfImport(vault);
    await requireChain(
      verifyChain({ database: log, mac: macFor(keyEncryptionKey, 'log') }, 0, anchor),
      report,
    );
    const tail = readTail(log);
    await checkKeys(log, new DataKeys(vault, keyEncryptionKey), (done) =>
      report('data keys checked, events', done, tail.position),
    );
    await requireLogOfSagas(vault, { head: () => Promise.resolve(positionText(tail.position)) });
    return tail;
  } finally {
    await vault.close();
    log.close();
  }
}

async function checkKeys(
  log: SqliteDatabase,
  keys: DataKeys,
  checked: (position: number) => void,
): Promise<void> {
  for (let after = 0; ;) {
    const rows = log.all(EVENT_DATA, [after]);
    // Invalid JSON is parked by the projections.
    for (const [position, stream, data] of rows)
      await requireDataKey(keys, parseJson(String(data)), `event ${String(position)} of ${String(stream)}`);
    after = Number(rows.at(-1)?.[0] ?? after);
    checked(after);
    if (rows.length < PAGE_LIMIT) return;
  }
}
