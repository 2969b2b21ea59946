import { FEE_SCHEDULES, feesOf, type FeesCents, type FeeScheduleName } from '@kernel/money/fees';
import { centsOf } from '@kernel/money/money';
import type { Amount, Fees } from '@kernel/money/transfers';

/** Fees of the API in whole cents. */
export function feesInCents({ totalFee, total, breakdown }: Fees): FeesCents {
  return {
    flipFeeCents: centsOf(breakdown.flipFee),
    processingFeeCents: centsOf(breakdown.processingFee),
    totalFeeCents: centsOf(totalFee),
    totalCents: centsOf(total),
  };
}

/** The schedule that yields these fees for this amount: an old transfer shows the rule that applied to it. */
export function scheduleOfFees(amount: Amount, fees: Fees): FeeScheduleName | null {
  const { totalCents } = feesInCents(fees);
  return FEE_SCHEDULES.find((name) => feesOf(centsOf(amount), name).totalCents === totalCents) ?? null;
}
