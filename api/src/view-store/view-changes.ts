/** Owners of each view whose last change is known one by one. */
const OWNERS_LIMIT = 10_000;

/** Whose documents a change may concern. */
export type Owners = ReadonlySet<string> | 'everybody';

/** Hears of each change before anybody can read it. */
export type ChangeListener = (view: string, owners: Owners) => void;

/** What changes in the views that readers see, so that something made of them can tell whether it is still true. */
export class ViewChanges {
  private readonly views = new Map<string, ViewHistory>();
  private readonly listeners: ChangeListener[] = [];
  private count = 0;

  listen(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** The moment now, for `isUnchanged`. */
  get mark(): number {
    return this.count;
  }

  /** Makes a change. From its beginning to its end nothing that it may concern counts as unchanged. */
  async during<T>(view: string, owners: Owners, write: () => Promise<T>): Promise<T> {
    const history = this.historyOf(view);
    const change = { owners };
    history.underWay.add(change);
    for (const listener of this.listeners) listener(view, owners);
    try {
      return await write();
    } finally {
      history.underWay.delete(change);
      this.count += 1;
      history.changed(owners, this.count);
    }
  }

  /** Whether what a person's documents said at `mark`, and whatever was read since, is what they say now. */
  isUnchanged(view: string, owner: string, mark: number): boolean {
    return this.views.get(view)?.isUnchanged(owner, mark) ?? true;
  }

  private historyOf(view: string): ViewHistory {
    const known = this.views.get(view);
    if (known) return known;
    const history = new ViewHistory();
    this.views.set(view, history);
    return history;
  }
}

class ViewHistory {
  readonly underWay = new Set<{ readonly owners: Owners }>();
  /** Last change of each owner, the oldest first. */
  private readonly lastOf = new Map<string, number>();
  /** Last change of everybody else, at the latest. */
  private lastOfOthers = 0;

  changed(owners: Owners, number: number): void {
    if (owners === 'everybody') {
      this.lastOf.clear();
      this.lastOfOthers = number;
      return;
    }
    for (const owner of owners) {
      this.lastOf.delete(owner);
      this.lastOf.set(owner, number);
    }
    for (const [oldest, last] of this.lastOf) {
      if (this.lastOf.size <= OWNERS_LIMIT) break;
      this.lastOf.delete(oldest);
      this.lastOfOthers = last;
    }
  }

  isUnchanged(owner: string, mark: number): boolean {
    for (const { owners } of this.underWay) if (owners === 'everybody' || owners.has(owner)) return false;
    return (this.lastOf.get(owner) ?? this.lastOfOthers) <= mark;
  }
}
