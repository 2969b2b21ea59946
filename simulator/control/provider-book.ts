/** The entries on the page of the simulated providers. */
export const BOOKS = ['charges', 'payouts', 'refunds', 'disputes', 'checks', 'webhooks'] as const;
export type BookName = (typeof BOOKS)[number];

/** What can happen next to an entry, by the name of its button; false when it no longer can. */
type Step = () => boolean;

/** An entry as the page shows it. */
export interface BookRow {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly at: string;
  /** The provider's own word. */
  readonly status: string;
  readonly next: ReadonlyMap<string, Step>;
}

/** One kind of a provider's records. */
export interface Book {
  readonly name: BookName;
  readonly total: number;
  /** Newest first. */
  rows(from: number, count: number): readonly BookRow[];
  /** Takes a step. False when the entry has no such step now. */
  act(id: string, step: string): boolean;
}

/** A book over entries that are stored oldest first. */
export function bookOf<Entry>(
  name: BookName,
  entries: () => readonly Entry[],
  rowOf: (entry: Entry) => BookRow,
): Book {
  return {
    name,
    get total() {
      return entries().length;
    },
    rows: (from, count) => {
      const end = Math.max(0, entries().length - from);
      return entries()
        .slice(Math.max(0, end - count), end)
        .reverse()
        .map(rowOf);
    },
    act: (id, step) => {
      const row = entries()
        .map(rowOf)
        .find((each) => each.id === id);
      return row?.next.get(step)?.() ?? false;
    },
  };
}

/** The steps with a true condition. */
export function stepsOf(
  ...steps: readonly (readonly [isPossible: boolean, name: string, take: () => unknown])[]
): BookRow['next'] {
  const possible = steps.filter(([isPossible]) => isPossible);
  return new Map(possible.map(([, name, take]) => [name, () => take() !== false]));
}
