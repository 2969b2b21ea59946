import { PLATFORMS, type Platform } from '@kernel/platforms';
import { ruleProblems, type RuleField, type RuleMeasure, type RuleProblem } from '@kernel/rules';
import { ruleOfWire, type RuleDefinitionOnWire } from '@kernel/rule-views';
import type { RuleAction } from '@kernel/compliance';
import { parseAmountInput } from '../lib/format';
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

export const EMPTY_RULE: RuleDefinitionOnWire = {
  ...{ name: '', where: {}, measure: 'attempts', atLeast: '3', within: 'PT1H', action: 'flag' },
};

export function formOf({ name, where, measure, atLeast, within, action }: RuleDefinitionOnWire): RuleForm {
  const { count, unit } = spanParts(within);
  const { result, amount, platforms, tier, firstToHandle, accountYoungerThan } = where;
  const younger = spanParts(accountYoungerThan ?? 'P30D');
  const isAsked: Readonly<Record<RuleCondition, boolean>> = {
    result: result !== undefined,
    from: amount?.from !== undefined,
    below: amount?.below !== undefined,
    platforms: platforms !== undefined,
    tier: tier !== undefined,
    firstToHandle: firstToHandle === true,
    younger: accountYoungerThan !== undefined,
  };
  return {
    ...{ name, measure, atLeast, within: String(count), unit, action },
    asked: RULE_CONDITIONS.filter((condition) => isAsked[condition]),
    result: result ?? 'accepted',
    from: amount?.from ?? '200.00',
    below: amount?.below ?? '250.00',
    platforms: platforms ?? [],
    tier: tier ?? 'unverified',
    younger: String(younger.count),
    youngerUnit: younger.unit,
  };
}

/** The definition that is typed, or by field why there is none. */
export function readForm(
  form: RuleForm,
):
  | { readonly definition: RuleDefinitionOnWire }
  | { readonly problems: Partial<Record<FormField, FormProblem>> } {
  const asks = (condition: RuleCondition) => form.asked.includes(condition);
  const amountOf = (text: string) => parseAmountInput(text);
  const [from, below] = [amountOf(form.from), amountOf(form.below)];
  const within = durationOf(form.within, form.unit);
  const younger = durationOf(form.younger, form.youngerUnit);
  const atLeast = form.measure === 'amount' ? amountOf(form.atLeast) : countOf(form.atLeast);
  const unreadable: Partial<Record<FormField, FormProblem>> = {
    ...(asks('from') && from === null && { from: 'amount' as const }),
    ...(asks('below') && below === null && { below: 'amount' as const }),
    ...(asks('platforms') && form.platforms.length === 0 && { platforms: 'platforms' as const }),
    ...(asks('younger') && younger === null && { accountYoungerThan: 'number' as const }),
    ...(within === null && { within: 'number' as const }),
    ...(atLeast === null && {
      atLeast: form.measure === 'amount' ? ('amount' as const) : ('number' as const),
    }),
  };
  const amount = {
    ...(asks('from') && from !== null && { from }),
    ...(asks('below') && below !== null && { below }),
  };
  const definition: RuleDefinitionOnWire = {
    name: form.name.trim(),
    where: {
      ...(asks('result') && { result: form.result }),
      ...(Object.keys(amount).length > 0 && { amount }),
      ...(asks('platforms') && { platforms: PLATFORMS.filter((one) => form.platforms.includes(one)) }),
      ...(asks('tier') && { tier: form.tier }),
      ...(asks('firstToHandle') && { firstToHandle: true as const }),
      ...(asks('younger') && { accountYoungerThan: younger ?? 'PT0S' }),
    },
    ...{ measure: form.measure, atLeast: atLeast ?? '1', within: within ?? 'PT0S', action: form.action },
  };
  if (Object.keys(unreadable).length > 0) return { problems: unreadable };
  const problems = ruleProblems(ruleOfWire(definition));
  return Object.keys(problems).length > 0 ? { problems } : { definition };
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
  const letters = name
    .normalize('NFKD')
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

/** The conditions in which two definitions differ. */
export function changedConditions(
  before: RuleDefinitionOnWire | null,
  after: RuleDefinitionOnWire | null,
): ReadonlySet<RuleCondition> {
  if (!before || !after) return new Set();
  const [earlier, later] = [conditionsIn(before), conditionsIn(after)];
  return new Set(RULE_CONDITIONS.filter((condition) => earlier[condition] !== later[condition]));
}

const conditionsIn = ({ where }: RuleDefinitionOnWire): Readonly<Record<RuleCondition, unknown>> => ({
  result: where.result,
  from: where.amount?.from,
  below: where.amount?.below,
  platforms: where.platforms?.join(),
  tier: where.tier,
  firstToHandle: where.firstToHandle,
  younger: where.accountYoungerThan,
});
