/** `begin`: the sender consents and gets the hosted page; `look`: Flip asks the provider; the others happen there. */
export type DemoCheckMove = 'begin' | 'start' | 'complete' | 'review' | 'approve' | 'decline' | 'look';

interface DemoCheck {
  /** First name. */
  readonly sender: string;
  readonly daysAgo: number;
  readonly move: DemoCheckMove;
}

const MINUTES = 1 / (24 * 60);

/** A sender begins, and the next moves follow two minutes apart. */
const check = (sender: string, daysAgo: number, ...moves: readonly DemoCheckMove[]): readonly DemoCheck[] =>
  (['begin', ...moves] as const).map((move, place) => ({
    sender,
    daysAgo: daysAgo - 2 * place * MINUTES,
    move,
  }));

/** An identity check for each list of the verification board: verified, declined, expired, stuck and in progress. */
export const DEMO_CHECKS: readonly DemoCheck[] = [
  ...check('luis', 95, 'start', 'complete', 'approve'),
  ...check('carl', 32.9, 'start', 'complete', 'decline'),
  ...check('nadia', 63.5),
  // Never finished: the provider ends it after a day.
  { sender: 'nadia', daysAgo: 62.4, move: 'look' },
  ...check('tessa', 3.4, 'start', 'complete', 'review'),
  ...check('bruno', 0.12, 'start'),
];
