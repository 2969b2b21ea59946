import { existsSync, rmSync } from 'node:fs';
import { EmbeddedDatabase, storeError } from '../../config/embedded-database.js';
import { errorCode } from '../../config/error-code.js';
import { sqlText } from '../../config/stored-text.js';
import { openAsyncConnection, type AsyncConnection } from '../../config/async-connection.js';
import { readTail } from './schema.js';

/** Events that are gathered before they are written to the index, sorted, so that they share its pages. */
export const INDEX_BATCH_EVENTS = 4_096;
/** Most events that may wait for the index; beyond it the log takes no more. */
export const INDEX_LAG_LIMIT = 200_000;
/** Wait after a failed write of the index. */
const INDEX_RETRY_MS = 1_000;
const SCAN_PAGE_LIMIT = 4_096;

const PRAGMAS = ['journal_mode = WAL', 'synchronous = NORMAL', 'cache_size = -16384'];
const SCHEMA = `CREATE TABLE IF NOT EXISTS places (
  stream TEXT NOT NULL, revision INTEGER NOT NULL, position INTEGER NOT NULL,
  PRIMARY KEY (stream, revision)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS progress (id INTEGER PRIMARY KEY, through INTEGER NOT NULL, chain TEXT NOT NULL);
INSERT OR IGNORE INTO progress VALUES (1, 0, '');`;

const PROGRESS = 'SELECT through, chain FROM progress';
const CHAIN = 'SELECT chain FROM events WHERE position = ?';
const SCAN = `SELECT stream, revision, position FROM events WHERE position > ? ORDER BY position LIMIT ${SCAN_PAGE_LIMIT}`;
const LAST = 'SELECT revision FROM places WHERE stream = ? ORDER BY revision DESC LIMIT 1';
const FORWARDS =
  'SELECT position FROM places WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision LIMIT ?';
const BACKWARDS =
  'SELECT position FROM places WHERE stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?';

/** The index on disk; a readonly one may be missing and is never written. */
interface IndexFile {
  readonly reader: EmbeddedDatabase | null;
  readonly writer: AsyncConnection | null;
}

/** Revisions of one stream from `from` on, towards its end or its beginning. */
export interface RevisionRange {
  readonly from: number;
  readonly limit: number;
  readonly backwards?: boolean;
}

/** The newest positions of one stream, from revision `first` on without a gap. */
interface Recent {
  first: number;
  positions: number[];
}

/**
 * Where the events of each stream stand in the log. It is derived: kept in memory for the newest events, written
 * behind in batches to a file of its own, and made anew when that file is lost. So an append writes only to the
 * end of the log, and not to a page of an index for every stream of its group.
 */
export class StreamIndex {
  private readonly recent = new Map<string, Recent>();
  private scanned: number;
  private writing: Promise<void> | null = null;
  private retryAtMs = 0;

  private constructor(
    private readonly log: EmbeddedDatabase,
    private readonly file: IndexFile,
    private indexed: number,
  ) {
    this.scanned = indexed;
  }

  /** Opens, or makes, the index of the log and brings it up to the log's end. */
  static async open(log: EmbeddedDatabase): Promise<StreamIndex> {
    const file = indexFile(log.file);
    if (log.readonly) {
      const reader = existsSync(file) ? new EmbeddedDatabase(file, [], true) : null;
      return new StreamIndex(log, { reader, writer: null }, agreed(log, reader));
    }
    const writer = await openOrReplace(file);
    await writer.exec(`ATTACH DATABASE ${sqlText(log.file)} AS log`);
    const reader = new EmbeddedDatabase(file, PRAGMAS);
    const indexed = agreed(log, reader);
    if (indexed === 0) await writer.exec('DELETE FROM places; UPDATE progress SET through = 0');
    const index = new StreamIndex(log, { reader, writer }, indexed);
    await index.writeAll();
    return index;
  }

  /** So many events wait for the index that the log should take no more. */
  get overfull(): boolean {
    return this.scanned - this.indexed > INDEX_LAG_LIMIT;
  }

  /** Takes note of an event that is durable. */
  add(stream: string, revision: number, position: number): void {
    if (position !== this.scanned + 1) return;
    this.note(stream, revision, position);
    if (position - this.indexed >= INDEX_BATCH_EVENTS) this.writeBehind();
  }

  /** The revision of the stream's last event, -1 when there is none. */
  revisionOf(stream: string): number {
    this.catchUp();
    const recent = this.recent.get(stream);
    if (recent) return recent.first + recent.positions.length - 1;
    return Number(this.file.reader?.first(LAST, [stream])?.[0] ?? -1);
  }

  /** Positions of the stream's events in the order of the range. */
  positions(stream: string, range: RevisionRange): number[] {
    this.catchUp();
    const recent = this.recent.get(stream) ?? { first: Number.MAX_SAFE_INTEGER, positions: [] };
    return range.backwards ? this.backwards(stream, range, recent) : this.forwards(stream, range, recent);
  }

  private forwards(stream: string, { from, limit }: RevisionRange, { first, positions }: Recent): number[] {
    const older = from < first ? this.written(FORWARDS, [stream, from, first - 1, limit]) : [];
    const newer = positions.slice(
      Math.max(0, from - first),
      Math.max(0, from - first) + limit - older.length,
    );
    return [...older, ...newer];
  }

  private backwards(stream: string, { from, limit }: RevisionRange, { first, positions }: Recent): number[] {
    const end = Math.max(0, from - first + 1);
    const newer = positions.slice(Math.max(0, Math.min(end, positions.length) - limit), end).reverse();
    if (newer.length === limit) return newer;
    return [...newer, ...this.written(BACKWARDS, [stream, Math.min(from, first - 1), limit - newer.length])];
  }

  async close(): Promise<void> {
    this.retryAtMs = Number.POSITIVE_INFINITY;
    await this.writing;
    this.file.writer?.close();
    this.file.reader?.close();
  }

  private written(sql: string, parameters: readonly (string | number)[]): number[] {
    return this.file.reader?.all(sql, parameters).map((row) => Number(row[0])) ?? [];
  }

  /** Takes note of what another process has appended, and of what was there at the start. */
  private catchUp(): void {
    while (readTail(this.log).position > this.scanned) {
      for (const [stream, revision, position] of this.log.all(SCAN, [this.scanned])) {
        this.note(String(stream), Number(revision), Number(position));
      }
    }
  }

  private note(stream: string, revision: number, position: number): void {
    const known = this.recent.get(stream);
    if (known) known.positions.push(position);
    else this.recent.set(stream, { first: revision, positions: [position] });
    this.scanned = position;
  }

  private writeBehind(): void {
    if (!this.file.writer || this.writing || performance.now() < this.retryAtMs) return;
    this.writing = this.write(this.scanned)
      .catch(() => {
        // What was not written is still in memory; the limit on it is what callers get to know.
        this.retryAtMs = performance.now() + INDEX_RETRY_MS;
      })
      .finally(() => {
        this.writing = null;
      });
  }

  private async writeAll(): Promise<void> {
    const { position } = readTail(this.log);
    while (position - this.indexed >= INDEX_BATCH_EVENTS) {
      await this.write(Math.min(position, this.indexed + INDEX_LAG_LIMIT));
      this.scanned = Math.max(this.scanned, this.indexed);
    }
  }

  private async write(through: number): Promise<void> {
    const { writer } = this.file;
    if (!writer) return;
    try {
      await writer.exec(`BEGIN IMMEDIATE;
        INSERT OR IGNORE INTO places SELECT stream, revision, position FROM log.events
          WHERE position > ${this.indexed} AND position <= ${through} ORDER BY stream, revision;
        UPDATE progress SET through = ${through}, chain = (SELECT chain FROM log.events WHERE position = ${through});
        COMMIT`);
    } catch (error) {
      if (writer.inTransaction) await writer.exec('ROLLBACK');
      throw storeError(error);
    }
    this.indexed = through;
    for (const [stream, recent] of this.recent) {
      const left = recent.positions.filter((position) => position > through);
      if (left.length === 0) this.recent.delete(stream);
      else
        this.recent.set(stream, {
          first: recent.first + recent.positions.length - left.length,
          positions: left,
        });
    }
  }
}

/** A damaged index is thrown away: everything in it comes from the log. */
async function openOrReplace(file: string): Promise<AsyncConnection> {
  try {
    return await openAsyncConnection(file, PRAGMAS, SCHEMA);
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(error))) throw error;
    for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
    return openAsyncConnection(file, PRAGMAS, SCHEMA);
  }
}

/** `events.db` → `events-index.db` */
export function indexFile(logFile: string): string {
  return logFile.replace(/(\.db)?$/, '-index.db');
}

/** How far the index agrees with the log; 0 when it was made for another log, or for one that lost its end. */
function agreed(log: EmbeddedDatabase, index: EmbeddedDatabase | null): number {
  const [through = 0, chain = ''] = index?.first(PROGRESS, []) ?? [];
  return log.first(CHAIN, [through])?.[0] === chain ? Number(through) : 0;
}
