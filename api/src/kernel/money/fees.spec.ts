import { FEE_SCHEDULES, feesOf, processingRule, type FeeScheduleName } from './fees.js';

type WorkedRow = [schedule: FeeScheduleName, cents: number, flip: number, card: number, total: number];
type Oracle = (cents: bigint) => bigint;

/** Exact fractions derived from the specification's text, not from the code. */
const cardFeeOracles: Record<FeeScheduleName, Oracle> = {
  'card-3pct-plus-30c': (cents) => roundHalfUp(cents * 3n, 100n) + 30n,
  'card-0.30pct': (cents) => roundHalfUp(cents * 3n, 1_000n),
};

function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  return numerator % denominator >= (denominator + 1n) / 2n ? whole + 1n : whole;
}

function transferFeeOracle(cents: bigint): bigint {
  let fee = 0n;
  for (let covered = 0n; covered < cents; covered += 5_000n) fee += 100n;
  return fee;
}

describe('fees', () => {
  it.each([
    [45, 1],
    [50, 1],
    [120, 3],
    [260, 6],
    [500, 10],
    [1_000, 20],
  ])('are $1 for every $50 or part of it: %d yields %d', (dollars, fee) => {
    for (const schedule of FEE_SCHEDULES)
      expect(feesOf(dollars * 100, schedule).flipFeeCents).toBe(fee * 100);
  });

  it.each<WorkedRow>([
    ['card-3pct-plus-30c', 5_000, 100, 180, 5_280],
    ['card-3pct-plus-30c', 12_000, 300, 390, 12_690],
    ['card-3pct-plus-30c', 50_000, 1_000, 1_530, 52_530],
    ['card-3pct-plus-30c', 100_000, 2_000, 3_030, 105_030],
    ['card-0.30pct', 5_000, 100, 15, 5_115],
    ['card-0.30pct', 12_000, 300, 36, 12_336],
    ['card-0.30pct', 50_000, 1_000, 150, 51_150],
    ['card-0.30pct', 100_000, 2_000, 300, 102_300],
  ])('by %s of %d cents are %d and %d, together %d', (...[schedule, cents, flip, card, total]) => {
    expect(feesOf(cents, schedule)).toEqual({
      flipFeeCents: flip,
      processingFeeCents: card,
      totalFeeCents: flip + card,
      totalCents: total,
    });
  });

  it.each(FEE_SCHEDULES)('by %s equal exact arithmetic for every amount up to $1,000.00', (schedule) => {
    const differences: number[] = [];
    for (let cents = 1; cents <= 100_000; cents += 1) {
      const flip = transferFeeOracle(BigInt(cents));
      const card = cardFeeOracles[schedule](BigInt(cents));
      const fees = feesOf(cents, schedule);
      const same =
        BigInt(fees.flipFeeCents) === flip &&
        BigInt(fees.processingFeeCents) === card &&
        BigInt(fees.totalFeeCents) === flip + card &&
        BigInt(fees.totalCents) === BigInt(cents) + flip + card;
      if (!same) differences.push(cents);
    }
    expect(differences).toEqual([]);
  });

  it('increase one cent above a multiple of $50, not at it', () => {
    expect(feesOf(5_000, 'card-0.30pct').flipFeeCents).toBe(100);
    expect(feesOf(5_001, 'card-0.30pct').flipFeeCents).toBe(200);
  });

  it('round half a cent up, only once', () => {
    expect(feesOf(50, 'card-3pct-plus-30c').processingFeeCents).toBe(32);
    expect(feesOf(49, 'card-3pct-plus-30c').processingFeeCents).toBe(31);
    expect(feesOf(500, 'card-0.30pct').processingFeeCents).toBe(2);
    expect(feesOf(499, 'card-0.30pct').processingFeeCents).toBe(1);
  });

  it('provide the card rule for the texts', () => {
    expect(processingRule('card-3pct-plus-30c')).toEqual({ basisPoints: 300, fixedCents: 30 });
    expect(processingRule('card-0.30pct')).toEqual({ basisPoints: 30, fixedCents: 0 });
  });
});
