import type { SqliteConnection, SqliteWriter } from '../../storage/sqlite.js';
import { committed, generationOf, type ProjectionEntry } from '../generation-entry.js';
import { replaceEntry, tableOf, type GenerationCatalogue } from './generation-catalogue.js';
import { checkBatch } from '../view-declaration.js';
import type { ViewCommit } from '../view-store.port.js';

type Outcome = 'ok' | 'stale';

interface Waiting {
  readonly batch: ViewCommit;
  readonly resolve: (outcome: Promise<Outcome>) => void;
}

/** A projection's entry, as it was and as it is to be. */
interface Change {
  readonly before: ProjectionEntry;
  readonly after: ProjectionEntry;
}

/** What a group of batches changes. */
interface Changes {
  readonly statements: readonly string[];
  readonly entries: ReadonlyMap<string, Change>;
}

/** Group commit: the batches of all views that wait while the file is written share its next transaction. */
export class ViewCommits {
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly catalogue: GenerationCatalogue,
    /** @throws Error for a file that is open for reading only */
    private readonly writer: () => SqliteWriter,
  ) {}

  /**
   * All of the batch, or nothing and 'stale'. The rows are written on another thread than the event loop's.
   * @throws Error for a batch that no runner may build, or a document that an index of the table cannot take
   */
  async commit(batch: ViewCommit): Promise<Outcome> {
    checkBatch(batch);
    const writes = this.writer();
    return new Promise((resolve) => {
      this.waiting.push({ batch, resolve });
      if (this.waiting.length === 1) void this.commitWaiting(writes);
    });
  }

  /** What fails or is stale together is written one by one: the reason may be a single view's. */
  private async commitWaiting(writes: SqliteWriter): Promise<void> {
    let group: readonly Waiting[] = [];
    const together = writes.work((connection) => {
      group = this.waiting.splice(0);
      return this.write(connection, group);
    });
    const isStored = (await together.catch(() => 'stale')) === 'ok';
    // The writer refuses work before its turn once it is closed.
    if (group.length === 0) group = this.waiting.splice(0);
    for (const one of group)
      if (isStored || group.length === 1) one.resolve(together);
      else one.resolve(writes.work((connection) => this.write(connection, [one])));
  }

  /** All of these batches, or nothing and 'stale'. */
  private async write(connection: SqliteConnection, group: readonly Waiting[]): Promise<Outcome> {
    await connection.exec('BEGIN IMMEDIATE');
    // This is the only writer from here on.
    const changes = this.changesOf(group);
    const documents = group.reduce((sum, { batch }) => sum + batch.writes.length, 0);
    if (!changes || (await changedRows(connection, changes.statements)) !== documents) {
      await connection.exec('ROLLBACK');
      return 'stale';
    }
    for (const [projection, change] of changes.entries) await replaceEntry(connection, projection, change);
    await connection.exec('COMMIT');
    return 'ok';
  }

  /** Null when a batch does not continue where its generation is. */
  private changesOf(group: readonly Waiting[]): Changes | null {
    const statements: string[] = [];
    const entries = new Map<string, Change>();
    for (const { batch } of group) {
      const { projection, generation, expect, writes } = batch;
      const changed = entries.get(projection);
      const entry = changed?.after ?? this.catalogue.entry(projection);
      const held = generationOf(entry, generation);
      const after = entry && committed(entry, batch);
      if (!after || held?.checkpoint !== expect) return null;
      statements.push(...tableOf(projection, held).writes(writes));
      entries.set(projection, { before: changed?.before ?? entry, after });
    }
    return { statements, entries };
  }
}

/** Fewer rows than documents change when one is at another position than it was read at. */
async function changedRows(connection: SqliteConnection, statements: readonly string[]): Promise<number> {
  if (statements.length === 0) return 0;
  const before = await connection.totalChanges();
  await connection.exec(statements.join(';'));
  return (await connection.totalChanges()) - before;
}
