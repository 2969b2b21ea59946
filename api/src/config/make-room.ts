/** What an entry must tell to be passed over. */
export interface Used {
  /** Since room was last made. */
  wasUsed: boolean;
}

/** When there is room enough, and what becomes of the entries. */
export interface Room<Entry> {
  isWithin(): boolean;
  /** One that must stay. */
  isHeld?(entry: Entry): boolean;
  /** It is out of the map already. */
  letGo(entry: Entry): void;
}

/** Lets go of the oldest entries until there is room; one used since the last time is passed over once. */
export function makeRoom<Key, Entry extends Used>(entries: Map<Key, Entry>, room: Room<Entry>): void {
  let looks = entries.size * 2;
  for (const [key, entry] of entries) {
    if (room.isWithin() || looks === 0) return;
    looks -= 1;
    entries.delete(key);
    if (entry.wasUsed || room.isHeld?.(entry)) entries.set(key, entry);
    else room.letGo(entry);
    entry.wasUsed = false;
  }
}
