import type { Attempt, FraudRule } from '../kernel/fraud-rules.js';
import { formatAmount } from '../kernel/money.js';

const MINUTE_MS = 60_000;

/** The reason as it is recorded, in English with its numbers; screens say it in the reader's language from the numbers. */
export function reasonOf(rule: FraudRule, attempts: readonly Attempt[]): string {
  const refused = attempts.filter((attempt) => attempt.refused !== null).length;
  const counted = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'} (${refused} refused)`;
  const first = attempts[0]?.atMs ?? 0;
  const minutes = Math.round(((attempts.at(-1)?.atMs ?? 0) - first) / MINUTE_MS);
  const texts: Readonly<Record<FraudRule['id'], string>> = {
    velocity: `${counted} within ${minutes} min; the rule fires at ${rule.count} within ${rule.windowMs / MINUTE_MS} min`,
    structuring:
      `${counted} of $${formatAmount(rule.fromCents)} up to below $${belowOf(rule)} within ${minutes} min; ` +
      `the rule fires at ${rule.count} within ${rule.windowMs / MINUTE_MS / 60} h`,
    'over-maximum': `an attempt of $${formatAmount(attempts.at(-1)?.amountCents ?? 0)}, over $1000.00`,
  };
  return `${rule.id}: ${texts[rule.id]}`;
}

function belowOf(rule: FraudRule): string {
  return Number.isFinite(rule.belowCents) ? formatAmount(rule.belowCents) : '∞';
}
