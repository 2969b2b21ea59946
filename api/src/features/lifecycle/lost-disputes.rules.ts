import type { DisputeClosed, Terms } from './lifecycle-events.rules.js';

interface Charged {
  readonly lostCents: number;
  readonly terms: Pick<Terms, 'totalCents'> | null;
}

/** What the bank has returned to the sender once a dispute has closed. */
export const lostAfter = (
  { lostCents, terms }: Charged,
  { outcome, cents }: Pick<DisputeClosed['data'], 'outcome' | 'cents'>,
): number => (outcome === 'lost' ? lostCents + (cents ?? terms?.totalCents ?? 0) : lostCents);

interface PaidOut {
  readonly stage: string;
  readonly lostCents: number;
  readonly isLossResolved: boolean;
}

/** Paid out, and taken back by the sender's bank, until an operator has booked it. */
export const isLossOpen = ({ stage, lostCents, isLossResolved }: PaidOut): boolean =>
  stage === 'delivered' && lostCents > 0 && !isLossResolved;
