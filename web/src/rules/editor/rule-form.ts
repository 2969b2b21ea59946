import { PLATFORMS, type Platform } from '@kernel/money/platforms';
import {
  RULE_PROBLEMS,
  ruleProblems,
  type RuleAction,
  type RuleField,
  type RuleMeasure,
  type RuleProblem,
} from '@kernel/staff/rules';
import { ruleOfWire, type RuleConditionsOnWire, type RuleDefinitionOnWire } from '@kernel/staff/rule-views';
import { normalText } from '@kernel/text/normal-text';
import { parseAmountInput } from '../../lib/format';
import { durationOf, spanParts, type RuleUnit } from './use-rule-words';

/** The conditions that can be added to a rule. */
export const RULE_CONDITIONS = [
  'result',
  'from',
  'below',
  'platforms',
  'tier',
  'firstToHandle',
  'younger',
] as const;
export type RuleCondition = (typeof RULE_CONDITIONS)[number];

/** A definition as it is typed. */
export interface RuleForm {
  readonly name: string;
  readonly measure: RuleMeasure;
  readonly atLeast: string;
  readonly within: string;
  readonly unit: RuleUnit;
  readonly action: RuleAction;
  /** Those that are asked, in the order of the sentence. */
  readonly asked: readonly RuleCondition[];
  readonly result: 'accepted' | 'refused';
  readonly from: string;
  readonly below: string;
  readonly platforms: readonly Platform[];
  readonly tier: 'unverified' | 'verified';
  readonly younger: string;
  readonly youngerUnit: RuleUnit;
}

/** Where the problem of a form is shown. */
export type FormField = RuleField | 'from' | 'below' | 'platforms';
/** A problem of the definition, or of a text that is none of its kind. */
export type FormProblem = RuleProblem | 'amount' | 'number' | 'platforms';

export const isRuleProblem = (problem: string): problem is RuleProblem =>
  RULE_PROBLEMS.some((one) => one === problem);

export const EMPTY_RULE: RuleDefinitionOnWire = {
  ...{ name: '', where: {}, measure: 'attempts', atLeast: '3', within: 'PT1H', action: 'flag' },
};

export function formOf({ where, within, ...rest }: RuleDefinitionOnWire): RuleForm {
  const { count, unit } = spanParts(within);
  const younger = spanParts(where.accountYoungerThan ?? START.younger);
  const asked = conditionsIn(where);
  return {
    ...{ name: rest.name, measure: rest.measure, atLeast: rest.atLeast, action: rest.action },
    ...{ within: String(count), unit },
    asked: RULE_CONDITIONS.filter((condition) => asked[condition] !== undefined),
    ...fieldsOf(where),
    ...{ younger: String(younger.count), youngerUnit: younger.unit },
  };
}

/** What the field of a condition begins with when it is added. */
const START = {
  result: 'accepted',
  from: '200.00',
  below: '250.00',
  tier: 'unverified',
  younger: 'P30D',
} as const;

function fieldsOf({
  result = START.result,
  amount = {},
  platforms = [],
  tier = START.tier,
}: RuleConditionsOnWire) {
  const { from = START.from, below = START.below } = amount;
  return { result, from, below, platforms, tier };
}

type Problems = Partial<Record<FormField, FormProblem>>;

/** The definition that is typed, or by field why there is none. */
export function readForm(
  form: RuleForm,
): { readonly definition: RuleDefinitionOnWire } | { readonly problems: Problems } {
  const unreadable = unreadableIn(form);
  if (Object.keys(unreadable).length > 0) return { problems: unreadable };
  const definition: RuleDefinitionOnWire = {
    ...{ name: form.name.trim(), where: whereOf(form), measure: form.measure },
    atLeast: atLeastOf(form) ?? '',
    within: durationOf(form.within, form.unit) ?? '',
    action: form.action,
  };
  const problems = ruleProblems(ruleOfWire(definition));
  return Object.keys(problems).length > 0 ? { problems } : { definition };
}

const atLeastOf = ({ measure, atLeast }: RuleForm): string | null =>
  measure === 'amount' ? parseAmountInput(atLeast) : countOf(atLeast);

/** What is typed and cannot be read at all; a field that is not asked is not looked at. */
function unreadableIn(form: RuleForm): Problems {
  const checks: readonly (readonly [FormField, RuleCondition | null, FormProblem, boolean])[] = [
    ['from', 'from', 'amount', parseAmountInput(form.from) === null],
    ['below', 'below', 'amount', parseAmountInput(form.below) === null],
    ['platforms', 'platforms', 'platforms', form.platforms.length === 0],
    ['accountYoungerThan', 'younger', 'number', durationOf(form.younger, form.youngerUnit) === null],
    ['within', null, 'number', durationOf(form.within, form.unit) === null],
    ['atLeast', null, form.measure === 'amount' ? 'amount' : 'number', atLeastOf(form) === null],
  ];
  const wrong = checks.filter(
    ([, condition, , isWrong]) => isWrong && (condition === null || form.asked.includes(condition)),
  );
  return Object.fromEntries(wrong.map(([field, , problem]) => [field, problem]));
}

/** The conditions of a form that can be read. */
function whereOf(form: RuleForm): RuleConditionsOnWire {
  const all: Readonly<Record<RuleCondition, RuleConditionsOnWire>> = {
    result: { result: form.result },
    from: { amount: { from: parseAmountInput(form.from) ?? '' } },
    below: { amount: { below: parseAmountInput(form.below) ?? '' } },
    platforms: { platforms: PLATFORMS.filter((one) => form.platforms.includes(one)) },
    tier: { tier: form.tier },
    firstToHandle: { firstToHandle: true },
    younger: { accountYoungerThan: durationOf(form.younger, form.youngerUnit) ?? '' },
  };
  return form.asked.reduce<RuleConditionsOnWire>((where, condition) => {
    const added = all[condition];
    return { ...where, ...added, ...(added.amount && { amount: { ...where.amount, ...added.amount } }) };
  }, {});
}

/** "3" for a whole number of attempts or handles. */
function countOf(text: string): string | null {
  const digits = text.trim();
  return /^\d{1,6}$/.test(digits) ? String(Number(digits)) : null;
}

/** The number for another measure: what makes sense to begin with. */
export function atLeastFor(measure: RuleMeasure, before: RuleForm): string {
  if (measure === 'amount') return before.measure === 'amount' ? before.atLeast : '1000.00';
  return before.measure === 'amount' ? '3' : before.atLeast;
}

/** The id of a new rule: its name in the letters that ids have; null when too little is left of it. */
export function ruleIdOf(name: string): string | null {
  const letters = normalText(name, 'NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return /^[a-z][a-z0-9-]{2,39}$/.test(letters) ? letters : null;
}

/** Whether two definitions are the same rule. */
export const isSameRule = (one: RuleDefinitionOnWire, other: RuleDefinitionOnWire): boolean =>
  JSON.stringify(ruleOfWire(one)) === JSON.stringify(ruleOfWire(other));

const conditionsIn = (where: RuleConditionsOnWire): Readonly<Record<RuleCondition, unknown>> => ({
  result: where.result,
  from: where.amount?.from,
  below: where.amount?.below,
  platforms: where.platforms?.join(),
  tier: where.tier,
  firstToHandle: where.firstToHandle,
  younger: where.accountYoungerThan,
});
