/** A 32-bit hash of `text` (FNV-1a, then the finalizer of MurmurHash3). */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Decides by name instead of by a sequence of random draws: "does this card's bank ask for a confirmation" has the same
 * result regardless of other events, so that a failing history stays the same when steps are removed from it.
 */
export class Luck {
  constructor(private readonly seed: number) {}

  /** True for `percent` of all names. */
  has(percent: number, name: string): boolean {
    return numberOf(`${this.seed}:${name}`) % 100 < percent;
  }

  pick<Item>(items: readonly Item[], name: string): Item {
    return pick(items, numberOf(`${this.seed}:${name}`));
  }
}

export function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
}
