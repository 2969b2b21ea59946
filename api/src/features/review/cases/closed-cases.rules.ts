import type { FraudRuleId, SuspiciousTransaction } from '../../../kernel/staff/compliance.js';
import type { ClosedInWeek, RuleOutcomes } from '../../../kernel/staff/overview.js';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;
/** Weeks of the curve. */
export const WEEKS = 12;

type Closed = Pick<SuspiciousTransaction, 'createdAt' | 'reviewedAt' | 'ruleId' | 'outcome'>;

/** Cases that were closed after an instant, and no later than another. */
export const closedWithin = <Case extends Closed>(
  cases: readonly Case[],
  [afterMs, untilMs]: readonly [number, number],
): readonly Case[] =>
  cases.filter(({ reviewedAt }) => {
    const atMs = Date.parse(reviewedAt ?? '');
    return atMs > afterMs && atMs <= untilMs;
  });

/** Days from detection to the review, half of the cases took at most so many; null without a case. To a tenth of a day. */
export function medianDays(cases: readonly Closed[]): number | null {
  const days = cases
    .map(({ createdAt, reviewedAt }) => (Date.parse(reviewedAt ?? '') - Date.parse(createdAt)) / DAY_MS)
    .toSorted((one, other) => one - other);
  const middle = days.slice(Math.floor((days.length - 1) / 2), Math.floor(days.length / 2) + 1);
  if (middle.length === 0) return null;
  const median = middle.reduce((sum, one) => sum + one, 0) / middle.length;
  return Math.round(median * 10) / 10;
}

/** How the cases of each rule ended, the rule with the largest share of suspicious ones first. */
export function outcomesByRule(cases: readonly Closed[]): RuleOutcomes[] {
  const rules = new Map<FraudRuleId, Closed[]>();
  for (const one of cases) rules.set(one.ruleId, [...(rules.get(one.ruleId) ?? []), one]);
  const count = (ofRule: readonly Closed[], wanted: SuspiciousTransaction['outcome']) =>
    ofRule.filter(({ outcome }) => outcome === wanted).length;
  return [...rules]
    .map(([ruleId, ofRule]) => ({
      ruleId,
      closed: ofRule.length,
      suspicious: count(ofRule, 'suspicious'),
      falseMatches: count(ofRule, 'false_match'),
    }))
    .toSorted((one, other) => other.suspicious / other.closed - one.suspicious / one.closed);
}

/** The last twelve times seven days, the earliest first. */
export function closedByWeek(cases: readonly Closed[], nowMs: number): ClosedInWeek[] {
  return Array.from({ length: WEEKS }, (_, index) => {
    const fromMs = nowMs - (WEEKS - index) * WEEK_MS;
    const closed = closedWithin(cases, [fromMs, fromMs + WEEK_MS]);
    return {
      from: new Date(fromMs).toISOString().slice(0, 10),
      closed: closed.length,
      medianDays: medianDays(closed),
    };
  });
}
