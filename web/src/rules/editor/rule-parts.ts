import {
  CONDITIONS,
  type ConditionKind,
  type ConditionName,
  type RuleBandOnWire,
  type RuleConditionsOnWire,
} from '@kernel/staff/rule-conditions';

/** A part of the sentence that can be added: a condition, or one end of a band. */
export type RulePartName = Exclude<ConditionName, 'amount'> | keyof RuleBandOnWire;

export interface RulePart {
  readonly name: RulePartName;
  readonly kind: PartKind;
  /** Of a choice. */
  readonly values: readonly string[];
}
export type PartKind = Exclude<ConditionKind, 'band'> | 'amount';

/** The parts that can be added to a rule, in the order of the sentence. */
export const RULE_PARTS: readonly RulePart[] = CONDITIONS.flatMap((condition): readonly RulePart[] => {
  const { name, kind } = condition;
  if (kind === 'band' || name === 'amount')
    return (['from', 'below'] as const).map((end) => ({ name: end, kind: 'amount', values: [] }));
  return [{ name, kind, values: 'values' in condition ? condition.values : [] }];
});

export const isBandEnd = (name: RulePartName): name is keyof RuleBandOnWire =>
  name === 'from' || name === 'below';

/** A choice, an amount or a duration; choices; or a flag. */
export type Asked = string | readonly string[] | true;

/** What a part asks; undefined when it is not asked. */
export const askedOf = (where: RuleConditionsOnWire, name: RulePartName): Asked | undefined =>
  (isBandEnd(name) ? where.amount?.[name] : where[name]) || undefined;

/** Of the texts of a value that can be chosen. */
export const valueKey = (name: RulePartName, value: string): string => `${name}.${value}`;
