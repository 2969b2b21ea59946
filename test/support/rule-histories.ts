import fc from 'fast-check';
import type { RecordedEvent } from '../../api/src/event-sourcing/event.js';
import type { RuleEvent } from '../../api/src/features/rules/definition/rule-events.rules.js';
import type {
  SenderEvent,
  TransferRequested,
} from '../../api/src/features/transfers/sending/transfer.decider.js';
import { PLATFORMS, type Platform } from '../../api/src/kernel/money/platforms.js';
import type { RuleConditions } from '../../api/src/kernel/staff/rule-conditions.js';
import {
  BUILT_IN_RULES,
  LONGEST_WINDOW_MS,
  type FraudRule,
  type RuleDefinition,
} from '../../api/src/kernel/staff/rules.js';
import type { Tier } from '../../api/src/kernel/money/transfers.js';
import { recorded } from './given-when-then.js';
import { acceptedTransfer, refusedTransfer } from './sample-send.js';

const START_MS = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const SENDERS = ['ana', 'luis'] as const;

interface Attempt {
  readonly kind: 'attempt';
  readonly sender: (typeof SENDERS)[number];
  readonly gapMs: number;
  readonly cents: number;
  readonly isRefused: boolean;
  readonly platform: Platform;
  readonly tier: Tier | null;
  readonly handle: string | null;
  readonly ageMs: number | null;
}
export type RuleStep =
  | Attempt
  | { readonly kind: 'activate'; readonly id: string; readonly definition: RuleDefinition }
  | { readonly kind: 'stop'; readonly id: string }
  | { readonly kind: 'restart' };

const gaps = fc.constantFrom(0, 1, 2, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1, 24 * HOUR_MS, LONGEST_WINDOW_MS);
const cents = fc.constantFrom(2_000, 19_999, 20_000, 24_999, 25_000, 100_000, 100_001);
const tiers = fc.constantFrom<Tier>('unverified', 'verified');
const ids = fc.constantFrom('velocity', 'structuring', 'mine');

const anyDefinitions: fc.Arbitrary<RuleDefinition> = fc.record({
  name: fc.constant('Any'),
  where: fc.record(
    {
      result: fc.constantFrom('accepted' as const, 'refused' as const),
      amountCents: fc.record({ from: cents, below: cents }, { requiredKeys: [] }),
      platforms: fc.subarray([...PLATFORMS], { minLength: 1 }),
      tier: tiers,
      firstToHandle: fc.constant(true as const),
      accountYoungerThanMs: fc.constantFrom(1, HOUR_MS, 24 * HOUR_MS),
    },
    { requiredKeys: [] },
  ),
  measure: fc.constantFrom('attempts' as const, 'amount' as const, 'handles' as const),
  atLeast: fc.constantFrom(1, 2, 3, 40_000),
  withinMs: fc.constantFrom(0, 1, HOUR_MS, 24 * HOUR_MS, LONGEST_WINDOW_MS),
  action: fc.constantFrom('flag' as const, 'hold' as const),
});
/** They ask for little, and so alert often. */
const looseDefinitions: fc.Arbitrary<RuleDefinition> = fc.record({
  name: fc.constant('Loose'),
  where: fc.record(
    {
      result: fc.constantFrom('accepted' as const, 'refused' as const),
      firstToHandle: fc.constant(true as const),
    },
    { requiredKeys: [] },
  ),
  measure: fc.constantFrom('attempts' as const, 'handles' as const),
  atLeast: fc.constantFrom(1, 2),
  withinMs: fc.constantFrom(HOUR_MS, 24 * HOUR_MS, LONGEST_WINDOW_MS),
  action: fc.constant('flag' as const),
});
/** Possible and impossible ones. */
export const ruleDefinitions = fc.oneof(anyDefinitions, looseDefinitions);
const attempts: fc.Arbitrary<RuleStep> = fc.record({
  kind: fc.constant('attempt' as const),
  sender: fc.constantFrom(...SENDERS),
  gapMs: gaps,
  cents,
  isRefused: fc.boolean(),
  platform: fc.constantFrom(...PLATFORMS),
  tier: fc.constantFrom<Tier | null>('unverified', 'verified', null),
  handle: fc.constantFrom<string | null>('h1', 'h2', 'h3', null),
  ageMs: fc.constantFrom<number | null>(0, HOUR_MS - 1, HOUR_MS, 25 * HOUR_MS, null),
});
/** What happens one after the other: attempts, changes of rules, and restarts of the process. */
export const ruleSteps = fc.oneof(
  { weight: 12, arbitrary: attempts },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('activate' as const), id: ids, definition: ruleDefinitions }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), id: ids }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

/** The log of a history; the clock never goes back. An event's revision is its place in the history. */
export function logOf(history: readonly RuleStep[]): readonly RecordedEvent[] {
  let atMs = START_MS;
  let version = 1;
  return history.flatMap((step, place): RecordedEvent[] => {
    if (step.kind === 'restart') return [];
    if (step.kind === 'attempt') {
      atMs += step.gapMs;
      return [recorded(attemptEvent(step, place, atMs), place, { stream: `sender-${step.sender}` })];
    }
    version += 1;
    const event: RuleEvent =
      step.kind === 'activate'
        ? {
            type: 'RuleActivated',
            data: { version, definition: step.definition, draftedBy: 'robin', approvedBy: 'irene' },
          }
        : { type: 'RulePaused', data: { reason: 'Noise', by: 'irene' } };
    return [recorded(event, place, { stream: `rule-${step.id}` })];
  });
}

function attemptEvent(attempt: Attempt, place: number, atMs: number): SenderEvent {
  const { cents: amountCents, platform, tier, handle: handleIndex, ageMs } = attempt;
  const registeredAt = ageMs === null ? null : new Date(atMs - ageMs).toISOString();
  const data = { transferId: `t${place}`, amountCents, platform, tier, handleIndex, registeredAt };
  return attempt.isRefused
    ? refusedTransfer(atMs, data)
    : acceptedTransfer(atMs, data as Partial<TransferRequested['data']>);
}

/** An alert as text: "velocity 1 at t3: t1 t2 t3". */
export const alertText = (rule: FraudRule, behind: readonly { readonly transferId: string }[]) =>
  `${rule.id} ${rule.version} at ${behind.at(-1)?.transferId}: ${behind.map(({ transferId }) => transferId).join(' ')}`;

/** What the rules mean, stated without their code: for each attempt, over everything before it. */
export function referenceAlerts(history: readonly RuleStep[]): readonly string[] {
  const past: (Attempt & {
    readonly transferId: string;
    readonly atMs: number;
    readonly isFirst: boolean;
  })[] = [];
  let inForce = [...BUILT_IN_RULES];
  let atMs = START_MS;
  let version = 1;
  return history.flatMap((step, place) => {
    if (step.kind === 'restart') return [];
    if (step.kind !== 'attempt') {
      version += 1;
      const rule = step.kind === 'activate' && { id: step.id, version, definition: step.definition };
      const isThere = inForce.some(({ id }) => id === step.id);
      if (!rule) inForce = inForce.filter(({ id }) => id !== step.id);
      else if (isThere) inForce = inForce.map((one) => (one.id === step.id ? rule : one));
      else inForce = [...inForce, rule];
      return [];
    }
    atMs += step.gapMs;
    const own = past.filter(({ sender }) => sender === step.sender);
    const isFirst = step.handle !== null && !own.some(({ handle }) => handle === step.handle);
    const trigger = { ...step, transferId: `t${place}`, atMs, isFirst };
    past.push(trigger);
    return inForce.flatMap((rule) => {
      const { withinMs, measure, atLeast } = rule.definition;
      const seen = withinMs === 0 ? [] : own.filter((one) => atMs - one.atMs <= withinMs);
      if (!isCounted(rule.definition, trigger)) return [];
      const behind = [...seen.filter((one) => isCounted(rule.definition, one)), trigger];
      const measured = {
        attempts: behind.length,
        amount: behind.map((one) => one.cents).reduce((sum, one) => sum + one, 0),
        handles: new Set(behind.map(({ handle }) => handle)).size,
      };
      return measured[measure] >= atLeast ? [alertText(rule, behind)] : [];
    });
  });
}

type Seen = Attempt & { readonly isFirst: boolean };

const isCounted = ({ where, measure }: RuleDefinition, attempt: Seen): boolean =>
  !(measure === 'handles' && attempt.handle === null) &&
  Object.entries(where).every(([asked, wanted]) =>
    MEETS[asked as keyof RuleConditions](attempt, wanted as never),
  );

/** Each condition by its name. */
const MEETS: Readonly<Record<keyof RuleConditions, (attempt: Seen, wanted: never) => boolean>> = {
  result: ({ isRefused }, wanted: string) => (wanted === 'refused' ? isRefused : !isRefused),
  amountCents: ({ cents: sum }, { from, below }: { readonly from?: number; readonly below?: number }) =>
    !(from !== undefined && sum < from) && !(below !== undefined && sum >= below),
  platforms: ({ platform }, wanted: readonly Platform[]) => wanted.some((one) => one === platform),
  tier: ({ tier }, wanted: Tier) => tier === wanted,
  firstToHandle: ({ isFirst }) => isFirst,
  accountYoungerThanMs: ({ ageMs }, wanted: number) => ageMs !== null && wanted - ageMs > 0,
};
