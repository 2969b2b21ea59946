// The contender of catch-up: only inserts the finished documents, in log order, into clustered tables.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { costOf } from './figures.mjs';
import { features } from './senders.mjs';

const DOCUMENTS_AT_ONCE = 1_000;
const { FLIP_DATA, FLIP_BENCH_SCRATCH } = process.env;
const source = new Database(join(FLIP_DATA, 'views.db'));
const file = join(FLIP_BENCH_SCRATCH, 'plain.db');
const target = new Database(file);
target.pragma('journal_mode = WAL');
target.pragma('synchronous = NORMAL');
target.pragma('cache_size = -32768');

const spent = { documents: 0, cpuSeconds: 0 };

/** Measures only `work`: reading and parsing the documents is not part of the insert. */
async function timed(work) {
  spent.cpuSeconds += (await costOf(work)).cpuSeconds;
}

for (const { name, indexes } of features.projections) {
  const [{ eq: [owner = ''] = [], sort = '' } = {}] = indexes;
  const table = source
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'view_${name}_[0-9]*'`)
    .get().name;
  target.exec(`CREATE TABLE ${name} (
    owner TEXT NOT NULL, sort TEXT NOT NULL, id TEXT NOT NULL UNIQUE, position TEXT NOT NULL, document TEXT NOT NULL,
    PRIMARY KEY (owner, sort DESC, id)) WITHOUT ROWID`);
  const insert = target.prepare(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?)`);
  const next = source.prepare(`SELECT rowid AS place, id, position, document FROM "${table}"
    WHERE rowid > ? AND document IS NOT NULL ORDER BY rowid LIMIT ${DOCUMENTS_AT_ONCE}`);
  for (let rows = next.all(0); rows.length > 0; rows = next.all(rows.at(-1).place)) {
    const values = rows.map(({ id, position, document }) => {
      const fields = JSON.parse(document);
      return [String(fields[owner] ?? ''), String(fields[sort] ?? ''), id, position, document];
    });
    await timed(() => {
      target.exec('BEGIN');
      for (const row of values) insert.run(...row);
      target.exec('COMMIT');
    });
    spent.documents += rows.length;
  }
}
await timed(() => target.pragma('wal_checkpoint(TRUNCATE)'));
target.close();
source.close();
process.stdout.write(JSON.stringify({ ...spent, fileMiB: statSync(file).size / 2 ** 20 }));
