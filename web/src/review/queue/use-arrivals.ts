import { useState } from 'react';
import type { CaseItem } from '@kernel/staff/compliance';

interface Held {
  /** The list that they are of. */
  readonly of: string;
  /** Of the cases that are listed. */
  readonly ids: ReadonlySet<string>;
  readonly pages: number;
  /** Whether the list has been read since it was opened. */
  readonly isRead: boolean;
}

interface Loaded {
  /** Names the list: another one starts again. */
  readonly of: string;
  readonly cases: readonly CaseItem[];
  readonly pages: number;
  readonly isReading: boolean;
}

interface Arrivals {
  /** The cases to list: those that were there when the list was opened, and what the reader asked for since. */
  readonly listed: readonly CaseItem[];
  /** How many others there are now. */
  readonly arrived: number;
  readonly show: () => void;
}

/** Keeps cases that arrive out of a list until the reader wants them, so that no row moves under the hand. */
export function useArrivals({ of, cases, pages, isReading }: Loaded): Arrivals {
  const [last, setHeld] = useState<Held>({ of, ids: new Set(), pages: 0, isRead: false });
  const held = last.of === of ? last : { of, ids: new Set<string>(), pages: 0, isRead: false };
  const all = (isRead: boolean): Held => ({ of, ids: new Set(cases.map(({ id }) => id)), pages, isRead });
  const listed = cases.filter(({ id }) => held.ids.has(id));
  // A longer list was requested, and in an empty one nothing can move.
  const isOpen = !held.isRead || pages > held.pages || listed.length === 0;
  if (isOpen && differs(last, all(held.isRead || !isReading))) setHeld(all(held.isRead || !isReading));
  return {
    listed: isOpen ? cases : listed,
    arrived: isOpen ? 0 : cases.length - listed.length,
    show: () => {
      setHeld(all(true));
    },
  };
}

function differs(one: Held, other: Held): boolean {
  return (
    one.of !== other.of ||
    one.isRead !== other.isRead ||
    one.pages !== other.pages ||
    one.ids.size !== other.ids.size ||
    [...other.ids].some((id) => !one.ids.has(id))
  );
}
