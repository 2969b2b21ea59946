import { PLATFORMS, type Platform } from '../money/platforms.js';
import type { Amount, RecordedRefusal, Tier } from '../money/transfers.js';

/** Whether an attempt to send was accepted or refused. */
export const ATTEMPT_RESULTS = ['accepted', 'refused'] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

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
 * Which attempts count, as events and the evaluation have it; what is absent is not asked. A fact that an attempt did not
 * record satisfies no condition.
 */
export interface RuleConditions {
  readonly result?: AttemptResult;
  readonly amountCents?: { readonly from?: number; readonly below?: number };
  readonly platforms?: readonly Platform[];
  /** Of the sender, at the attempt. */
  readonly tier?: Tier;
  /** The sender never attempted to send to this handle before. */
  readonly firstToHandle?: true;
  /** The account was opened less than this long before the attempt. */
  readonly accountYoungerThanMs?: number;
}

export class RuleBandOnWire {
  /** At least this much. @example "200.00" */
  readonly from?: Amount;
  /** Less than this. @example "250.00" */
  readonly below?: Amount;
}

/** The same in requests and responses: amounts are decimal, durations ISO 8601. */
export class RuleConditionsOnWire {
  readonly result?: AttemptResult;
  readonly amount?: RuleBandOnWire;
  readonly platforms?: Platform[];
  /** Of the sender, at the attempt. */
  readonly tier?: Tier;
  /** The sender never attempted to send to this handle before; only true. */
  readonly firstToHandle?: boolean;
  /** The account was opened less than this long before. ISO 8601. @example "P30D" */
  readonly accountYoungerThan?: string;
}
export type ConditionName = keyof RuleConditionsOnWire;

/** What a condition is made of: how it is validated, converted, edited and put into words follows from it. */
export type ConditionKind = RuleCondition<never>['kind'];

/** Everything about one condition, except its texts: `rules.parts`, `rules.help` and `rules.words` of the client. */
export type RuleCondition<Wanted> = {
  /** In requests, responses and the keys of its texts. */
  readonly name: ConditionName;
  /** `later`: early attempts lack what it reads; a backtest says up to which day. */
  readonly recorded: 'always' | 'later';
  /** What it reads follows from all attempts that the sender ever made, not only from those in the window. */
  readonly readsWholePast?: true;
  readonly holds: (wanted: Wanted, attempt: RuleAttempt) => boolean;
} & (
  | { readonly kind: 'band' }
  | ({
      /** In the reason that an alert records, in English, of what is asked in words. */
      readonly reason: (asked: string) => string;
    } & (
      | { readonly kind: 'choice' | 'choices'; readonly values: readonly string[] }
      | { readonly kind: 'flag' | 'duration' }
    ))
);

/** By the name in `RuleConditions`, in the order of the sentence. */
const RULE_CONDITIONS: {
  readonly [Stored in keyof RuleConditions]-?: RuleCondition<NonNullable<RuleConditions[Stored]>>;
} = {
  result: {
    name: 'result',
    kind: 'choice',
    values: ATTEMPT_RESULTS,
    recorded: 'always',
    holds: (result, { refused }) => (result === 'refused') === (refused !== null),
    reason: (result) => `${result} only`,
  },
  amountCents: {
    name: 'amount',
    kind: 'band',
    recorded: 'always',
    holds: ({ from = 0, below = Infinity }, { amountCents }) => amountCents >= from && amountCents < below,
  },
  platforms: {
    name: 'platforms',
    kind: 'choices',
    values: PLATFORMS,
    recorded: 'always',
    holds: (platforms, { platform }) => platforms.includes(platform),
    reason: (platforms) => `on ${platforms}`,
  },
  tier: {
    name: 'tier',
    kind: 'choice',
    values: ['unverified', 'verified'] satisfies readonly Tier[],
    recorded: 'later',
    holds: (wanted, { tier }) => tier === wanted,
    reason: (tier) => `as ${tier}`,
  },
  firstToHandle: {
    name: 'firstToHandle',
    kind: 'flag',
    recorded: 'later',
    readsWholePast: true,
    holds: (_, { isFirstToHandle }) => isFirstToHandle,
    reason: () => 'each the first to its handle',
  },
  accountYoungerThanMs: {
    name: 'accountYoungerThan',
    kind: 'duration',
    recorded: 'later',
    holds: (youngerMs, { accountAgeMs }) => accountAgeMs !== null && accountAgeMs < youngerMs,
    reason: (span) => `with an account younger than ${span}`,
  },
};

/** A condition of any kind; `wanted` of it is `RuleConditions[stored]`. */
export type AnyCondition = RuleCondition<never> & { readonly stored: keyof RuleConditions };

/** Every condition, in the order of the sentence. */
export const CONDITIONS: readonly AnyCondition[] = Object.entries(RULE_CONDITIONS).map(
  ([stored, condition]) => ({ ...condition, stored: stored as keyof RuleConditions }),
);

/** The conditions that are asked, each with what is wanted of it. */
export const askedIn = (where: RuleConditions): readonly (readonly [AnyCondition, never])[] =>
  CONDITIONS.flatMap((condition) => {
    const wanted = where[condition.stored];
    return wanted === undefined ? [] : [[condition, wanted as never]];
  });

/** Whether an attempt meets every condition that is asked. */
export const meets = (where: RuleConditions, attempt: RuleAttempt): boolean =>
  CONDITIONS.every(
    ({ stored, holds }) => where[stored] === undefined || holds(where[stored] as never, attempt),
  );
