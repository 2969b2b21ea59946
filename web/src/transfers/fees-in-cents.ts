import { FEE_SCHEDULES, feesOf, type FeesCents, type FeeScheduleName } from '@kernel/fees';
import { centsOf } from '@kernel/money';
import type { Amount, Fees } from '@kernel/transfers';

/** Fees of the API in whole cents. */
export function feesInCents({ totalFee, total, breakdown }: Fees): FeesCents {
  return {
    flipFeeCents: centsOf(breakdown.flipFee),
    processingFeeCents: centsOf(breakdown.processingFee),
    totalFeeCents: centsOf(totalFee),
    totalCents: centsOf(total),
  };
}

/** The schedule that gives these fees for this amount: an old transfer shows the rule it was made under. */
export function scheduleOfFees(amount: Amount, fees: Fees): FeeScheduleName | null {
  const { totalCents } = feesInCents(fees);
  return FEE_SCHEDULES.find((name) => feesOf(centsOf(amount), name).totalCents === totalCents) ?? null;
}
