import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '../money/limits.js';
import { CONDITIONS, type ConditionName, type RuleConditions } from './rule-conditions.js';

/** What a rule adds up: how many attempts, their sum in cents, or how many different handles. */
export const RULE_MEASURES = ['attempts', 'amount', 'handles'] as const;
export type RuleMeasure = (typeof RULE_MEASURES)[number];

/**
 * What a rule does when it alerts: `flag` opens a case; `hold` also keeps the transfers of the alert from being charged or
 * paid out.
 */
export type RuleAction = 'flag' | 'hold';

/** A fraud rule: alerts when what `measure` adds up over the attempts that count reaches `atLeast` within a time. */
export interface RuleDefinition {
  readonly name: string;
  readonly where: RuleConditions;
  readonly measure: RuleMeasure;
  /** A number of attempts or handles, or cents. */
  readonly atLeast: number;
  /** Both edges included; 0 is the one attempt alone. */
  readonly withinMs: number;
  readonly action: RuleAction;
}

/** A version of a rule, as alerts record it. */
export interface FraudRule {
  readonly id: string;
  readonly version: number;
  readonly definition: RuleDefinition;
}

export const RULE_ID_PATTERN = /^[a-z][a-z0-9-]{2,39}$/;
export const RULE_NAME_MAX_LENGTH = 60;
export const RULE_REASON_MAX_LENGTH = 500;
/** Most rules that are not retired. */
export const RULES_LIMIT = 50;
/** Most rules that were never in force with a draft of one person, so that one person cannot take every place. */
export const DRAFTS_LIMIT = 10;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The longest window, and as much of a sender's past as the evaluation keeps. */
export const LONGEST_WINDOW_MS = 30 * DAY_MS;
/** The longest time that a condition can name, such as the age of an account. */
const LONGEST_CONDITION_MS = 3_650 * DAY_MS;
/** Highest count or, in cents, sum that a rule can wait for. */
export const AT_LEAST_LIMIT = 100_000_000;

/** The rules of the specification, in force as version 1 until their streams say otherwise. */
export const BUILT_IN_RULES: readonly FraudRule[] = [
  {
    id: 'velocity',
    version: 1,
    definition: {
      name: 'Velocity',
      where: {},
      measure: 'attempts',
      atLeast: 3,
      withinMs: HOUR_MS,
      action: 'flag',
    },
  },
  {
    id: 'structuring',
    version: 1,
    definition: {
      name: 'Structuring',
      where: { amountCents: { from: 20_000, below: 25_000 } },
      measure: 'attempts',
      atLeast: 2,
      withinMs: DAY_MS,
      action: 'flag',
    },
  },
  {
    id: 'over-maximum',
    version: 1,
    definition: {
      name: 'Over the maximum',
      where: { amountCents: { from: PER_TRANSFER_LIMIT_CENTS + 1 } },
      measure: 'attempts',
      atLeast: 1,
      withinMs: 0,
      action: 'flag',
    },
  },
];

/** The built-in version of a rule; null for one that people made. */
export const builtInRule = (id: string): FraudRule | null =>
  BUILT_IN_RULES.find((rule) => rule.id === id) ?? null;

/** A part of a definition that can be impossible. */
export type RuleField = ConditionName | 'name' | 'atLeast' | 'within' | 'action';
/** Why a part is impossible; also the key of its text in the language files. */
export const RULE_PROBLEMS = [
  'rule_name',
  'rule_band',
  'rule_below_minimum',
  'rule_age',
  'rule_at_least',
  'rule_alone',
  'rule_sum_alone',
  'rule_window',
  'rule_never_accepted',
  'rule_holds_nothing',
] as const;
export type RuleProblem = (typeof RULE_PROBLEMS)[number];

/**
 * What makes a definition impossible or without any effect, by field; empty for one that can be used.
 * @param minimumCents least amount of an attempt that is recorded, where it is known
 */
export function ruleProblems(
  definition: RuleDefinition,
  minimumCents = 0,
): Partial<Record<RuleField, RuleProblem>> {
  const problems: Partial<Record<RuleField, RuleProblem>> = {};
  if ((definition.where.amountCents?.below ?? Infinity) <= minimumCents)
    problems.amount = 'rule_below_minimum';
  for (const [field, problem, isWrong] of CHECKS) if (isWrong(definition)) problems[field] ??= problem;
  return problems;
}

type Check = readonly [RuleField, RuleProblem, (definition: RuleDefinition) => boolean];

/** In this order: the first problem of a field is the one that is named. */
const CHECKS: readonly Check[] = [
  ['name', 'rule_name', ({ name }) => name.trim() === '' || name.length > RULE_NAME_MAX_LENGTH],
  ['amount', 'rule_band', ({ where: { amountCents } }) => isEmptyBand(amountCents)],
  ['amount', 'rule_never_accepted', ({ where }) => where.result === 'accepted' && isNeverAccepted(where)],
  ...CONDITIONS.filter(({ kind }) => kind === 'duration').map(({ name, stored }): Check => [
    name,
    'rule_age',
    ({ where }) => isTooLong(where[stored]),
  ]),
  ['within', 'rule_window', ({ withinMs }) => !isWholeIn(withinMs, 0, LONGEST_WINDOW_MS)],
  ['atLeast', 'rule_at_least', ({ atLeast }) => !isWholeIn(atLeast, 1, AT_LEAST_LIMIT)],
  [
    'atLeast',
    'rule_alone',
    ({ measure, atLeast, withinMs }) => withinMs === 0 && measure !== 'amount' && atLeast > 1,
  ],
  [
    'atLeast',
    'rule_sum_alone',
    ({ measure, atLeast, withinMs, where: { amountCents } }) =>
      withinMs === 0 && measure === 'amount' && atLeast >= (amountCents?.below ?? Infinity),
  ],
  [
    'action',
    'rule_holds_nothing',
    ({ action, where }) => action === 'hold' && (where.result === 'refused' || isNeverAccepted(where)),
  ],
];

/** No transfer of such an amount is ever accepted from such a sender. */
function isNeverAccepted({ tier, amountCents }: RuleConditions): boolean {
  const most = tier === 'unverified' ? UNVERIFIED_WEEKLY_LIMIT_CENTS : PER_TRANSFER_LIMIT_CENTS;
  return (amountCents?.from ?? 0) > most;
}

function isEmptyBand(band: RuleConditions['amountCents']): boolean {
  if (!band) return false;
  const { from = 0, below = Number.MAX_SAFE_INTEGER } = band;
  return !isWholeIn(from, 0, AT_LEAST_LIMIT) || below <= from;
}

const isTooLong = (wantedMs: unknown): boolean =>
  wantedMs !== undefined && !isWholeIn(Number(wantedMs), 1, LONGEST_CONDITION_MS);

const isWholeIn = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most;

/** An ISO 8601 duration of days and smaller units: "P1D", "PT90M", "PT0.001S". */
export const DURATION_PATTERN =
  /^P(?=[\dT])(\d{1,5}D)?(T(?=\d)(\d{1,6}H)?(\d{1,8}M)?(\d{1,10}(\.\d{1,3})?S)?)?$/;

/** The ms of a duration, or null for any other text. */
export function parseDuration(text: string): number | null {
  const parts = DURATION_PATTERN.exec(text);
  if (!parts) return null;
  const [, days, , hours, minutes, seconds] = parts.map((part: string | undefined) =>
    Number.parseFloat(part ?? '0'),
  );
  const timeMs = (hours ?? 0) * HOUR_MS + (minutes ?? 0) * MINUTE_MS + (seconds ?? 0) * 1_000;
  return (days ?? 0) * DAY_MS + Math.round(timeMs);
}

/** "P1D" for a day, "PT1H30M" for 90 minutes, "PT0S" for nothing: the format of durations in responses. */
export function formatDuration(ms: number): string {
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor((ms % DAY_MS) / HOUR_MS),
    Math.floor((ms % HOUR_MS) / MINUTE_MS),
  ];
  const seconds = (ms % MINUTE_MS) / 1_000;
  const time = `${part(hours, 'H')}${part(minutes, 'M')}${part(seconds, 'S')}`;
  if (days === 0 && time === '') return 'PT0S';
  return `P${part(days, 'D')}${time && `T${time}`}`;
}

const part = (count: number, unit: string): string => (count > 0 ? `${String(count)}${unit}` : '');
