import type { AttemptItem, CaseDetail } from '@kernel/staff/compliance';
import { groupedAttempts } from './attempt-groups';

/** Most dots with their amounts; more would cover each other. */
const LABELS_LIMIT = 6;
/** Around all that is drawn, in parts of its height and width. */
const PAD = 0.14;
/** A single attempt is in the middle of this much time. */
const ALONE_MS = 60 * 60_000;
/** Room of a dot's label, in percent of the picture. */
const LABEL = { width: 14, height: 14 };

/** Places are percent of the picture's width and height, from its top left corner. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** One attempt, or equal ones that were refused one after the other. */
interface Dot extends Place {
  readonly attempts: readonly [AttemptItem, ...AttemptItem[]];
  /** The places in time of each, from the first to the last. */
  readonly xs: readonly number[];
  /** The side of the amount; null where it does not fit. */
  readonly label: 'left' | 'right' | null;
}

export interface Plot {
  readonly dots: readonly Dot[];
  /** What the rule counts: from its upper to its lower edge. `isOpen`: it has no upper end. */
  readonly band: { readonly top: number; readonly bottom: number; readonly isOpen: boolean };
  /** Amounts at the edge of the picture, in dollars. */
  readonly amounts: readonly { readonly y: number; readonly amount: string }[];
  readonly first: number;
  readonly last: number;
}

/** The place of each attempt in time and amount, and the band of amounts that the rule counts. */
export function plotOf({ attempts, parameters }: Pick<CaseDetail, 'attempts' | 'parameters'>): Plot {
  const [from, below] = [
    Number(parameters.from),
    parameters.below === null ? null : Number(parameters.below),
  ];
  const amounts = attempts.map(({ amount }) => Number(amount));
  const top = Math.max(...amounts, below ?? 0, from);
  // A band between two amounts is drawn close up, an open one from nothing.
  const bottom = below === null ? 0 : Math.min(...amounts, from);
  const height = scale(bottom, top, { isClose: below !== null });
  const times = attempts.map(({ at }) => Date.parse(at));
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const rest = end === start ? ALONE_MS : 0;
  const width = scale(start - rest, end + rest, { isClose: true });
  const places = groupedAttempts(attempts).map(([first, ...more]) => {
    const xs = [first, ...more].map(({ at }) => width(Date.parse(at)));
    const y = 100 - height(Number(first.amount));
    return { attempts: [first, ...more] as const, xs, x: xs.at(-1) ?? 0, y };
  });
  // One cent is where amounts begin.
  const lowest = from > 0.01 ? from : 0;
  const marks = [...new Set([lowest, below ?? top])];
  return {
    dots: labelled(places),
    band: {
      top: below === null ? 0 : 100 - height(below),
      bottom: 100 - height(from),
      isOpen: below === null,
    },
    amounts: marks.map((mark) => ({ y: 100 - height(mark), amount: mark.toFixed(2) })),
    first: width(start),
    last: width(end),
  };
}

/** Percent from `low` to `high`, with room around; below an open band none, since it begins at nothing. */
function scale(low: number, high: number, { isClose }: { readonly isClose: boolean }) {
  const room = (high - low || 1) * PAD;
  const begin = isClose ? low - room : low;
  const end = high + room;
  return (value: number) => ((value - begin) / (end - begin)) * 100;
}

function labelled(places: readonly Omit<Dot, 'label'>[]): readonly Dot[] {
  const taken: { readonly left: number; readonly y: number }[] = [];
  return places.map((place) => {
    const label = place.x + LABEL.width < 100 ? 'right' : 'left';
    const left = label === 'right' ? place.x : (place.xs[0] ?? place.x) - LABEL.width;
    const isFree = taken.every(
      (other) => Math.abs(other.left - left) > LABEL.width || Math.abs(other.y - place.y) > LABEL.height,
    );
    if (!isFree || taken.length === LABELS_LIMIT) return { ...place, label: null };
    taken.push({ left, y: place.y });
    return { ...place, label };
  });
}
