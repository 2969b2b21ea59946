// The peer's one table, with an index that serves the list and covers the sum of a week.
import { join } from 'node:path';
import Database from 'libsql';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS transfers (
  id TEXT PRIMARY KEY, uid TEXT NOT NULL, recipient TEXT NOT NULL, platform TEXT NOT NULL, handle TEXT NOT NULL,
  amount_cents INTEGER NOT NULL, flip_fee_cents INTEGER NOT NULL, processing_fee_cents INTEGER NOT NULL,
  created_at TEXT NOT NULL, status TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS transfers_of_sender ON transfers (uid, created_at DESC, id DESC, amount_cents);
CREATE TABLE IF NOT EXISTS verified (uid TEXT PRIMARY KEY);`;

/** Opens or creates the peer's database, durable at every commit. */
export function openPeer(folder) {
  const database = new Database(join(folder, 'peer.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('cache_size = -32768');
  database.exec(SCHEMA);
  return database;
}

const text = (path) => `json_extract(document, '${path}')`;
const cents = (path) => `CAST(round(${text(path)} * 100) AS INTEGER)`;

/** Fills it with the transfers of a data folder. */
export function fillPeer(folder, dataFolder) {
  const database = openPeer(folder);
  database.exec(`ATTACH '${join(dataFolder, 'views.db')}' AS views`);
  const { name } = database
    .prepare("SELECT name FROM views.sqlite_schema WHERE type = 'table' AND name GLOB 'view_transactions_*'")
    .get();
  const columns = [
    ...['$.id', '$.uid', '$.recipient', '$.platform', '$.handle'].map(text),
    ...['$.amount', '$.fees.breakdown.flipFee', '$.fees.breakdown.processingFee'].map(cents),
    ...['$.createdAt', '$.status'].map(text),
  ];
  database.exec(`INSERT INTO transfers SELECT ${columns.join(', ')} FROM views."${name}" ORDER BY 2, 9`);
  database.close();
}
