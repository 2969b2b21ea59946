/** The two readings of the card fee, as named and versioned schedules (decision 1). */
export const FEE_SCHEDULES = ['card-3pct-plus-30c', 'card-0.30pct'] as const;
export type FeeScheduleName = (typeof FEE_SCHEDULES)[number];

interface FeeSchedule {
  /** Share of the amount, in hundredths of a percent. */
  readonly basisPoints: number;
  readonly fixedCents: number;
}

const schedules: Readonly<Record<FeeScheduleName, FeeSchedule>> = {
  'card-3pct-plus-30c': { basisPoints: 300, fixedCents: 30 },
  'card-0.30pct': { basisPoints: 30, fixedCents: 0 },
};

const FLIP_FEE_CENTS = 100;
const FLIP_FEE_STEP_CENTS = 5_000;

/** Fees of one amount, all in whole cents. */
export interface FeesCents {
  readonly flipFeeCents: number;
  readonly processingFeeCents: number;
  readonly totalFeeCents: number;
  readonly totalCents: number;
}

/** A schedule's card fee rule, for texts: 300 basis points and 30 cents are "3% + $0.30". */
export function processingRule(schedule: FeeScheduleName): FeeSchedule {
  return schedules[schedule];
}

/** The Flip fee of an amount, which is the same in every schedule. */
export function flipFeeCentsOf(amountCents: number): number {
  return Math.ceil(amountCents / FLIP_FEE_STEP_CENTS) * FLIP_FEE_CENTS;
}

/** Flip fee $1 for every $50 or part of it; card fee rounded half up once (specification §9, decision 1). */
export function feesOf(amountCents: number, schedule: FeeScheduleName): FeesCents {
  const { basisPoints, fixedCents } = schedules[schedule];
  const flipFeeCents = flipFeeCentsOf(amountCents);
  const processingFeeCents = Math.floor((amountCents * basisPoints + 5_000) / 10_000) + fixedCents;
  const totalFeeCents = flipFeeCents + processingFeeCents;
  return { flipFeeCents, processingFeeCents, totalFeeCents, totalCents: amountCents + totalFeeCents };
}
