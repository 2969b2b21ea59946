/** A process that works under a lease. */
export interface Member {
  readonly holder: string;
  /** Counts its renewals: one that stands still belongs to a process that has ended. */
  readonly beat: number;
  /** On the clock port's scale. */
  readonly untilMs: number;
  /** In the order in which it took them. */
  readonly partitions: readonly number[];
}

/** Stored value of a lease: the processes that share its partitions, in the order in which they came. */
export interface LeaseValue {
  readonly members: readonly Member[];
}

/** Of a version before partitions, which may still run during an upgrade: one process with everything. */
interface UndividedLease {
  readonly holder: string;
  readonly untilMs: number;
}

export function membersOf(value: LeaseValue | UndividedLease, partitions: number): readonly Member[] {
  if ('members' in value) return value.members;
  const { holder, untilMs } = value;
  return [{ holder, untilMs, beat: untilMs, partitions: numbersTo(partitions) }];
}

/** What one process is to hold. */
interface Division {
  /** Its place among the members; behind the last one when it is new. */
  readonly place: number;
  /** Of its partitions, those within its share. */
  readonly kept: readonly number[];
  /** Free ones that it takes. */
  readonly taken: readonly number[];
  /** Those above its share. */
  readonly surplus: readonly number[];
  /** Number of partitions that are its fair share: the shares of all members differ by one at most. */
  readonly share: number;
}

/** Divides the partitions fairly among `members` and `holder`, who may be new. */
export function divide(members: readonly Member[], holder: string, partitions: number): Division {
  const found = members.findIndex((member) => member.holder === holder);
  const place = found < 0 ? members.length : found;
  const count = found < 0 ? members.length + 1 : members.length;
  const share = Math.floor((partitions + count - 1 - place) / count);
  const mine = members[place]?.partitions ?? [];
  const owned = new Set(members.flatMap((member) => member.partitions));
  const free = numbersTo(partitions).filter((partition) => !owned.has(partition));
  return {
    place,
    share,
    kept: mine.slice(0, share),
    surplus: mine.slice(share),
    taken: free.slice(0, Math.max(0, share - mine.length)),
  };
}

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);
