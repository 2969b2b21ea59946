import { askedIn, type ConditionKind, type RuleConditions } from '../../../kernel/staff/rule-conditions.js';
import type { FraudRule, RuleDefinition } from '../../../kernel/staff/rules.js';
import type { AlertTransaction } from './alert-facts.rules.js';

const MINUTE_MS = 60_000;
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/**
 * The reason recorded with an alert, in English with the numbers of every attempt behind its case; screens translate it
 * from the numbers.
 */
export function reasonOf(
  { id, definition }: Pick<FraudRule, 'id' | 'definition'>,
  attempts: readonly AlertTransaction[],
): string {
  const { where, atLeast, withinMs } = definition;
  const conditions = conditionsOf(where);
  const only = conditions.length > 0 ? `, ${conditions.join(', ')}` : '';
  if (withinMs === 0)
    return `${id}: an attempt of ${money(attempts.at(-1)?.amountCents ?? 0)}${over(where)}${only}`;
  const refused = attempts.filter((attempt) => attempt.refused !== null).length;
  const counted = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'} (${refused} refused)`;
  const took = spanOf(atMs(attempts.at(-1)) - atMs(attempts[0]));
  const threshold = `the rule alerts at ${thresholdOf(definition, atLeast)} within ${spanOf(withinMs)}`;
  return `${id}: ${counted}${bandOf(where)}${only} in ${took}; ${threshold}`;
}

const thresholdOf = ({ measure }: RuleDefinition, atLeast: number): string => THRESHOLDS[measure](atLeast);

const THRESHOLDS: Readonly<Record<RuleDefinition['measure'], (atLeast: number) => string>> = {
  attempts: String,
  amount: (atLeast) => money(atLeast),
  handles: (atLeast) => `${atLeast} handles`,
};

function over({ amountCents }: RuleConditions): string {
  const { from = 0, below } = amountCents ?? {};
  return `${from > 0 ? `, over ${money(from - 1)}` : ''}${below === undefined ? '' : `, less than ${money(below)}`}`;
}

function bandOf({ amountCents }: RuleConditions): string {
  const { from, below } = amountCents ?? {};
  const texts = [
    from !== undefined && `${money(from)} or more`,
    below !== undefined && `less than ${money(below)}`,
  ];
  const said = texts.filter((text) => text !== false);
  return said.length > 0 ? ` of ${said.join(' and ')}` : '';
}

/** The amount is said elsewhere. */
const conditionsOf = (where: RuleConditions): readonly string[] =>
  askedIn(where).flatMap(([condition, wanted]) =>
    condition.kind === 'band' ? [] : [condition.reason(WORDS[condition.kind](wanted))],
  );

const WORDS: Readonly<Record<Exclude<ConditionKind, 'band'>, (wanted: never) => string>> = {
  choice: (value: string) => value,
  choices: (values: readonly string[]) => values.join(' or '),
  flag: () => '',
  duration: (ms: number) => spanOf(ms),
};

const atMs = (attempt: AlertTransaction | undefined) => Date.parse(attempt?.at ?? '');
const money = (cents: number) => dollars.format(cents / 100);

/** "less than a minute", "41 min", "15 h 10 min", "24 h" */
function spanOf(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return 'less than a minute';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}
