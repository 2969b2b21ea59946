import type { PayoutFailure } from '../../../kernel/money/payouts.js';

/** How the simulated desk ends a payout: `nothing` leaves its outcome unknown. */
export interface SimulatedOutcome {
  readonly afterMs: number;
  readonly end: 'delivered' | PayoutFailure | 'nothing';
}

const SECONDS = 1_000;
const DELIVERED: SimulatedOutcome = { afterMs: 3 * SECONDS, end: 'delivered' };

/** By a part of the handle, in the order of the ends 0001 to 0006 of phone numbers (docs/providers.md). */
const OUTCOMES: Readonly<Record<string, SimulatedOutcome>> = {
  simslow: { afterMs: 60 * SECONDS, end: 'delivered' },
  simfail: { afterMs: 3 * SECONDS, end: 'wrong_handle' },
  simblocked: { afterMs: 3 * SECONDS, end: 'blocked' },
  simunclaimed: { afterMs: 3 * SECONDS, end: 'nothing' },
  simreturned: { afterMs: 3 * SECONDS, end: 'other' },
  simhold: { afterMs: 3 * SECONDS, end: 'nothing' },
  // Left to operators.
  simdesk: { afterMs: Infinity, end: 'nothing' },
};
const NUMBERED = /^\+?\d+000([1-6])$/;

/** The simulated desk's outcome of a payout to a handle. */
export function simulatedOutcome(handle: string): SimulatedOutcome {
  const name = Object.keys(OUTCOMES).find((part) => handle.toLowerCase().includes(part));
  const number = Number(NUMBERED.exec(handle)?.[1] ?? 0);
  return OUTCOMES[name ?? ''] ?? Object.values(OUTCOMES)[number - 1] ?? DELIVERED;
}
