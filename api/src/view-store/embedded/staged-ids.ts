/** Most ids remembered of one generation: 32 MB. */
const STAGED_IDS_LIMIT = 3_000_000;

const FIRST_SLOTS = 4_096;
/** So much of the slots may be taken before there are twice as many. */
const FULLEST = 0.75;

const HASH_OFFSET = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/**
 * In which run of a staged table an id may lie. A slot holds the id's hash and its run: a run that is answered may be
 * another id's, but an id for which none is answered is in no run.
 */
export class StagedIds {
  /** The ids of all runs up to this one are in here. */
  lastRun = 0;
  private taken = 0;
  private hashes = new Uint32Array(FIRST_SLOTS);
  /** 0 = the slot is free. */
  private runAt = new Uint32Array(FIRST_SLOTS);

  constructor(private readonly limit = STAGED_IDS_LIMIT) {}

  hasRoomFor(ids: number): boolean {
    return this.taken + ids <= this.limit;
  }

  add(id: string, run: number): void {
    if (this.taken + 1 > this.hashes.length * FULLEST) this.grow();
    this.put(hashOf(id), run);
    this.taken += 1;
  }

  /** From now on the id is in run `to`; `from` is what runsOf has answered. */
  move(id: string, from: readonly number[], to: number): void {
    const hash = hashOf(id);
    let slot = this.first(hash);
    while (this.runAt[slot] !== 0 && this.hashes[slot] !== hash) slot = this.next(slot);
    // Where ids share a hash nobody knows which run is whose: then one is added to them.
    if (from.length === 1) this.runAt[slot] = to;
    else this.add(id, to);
  }

  /** The runs that the id may be in: hardly ever more than one. */
  runsOf(id: string): number[] {
    const hash = hashOf(id);
    const runs: number[] = [];
    for (let slot = this.first(hash); this.runAt[slot] !== 0; slot = this.next(slot)) {
      if (this.hashes[slot] === hash) runs.push(this.runAt[slot] ?? 0);
    }
    return runs;
  }

  private put(hash: number, run: number): void {
    let slot = this.first(hash);
    while (this.runAt[slot] !== 0) slot = this.next(slot);
    this.hashes[slot] = hash;
    this.runAt[slot] = run;
  }

  private grow(): void {
    const { hashes, runAt } = this;
    this.hashes = new Uint32Array(hashes.length * 2);
    this.runAt = new Uint32Array(hashes.length * 2);
    for (const [slot, run] of runAt.entries()) if (run !== 0) this.put(hashes[slot] ?? 0, run);
  }

  private first(hash: number): number {
    return hash % this.hashes.length;
  }

  private next(slot: number): number {
    return (slot + 1) % this.hashes.length;
  }
}

/** 32 bits, spread evenly over the low ones too. */
function hashOf(id: string): number {
  let hash = HASH_OFFSET;
  for (let place = 0; place < id.length; place += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(place), HASH_PRIME);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
