import type { RecordedRefusal } from './transfers.js';

/** An attempt to send, accepted or refused, as the fraud rules see it (decision 8). */
export interface Attempt {
  readonly transferId: string;
  readonly amountCents: number;
  /** ms since 1970 */
  readonly atMs: number;
  readonly refused: RecordedRefusal | null;
}

export type FraudRuleId = 'velocity' | 'structuring' | 'over-maximum';

const HOUR_MS = 60 * 60 * 1_000;

/** Versioned parameters (compliance.md): at least `count` attempts of [from, below) cents within `windowMs`, edges included. */
export interface FraudRule {
  readonly id: FraudRuleId;
  readonly version: number;
  readonly count: number;
  readonly windowMs: number;
  readonly fromCents: number;
  readonly belowCents: number;
}

export const ACTIVE_FRAUD_RULES: readonly FraudRule[] = [
  { id: 'velocity', version: 1, count: 3, windowMs: HOUR_MS, fromCents: 0, belowCents: Infinity },
  { id: 'structuring', version: 1, count: 2, windowMs: 24 * HOUR_MS, fromCents: 20_000, belowCents: 25_000 },
  { id: 'over-maximum', version: 1, count: 1, windowMs: 0, fromCents: 100_001, belowCents: Infinity },
];

/** Longest window of all rules: attempts older than this can be forgotten. */
export const FRAUD_MEMORY_MS = 24 * HOUR_MS;

/** Attempts of the rule's window that ends with `trigger` (the last of `attempts`), or null when it does not fire. */
export function hitOf(rule: FraudRule, attempts: readonly Attempt[]): readonly Attempt[] | null {
  const trigger = attempts.at(-1);
  if (!trigger || !matches(rule, trigger)) return null;
  const hits = attempts.filter(
    (attempt) => matches(rule, attempt) && attempt.atMs >= trigger.atMs - rule.windowMs,
  );
  const within = rule.windowMs === 0 ? [trigger] : hits;
  return within.length >= rule.count ? within : null;
}

function matches(rule: FraudRule, attempt: Attempt): boolean {
  return attempt.amountCents >= rule.fromCents && attempt.amountCents < rule.belowCents;
}
