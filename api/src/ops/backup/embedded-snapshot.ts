import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteDatabase } from '../../config/sqlite.js';
import { readTail } from '../../event-store/embedded/hash-chain.js';
import { EVENT_COLUMNS, EVENT_SCHEMA, FORMAT_PRAGMA } from '../../event-store/embedded/schema.js';
import { StoreUnavailable } from '../../config/store-unavailable.js';
import { sqlText } from '../../config/stored-text.js';
import { VAULT_SCHEMA } from '../../vault/embedded-vault.js';

/** How often both files are looked at for a moment in which the log stood still. */
const SNAPSHOT_ATTEMPT_LIMIT = 200;
const LONGEST_PAUSE_MS = 5;
/** Events between two words about the progress. */
const COPY_PAGE_LIMIT = 5_000;
/** A copy cut off counts for nothing, and one that is finished is synced as a whole. */
const COPY_PRAGMAS = ['journal_mode = OFF', 'synchronous = OFF'];

const COLUMNS = `${EVENT_COLUMNS}, chain`;
const COPY_EVENTS = `INSERT INTO main.events (${COLUMNS})
  SELECT ${COLUMNS} FROM log.events WHERE position > ? AND position <= ? ORDER BY position`;
const COPY_RECORDS = 'INSERT INTO vault_copy.records SELECT * FROM vault.records';
const LOG_HEAD = 'SELECT max(position) FROM log.events';
const LOOK_AT_VAULT = 'SELECT kind FROM vault.records LIMIT 1';

/** The two files that a snapshot is taken of, or goes to. */
export interface SnapshotFiles {
  readonly events: string;
  readonly vault: string;
}

/** How many events are done, of how many. */
export type Told = (events: number, total: number) => void;

/**
 * Copies log and vault as they stood at one moment, beside a server that goes on writing: what the copy holds is what
 * a power cut at that moment would have left.
 */
export async function copySnapshot(from: SnapshotFiles, to: SnapshotFiles, told: Told): Promise<void> {
  makeVault(to.vault);
  const watched = new SqliteDatabase(from.events, [], true);
  const copy = new SqliteDatabase(to.events, [...COPY_PRAGMAS, FORMAT_PRAGMA]);
  try {
    copy.exec(EVENT_SCHEMA);
    copy.exec(`ATTACH ${sqlText(to.vault)} AS vault_copy; ATTACH ${sqlText(from.events)} AS log;
      ATTACH ${sqlText(from.vault)} AS vault`);
    const head = await heldAtOneMoment(copy, watched);
    copy.run(COPY_RECORDS, []);
    for (let done = 0; done < head;) {
      const next = Math.min(head, done + COPY_PAGE_LIMIT);
      copy.run(COPY_EVENTS, [done, next]);
      done = next;
      told(done, head);
    }
    copy.exec('COMMIT');
  } finally {
    copy.close();
    watched.close();
  }
}

/**
 * Opens a transaction that sees both files as they stood at one moment, and answers where the log ended then.
 *
 * SQLite fixes what a transaction sees of a file when it first reads that file, so the log is read first, then the
 * vault. A data key is durable in the vault before the event that needs it: a vault seen after the log has every key
 * of it. But the vault may also have gone ahead: a saga's checkpoint beyond the log's end would skip what is recorded
 * there later, and a password that was changed in between would leave an account naming a record already deleted.
 * Therefore the log is looked at once more through a connection that sees the present. When it still ends where the
 * transaction sees its end, nothing was appended until after the vault was read, and both belong to the same moment.
 */
async function heldAtOneMoment(copy: SqliteDatabase, watched: SqliteDatabase): Promise<number> {
  for (let attempt = 0; attempt < SNAPSHOT_ATTEMPT_LIMIT; attempt++) {
    copy.exec('BEGIN');
    const head = Number(copy.first(LOG_HEAD, [])?.[0] ?? 0);
    copy.first(LOOK_AT_VAULT, []);
    if (readTail(watched).position === head) return head;
    copy.rollBack();
    await sleep(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new StoreUnavailable('The log never stood still for long enough to copy the vault with it');
}

function makeVault(file: string): void {
  const made = new SqliteDatabase(file, COPY_PRAGMAS);
  made.exec(VAULT_SCHEMA);
  made.close();
}
