/**
 * A map of at most `limit` entries, those used last. In two halves: what is used moves to the newer one, and once that
 * is full the older one is let go of as a whole, so that hardly any use has to note its place in an order.
 */
export class RecentMap<Key, Value> {
  private newer = new Map<Key, Value>();
  private older = new Map<Key, Value>();

  constructor(private readonly limit: number) {}

  get(key: Key): Value | undefined {
    const value = this.newer.get(key);
    if (value !== undefined) return value;
    const older = this.older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    this.newer.set(key, value);
    if (this.newer.size <= this.limit / 2) return;
    this.older = this.newer;
    this.newer = new Map();
  }

  delete(key: Key): void {
    this.newer.delete(key);
    this.older.delete(key);
  }
}
