import { centsOf, formatAmount } from '@kernel/money/money';
import type { Allowance, Amount, UnpaidTransfer } from '@kernel/money/transfers';

/** Unpaid transfers to cancel, and what fits then. */
export interface CancelToSend {
  readonly unpaid: readonly UnpaidTransfer[];
  /** Of those transfers together. */
  readonly cancelled: Amount;
  /** The refused amount, or what fits of it. */
  readonly amount: Amount;
}

/**
 * What to cancel so that more of a refused amount fits: the smallest transfer that frees enough, otherwise the largest ones
 * until it fits. Null when none helps.
 */
export function cancelToSend(wanted: Amount, minimum: Amount, allowance: Allowance): CancelToSend | null {
  const { weeklyLimit, used, unpaid } = allowance;
  if (weeklyLimit === null) return null;
  // Below zero after a tier was lost.
  const freeCents = centsOf(weeklyLimit) - centsOf(used);
  const wantedCents = centsOf(wanted);
  if (wantedCents <= freeCents) return null;
  const chosen = chosenOf(unpaid, wantedCents - freeCents);
  const cancelledCents = sumOf(chosen);
  const amountCents = Math.min(wantedCents, freeCents + cancelledCents);
  if (amountCents < centsOf(minimum) || amountCents <= freeCents) return null;
  return { unpaid: chosen, cancelled: formatAmount(cancelledCents), amount: formatAmount(amountCents) };
}

function chosenOf(unpaid: readonly UnpaidTransfer[], neededCents: number): readonly UnpaidTransfer[] {
  const largestFirst = [...unpaid].sort((one, other) => centsOf(other.amount) - centsOf(one.amount));
  const smallest = largestFirst.filter(({ amount }) => centsOf(amount) >= neededCents).at(-1);
  if (smallest) return [smallest];
  const enough = largestFirst.findIndex((_, index) => sumOf(largestFirst.slice(0, index + 1)) >= neededCents);
  return enough < 0 ? largestFirst : largestFirst.slice(0, enough + 1);
}

const sumOf = (unpaid: readonly UnpaidTransfer[]): number =>
  unpaid.reduce((sum, { amount }) => sum + centsOf(amount), 0);
