import type { Platform } from '../money/platforms.js';
import type { RuleConditions, RuleDefinition } from './rules.js';
import type { RecordedRefusal, Tier } from '../money/transfers.js';

/** An attempt to send, accepted or refused, as far as rules look at it. Null: it was not recorded then. */
export interface RuleAttempt {
  readonly transferId: string;
  readonly amountCents: number;
  /** ms since 1970 */
  readonly atMs: number;
  readonly refused: RecordedRefusal | null;
  readonly platform: Platform;
  readonly tier: Tier | null;
  /** Equal for attempts of the sender to the same handle. */
  readonly handle: number | null;
  /** Whether the sender had never attempted to send to the handle before; false where no handle was recorded. */
  readonly isFirstToHandle: boolean;
  readonly accountAgeMs: number | null;
}

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
  return CONDITIONS.every((holds) => holds(where, attempt));
}

/** A condition that is not asked holds. */
const CONDITIONS: readonly ((where: RuleConditions, attempt: RuleAttempt) => boolean)[] = [
  ({ result }, { refused }) => result === undefined || (result === 'refused') === (refused !== null),
  ({ amountCents: { from = 0, below = Infinity } = {} }, { amountCents }) =>
    amountCents >= from && amountCents < below,
  ({ platforms }, { platform }) => platforms === undefined || platforms.includes(platform),
  ({ tier }, attempt) => tier === undefined || attempt.tier === tier,
  ({ firstToHandle }, { isFirstToHandle }) => firstToHandle === undefined || isFirstToHandle,
  ({ accountYoungerThanMs: younger }, { accountAgeMs: age }) =>
    younger === undefined || (age !== null && age < younger),
];
