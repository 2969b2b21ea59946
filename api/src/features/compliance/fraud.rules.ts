import type { FraudRuleId } from '../../kernel/compliance.js';
import type { RecordedRefusal } from '../../kernel/transfers.js';

/** An attempt to send, accepted or refused (docs/fraud-rules.md). */
export interface Attempt {
  readonly transferId: string;
  readonly amountCents: number;
  /** ms since 1970 */
  readonly atMs: number;
  readonly refused: RecordedRefusal | null;
}

/** An attempt as the event of an alert records it. */
export interface AlertTransaction {
  readonly transferId: string;
  readonly amountCents: number;
  readonly refused: RecordedRefusal | null;
  readonly at: string;
}

/** At least `count` attempts within `windowMs` (both ends included), each from `fromCents` to below `belowCents`. */
export interface RuleParameters {
  readonly count: number;
  readonly windowMs: number;
  readonly fromCents: number;
  /** null = no upper end */
  readonly belowCents: number | null;
}

/**
 * Changed parameters require a new `version`; each alert records the ones it applied. A new rule or a longer window also
 * requires a new snapshot schema in fraud.saga.ts.
 */
export interface FraudRule {
  readonly id: FraudRuleId;
  readonly version: number;
  readonly parameters: RuleParameters;
}

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;

export const ACTIVE_FRAUD_RULES: readonly FraudRule[] = [
  {
    id: 'velocity',
    version: 1,
    parameters: { count: 3, windowMs: HOUR_MS, fromCents: 0, belowCents: null },
  },
  {
    id: 'structuring',
    version: 1,
    parameters: { count: 2, windowMs: DAY_MS, fromCents: 20_000, belowCents: 25_000 },
  },
  {
    id: 'over-maximum',
    version: 1,
    parameters: { count: 1, windowMs: 0, fromCents: 100_001, belowCents: null },
  },
];

/** The attempts behind an alert at the last of `attempts`, or null when the rule does not alert. */
export function attemptsBehindAlert(
  { parameters }: FraudRule,
  attempts: readonly Attempt[],
): readonly Attempt[] | null {
  const trigger = attempts.at(-1);
  if (!trigger || !counts(parameters, trigger)) return null;
  if (parameters.windowMs === 0) return parameters.count === 1 ? [trigger] : null;
  const behind = attempts.filter(
    (attempt) => counts(parameters, attempt) && attempt.atMs >= trigger.atMs - parameters.windowMs,
  );
  return behind.length >= parameters.count ? behind : null;
}

function counts({ fromCents, belowCents }: RuleParameters, { amountCents }: Attempt): boolean {
  return amountCents >= fromCents && (belowCents === null || amountCents < belowCents);
}
