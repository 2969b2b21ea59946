import type { RuleConditionsOnWire } from '@kernel/staff/rule-conditions';
import {
  RULE_PROBLEMS,
  ruleProblems,
  type RuleAction,
  type RuleField,
  type RuleMeasure,
  type RuleProblem,
} from '@kernel/staff/rules';
import { ruleOfWire, type RuleDefinitionOnWire } from '@kernel/staff/rule-views';
import { normalText } from '@kernel/text/normal-text';
import { parseAmountInput } from '../../lib/format';
import {
  askedOf,
  isBandEnd,
  RULE_PARTS,
  type PartKind,
  type RulePart,
  type RulePartName,
} from './rule-parts';
import { durationOf, spanParts, type RuleUnit } from './use-rule-words';

/** A part as it is typed: a number or one choice is a text. */
export interface TypedPart {
  readonly text: string;
  readonly unit: RuleUnit;
  readonly chosen: readonly string[];
}

/** A definition as it is typed. */
export interface RuleForm {
  readonly name: string;
  readonly measure: RuleMeasure;
  readonly atLeast: string;
  readonly within: string;
  readonly unit: RuleUnit;
  readonly action: RuleAction;
  /** Those that are asked, in the order of the sentence. */
  readonly asked: readonly RulePartName[];
  readonly typed: Readonly<Partial<Record<RulePartName, TypedPart>>>;
}

/** Where the problem of a form is shown. */
export type FormField = RuleField | RulePartName;
/** A problem of the definition, or of a text that is none of its kind. */
export type FormProblem = RuleProblem | 'amount' | 'number' | 'choices';

export const isRuleProblem = (problem: string): problem is RuleProblem =>
  RULE_PROBLEMS.some((one) => one === problem);

export const EMPTY_RULE: RuleDefinitionOnWire = {
  name: '',
  where: {},
  measure: 'attempts',
  atLeast: '3',
  within: 'PT1H',
  action: 'flag',
};

export function formOf({ where, within, ...rest }: RuleDefinitionOnWire): RuleForm {
  const { count, unit } = spanParts(within);
  return {
    name: rest.name,
    measure: rest.measure,
    atLeast: rest.atLeast,
    action: rest.action,
    within: String(count),
    unit,
    asked: RULE_PARTS.map(({ name }) => name).filter((name) => askedOf(where, name) !== undefined),
    typed: Object.fromEntries(
      RULE_PARTS.map((part) => [part.name, typedOf(part, askedOf(where, part.name) ?? startOf(part))]),
    ),
  };
}

/** The initial value of a part when it is added. */
function startOf({ name, kind, values }: RulePart): unknown {
  if (kind === 'choice') return values[0];
  if (kind === 'choices') return [];
  if (kind === 'amount') return name === 'from' ? '200.00' : '250.00';
  return kind === 'duration' ? 'P30D' : true;
}

const EMPTY_PART: TypedPart = { text: '', unit: 'minutes', chosen: [] };

const typedOf = ({ kind }: RulePart, asked: unknown): TypedPart => ({
  ...EMPTY_PART,
  ...KINDS[kind].typed(asked as never),
});

/** How each kind is typed, and read again: null for what is none of it. */
const KINDS: Readonly<
  Record<
    PartKind,
    {
      readonly typed: (asked: never) => Partial<TypedPart>;
      readonly read: (typed: TypedPart, values: readonly string[]) => unknown;
      readonly problem: FormProblem;
    }
  >
> = {
  choice: { typed: (text: string) => ({ text }), read: ({ text }) => text, problem: 'choices' },
  choices: {
    typed: (chosen: readonly string[]) => ({ chosen }),
    read: ({ chosen }, values) =>
      chosen.length === 0 ? null : values.filter((value) => chosen.includes(value)),
    problem: 'choices',
  },
  flag: { typed: () => ({}), read: () => true, problem: 'choices' },
  duration: {
    typed: (duration: string) => {
      const { count, unit } = spanParts(duration);
      return { text: String(count), unit };
    },
    read: ({ text, unit }) => durationOf(text, unit),
    problem: 'number',
  },
  amount: {
    typed: (text: string) => ({ text }),
    read: ({ text }) => parseAmountInput(text),
    problem: 'amount',
  },
};

type Problems = Partial<Record<FormField, FormProblem>>;

/** The definition that is typed, or by field why there is none. */
export function readForm(
  form: RuleForm,
): { readonly definition: RuleDefinitionOnWire } | { readonly problems: Problems } {
  const unreadable = unreadableIn(form);
  if (Object.keys(unreadable).length > 0) return { problems: unreadable };
  const definition: RuleDefinitionOnWire = {
    name: form.name.trim(),
    where: whereOf(form),
    measure: form.measure,
    atLeast: atLeastOf(form) ?? '',
    within: durationOf(form.within, form.unit) ?? '',
    action: form.action,
  };
  const problems = ruleProblems(ruleOfWire(definition));
  return Object.keys(problems).length > 0 ? { problems } : { definition };
}

const atLeastOf = ({ measure, atLeast }: RuleForm): string | null =>
  measure === 'amount' ? parseAmountInput(atLeast) : countOf(atLeast);

/** The parts that are asked, each with what is typed of it; null is none of its kind. */
const readParts = ({ asked, typed }: RuleForm) =>
  RULE_PARTS.filter(({ name }) => asked.includes(name)).map(({ name, kind, values }) => ({
    name,
    problem: KINDS[kind].problem,
    value: KINDS[kind].read(typed[name] ?? EMPTY_PART, values),
  }));

/** What is typed and cannot be read at all; a field that is not asked is not checked. */
function unreadableIn(form: RuleForm): Problems {
  const parts = readParts(form).filter(({ value }) => value === null);
  return {
    ...Object.fromEntries(parts.map(({ name, problem }) => [name, problem])),
    ...(durationOf(form.within, form.unit) === null && { within: 'number' }),
    ...(atLeastOf(form) === null && { atLeast: form.measure === 'amount' ? 'amount' : 'number' }),
  };
}

/** The conditions of a form that can be read. */
const whereOf = (form: RuleForm): RuleConditionsOnWire =>
  readParts(form).reduce<RuleConditionsOnWire>(
    (where, { name, value }) =>
      isBandEnd(name)
        ? { ...where, amount: { ...where.amount, [name]: value } }
        : { ...where, [name]: value },
    {},
  );

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
