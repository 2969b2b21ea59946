import type { Position } from '../../event-sourcing/event.js';
import type { TableRow } from './table-row.js';
import type { ParkedEvent } from '../view-store.port.js';
import type { TableCommit } from './view-commit.js';

/** What a row costs beside its document's text, roughly. */
const ROW_CHARACTERS = 300;

/** Commits of one generation that follow each other, merged into one: of every document the last content only. */
export class WaitingCommit {
  private readonly rows = new Map<string, TableRow>();
  private readonly parked = new Map<Position, ParkedEvent>();
  private readonly unparked = new Set<Position>();
  private commit: TableCommit;
  characters = 0;

  constructor(first: TableCommit) {
    this.commit = first;
    this.merge(first);
  }

  /** The checkpoint that the next commit has to build on. */
  get next(): Position {
    return this.commit.next;
  }

  row(id: string): TableRow | undefined {
    return this.rows.get(id);
  }

  /** `commit` builds on all that is merged already. */
  merge(commit: TableCommit): void {
    for (const row of commit.rows) {
      const earlier = this.rows.get(row.id);
      this.characters += cost(row) - (earlier ? cost(earlier) : 0);
      this.rows.set(row.id, earlier ? { ...row, was: earlier.was } : row);
    }
    for (const event of commit.parked) {
      this.parked.set(event.position, event);
      this.unparked.delete(event.position);
    }
    for (const position of commit.unparked) {
      this.parked.delete(position);
      this.unparked.add(position);
    }
    this.commit = { ...this.commit, next: commit.next };
  }

  merged(): TableCommit {
    return {
      ...this.commit,
      rows: [...this.rows.values()],
      parked: [...this.parked.values()],
      unparked: [...this.unparked],
    };
  }
}

function cost({ document }: TableRow): number {
  return ROW_CHARACTERS + (document?.length ?? 0);
}
