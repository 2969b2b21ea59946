import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyHolder } from '../../config/key-lists.js';
import { macFor } from '../../engine/vault/mac.js';
import { SqliteDatabase } from '../../engine/storage/sqlite.js';
import { StoreUnavailable } from '../../engine/storage/store-unavailable.js';
import { sqlText } from '../../engine/storage/stored-text.js';
import { DataKeys } from '../../engine/event-store/data-keys.js';
import { readTail, verifyChain, type Tail } from '../../engine/event-store/embedded/hash-chain.js';
import { EVENT_COLUMNS, EVENT_SCHEMA, FORMAT_PRAGMA } from '../../engine/event-store/embedded/schema.js';
import { BEGINNING } from '../../engine/event-store/event-store.port.js';
import { openEmbeddedEventStore } from '../../engine/event-store/embedded/embedded-event-store.js';
import { refuseHalfImport } from '../../engine/stores/import-marker.js';
import { requireLogOfSagas } from '../../engine/stores/own-secrets.js';
import { AuthenticVault } from '../../engine/vault/authentic-vault.js';
import { openEmbeddedVault, VAULT_SCHEMA } from '../../engine/vault/embedded-vault.js';
import type { Report } from '../command.js';
import { requireChain, requireDataKey } from '../stores/copy-folder.js';
import { pagesUntilNow } from '../checks/log-pages.js';

/** Attempts to find a moment in which nothing was appended while both files were read. */
const SNAPSHOT_ATTEMPT_LIMIT = 200;
const LONGEST_PAUSE_MS = 5;
/** Events copied between two progress reports. */
const PAGE_LIMIT = 5_000;
/** An interrupted copy is deleted, and a complete one is synced as a whole. */
const COPY_PRAGMAS = ['journal_mode = OFF', 'synchronous = OFF'];

const COLUMNS = `${EVENT_COLUMNS}, chain`;
const COPY_EVENTS = `INSERT INTO main.events (${COLUMNS})
  SELECT ${COLUMNS} FROM log.events WHERE position > ? AND position <= ? ORDER BY position`;
const COPY_RECORDS = 'INSERT INTO vault_copy.records SELECT * FROM vault.records';
const LOG_HEAD = 'SELECT max(position) FROM log.events';
const READ_VAULT = 'SELECT kind FROM vault.records LIMIT 1';

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
  const copy = new SqliteDatabase(to.events, [...COPY_PRAGMAS, FORMAT_PRAGMA]);
  try {
    copy.exec(EVENT_SCHEMA);
    copy.exec(`ATTACH ${sqlText(to.vault)} AS vault_copy; ATTACH ${sqlText(from.events)} AS log;
      ATTACH ${sqlText(from.vault)} AS vault`);
    const head = await copyVault(copy);
    for (let done = 0; done < head;) {
      const next = Math.min(head, done + PAGE_LIMIT);
      copy.run(COPY_EVENTS, [done, next]);
      done = next;
      report('events copied', done, head);
    }
  } finally {
    copy.close();
  }
}

/**
 * Copies the vault as it was at one moment, and returns the end of the log at that moment: what the log has up to there
 * never changes.
 *
 * A data key is durable in the vault before the event that needs it: a vault seen after the log has all its keys. But
 * the vault may also be ahead: a saga's checkpoint beyond the end of the log would skip events recorded there later,
 * and a password changed between the two would leave an account naming a record that is already deleted. Therefore the end
 * of the log is read before and after. A SQLite transaction sees a file as it was when it first read that file, so the
 * second time it sees what had been appended when the vault was first read: if that is nothing, both belong together.
 */
async function copyVault(copy: SqliteDatabase): Promise<number> {
  for (let attempt = 0; attempt < SNAPSHOT_ATTEMPT_LIMIT; attempt++) {
    const head = endOfLog(copy);
    copy.exec('BEGIN');
    copy.first(READ_VAULT, []);
    if (endOfLog(copy) === head) {
      copy.run(COPY_RECORDS, []);
      copy.exec('COMMIT');
      return head;
    }
    copy.rollBack();
    await sleep(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new StoreUnavailable('The log was too busy to copy the vault of the same moment; try again');
}

const endOfLog = (copy: SqliteDatabase) => Number(copy.first(LOG_HEAD, [])?.[0] ?? 0);

function createVault(file: string): void {
  const vault = new SqliteDatabase(file, COPY_PRAGMAS);
  vault.exec(VAULT_SCHEMA);
  vault.close();
}

/** The expected content of a copy. */
interface CopyExpectation {
  /** Of the copied stores, read before the copy began. */
  readonly anchor: Tail | null;
  readonly keys: KeyHolder;
}

/**
 * Checks, reading only, that a server can continue from a copy: every event matches the hash chain and the anchor, every
 * data key that the log needs can be decrypted, and no saga is beyond the end of the log.
 * @returns the end of the copied log
 * @throws DamagedLog, CopyRefused
 */
export async function checkCopy(
  files: SnapshotFiles,
  { anchor, keys: holder }: CopyExpectation,
  report: Report,
): Promise<Tail> {
  const database = new SqliteDatabase(files.events, [], true);
  const log = await openEmbeddedEventStore({ ...holder, file: files.events, readonly: true });
  const vault = new AuthenticVault(openEmbeddedVault(files.vault, { readonly: true }), holder);
  try {
    await refuseHalfImport(vault);
    await requireChain(verifyChain({ database, mac: macFor(holder, 'log') }, 0, anchor), report);
    const keys = new DataKeys(vault, holder);
    const tail = readTail(database);
    let done = 0;
    for await (const { events } of pagesUntilNow(log, { after: BEGINNING, prefixes: [''] })) {
      for (const event of events) await requireDataKey(keys, event);
      report('data keys checked, events', (done += events.length), tail.position);
    }
    await requireLogOfSagas(vault, log);
    return tail;
  } finally {
    await vault.close();
    await log.close();
    database.close();
  }
}
