import { meets, type RuleAttempt } from './rule-conditions.js';
import type { RuleDefinition } from './rules.js';

/**
 * The attempts behind a rule's alert at the last of a sender's attempts, oldest first, or null when the rule does not alert
 * there (docs/fraud-rules.md). `attempts` are in the order of time and go back at least as far as the rule looks.
 */
export function attemptsBehind(
  definition: RuleDefinition,
  attempts: readonly RuleAttempt[],
): readonly RuleAttempt[] | null {
  const trigger = attempts.at(-1);
  if (!trigger || !counts(definition, trigger)) return null;
  const behind = [trigger];
  const sinceMs = trigger.atMs - definition.withinMs;
  // Without a window, the attempt alone.
  for (let place = attempts.length - 2; definition.withinMs > 0 && place >= 0; place -= 1) {
    const attempt = attempts[place] as RuleAttempt;
    if (attempt.atMs < sinceMs) break;
    if (counts(definition, attempt)) behind.push(attempt);
  }
  return measureOf(definition, behind) >= definition.atLeast ? behind.reverse() : null;
}

/** What a rule adds up over attempts: how many, cents, or how many handles. */
export const measureOf = ({ measure }: RuleDefinition, behind: readonly RuleAttempt[]): number =>
  MEASURES[measure](behind);

const MEASURES: Readonly<Record<RuleDefinition['measure'], (behind: readonly RuleAttempt[]) => number>> = {
  attempts: (behind) => behind.length,
  amount: (behind) => behind.reduce((sum, { amountCents }) => sum + amountCents, 0),
  handles: (behind) => new Set(behind.map(({ handle }) => handle)).size,
};

/** Whether a rule looks at an attempt. */
export function counts({ where, measure }: RuleDefinition, attempt: RuleAttempt): boolean {
  if (measure === 'handles' && attempt.handle === null) return false;
  return meets(where, attempt);
}
