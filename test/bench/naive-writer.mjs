// The contender of accept-64: the simplest form of the same limit check, one commit per request.
import Database from 'libsql';
import { UNVERIFIED_WEEKLY_LIMIT_CENTS, WEEK_MS } from '../../dist/compiled/api/src/kernel/money/limits.js';

const SCHEMA = `CREATE TABLE transfers (
  id TEXT PRIMARY KEY, sender TEXT NOT NULL, accepted INTEGER NOT NULL, at INTEGER NOT NULL,
  amount INTEGER NOT NULL, data TEXT NOT NULL
);
CREATE INDEX transfers_of_week ON transfers (sender, accepted, at, amount);`;

/** Sums the week and inserts in one transaction, durable before it returns. */
export class NaiveWriter {
  sent = 0;

  constructor(file) {
    this.database = new Database(file);
    this.database.pragma('journal_mode = WAL');
    this.database.pragma('synchronous = FULL');
    this.database.exec(SCHEMA);
    this.find = this.database.prepare('SELECT accepted FROM transfers WHERE id = ?');
    this.sum = this.database.prepare(
      'SELECT coalesce(sum(amount), 0) AS used FROM transfers WHERE sender = ? AND accepted = 1 AND at > ?',
    );
    this.insert = this.database.prepare('INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?)');
  }

  send({ id, uid, amountCents, ...rest }) {
    const now = Date.now();
    this.sent += 1;
    this.database.exec('BEGIN IMMEDIATE');
    const known = this.find.get(id);
    const { used } = this.sum.get(uid, now - WEEK_MS);
    const isAccepted = used + amountCents <= UNVERIFIED_WEEKLY_LIMIT_CENTS;
    if (!known) this.insert.run(id, uid, isAccepted ? 1 : 0, now, amountCents, JSON.stringify(rest));
    this.database.exec('COMMIT');
  }

  /** The error in the stored rows, or null. */
  problem() {
    const { rows } = this.database.prepare('SELECT count(*) AS rows FROM transfers').get();
    const over = this.database
      .prepare(
        'SELECT count(*) AS senders FROM (SELECT sum(amount) AS used FROM transfers WHERE accepted = 1 GROUP BY sender) WHERE used > ?',
      )
      .get(UNVERIFIED_WEEKLY_LIMIT_CENTS);
    if (rows !== this.sent) return `the naive writer stored ${rows} of ${this.sent}`;
    return over.senders > 0 ? 'the naive writer let a sender over the limit' : null;
  }
}
