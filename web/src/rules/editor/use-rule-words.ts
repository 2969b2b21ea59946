import { useTranslation } from 'react-i18next';
import { centsOf, formatAmount } from '@kernel/money/money';
import { formatDuration, parseDuration } from '@kernel/staff/rules';
import type { RuleDefinitionOnWire } from '@kernel/staff/rule-views';
import type { RuleConditionsOnWire } from '@kernel/staff/rule-conditions';
import { formatList, formatMoney } from '../../lib/format';
import { askedOf, RULE_PARTS, valueKey, type Asked, type RulePart } from './rule-parts';

export const RULE_UNITS = ['minutes', 'hours', 'days'] as const;
export type RuleUnit = (typeof RULE_UNITS)[number];

const LARGEST_FIRST: readonly RuleUnit[] = ['days', 'hours', 'minutes'];
const UNIT_MS: Readonly<Record<RuleUnit, number>> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** "48 hours" as a number and its largest unit; of what is not whole minutes, minutes with decimals. */
export function spanParts(duration: string): { readonly count: number; readonly unit: RuleUnit } {
  const ms = parseDuration(duration) ?? 0;
  const unit = LARGEST_FIRST.find((one) => ms > 0 && ms % UNIT_MS[one] === 0) ?? 'minutes';
  return { count: ms / UNIT_MS[unit], unit };
}

export const unitOf = (value: string | null, before: RuleUnit): RuleUnit =>
  RULE_UNITS.find((one) => one === value) ?? before;

/** The duration of a number that was typed, or null for no number. */
export function durationOf(count: string, unit: RuleUnit): string | null {
  const number = Number(count.trim().replace(',', '.'));
  if (count.trim() === '' || !Number.isFinite(number) || number < 0) return null;
  return formatDuration(Math.round(number * UNIT_MS[unit]));
}

/** A definition in words with its numbers: of the editor, the versions and the cases. */
export function useRuleWords() {
  const { t, i18n } = useTranslation();
  const money = (amount: string) => formatMoney(amount, i18n.language);
  const span = (duration: string) => {
    const { count, unit } = spanParts(duration);
    return t(`rules.spans.${unit}`, { count });
  };
  const band = ({ from, below }: { readonly from?: string; readonly below?: string } = {}) => {
    if (from !== undefined && below !== undefined)
      return t('rules.words.between', { from: money(from), to: money(formatAmount(centsOf(below) - 1)) });
    if (from !== undefined) return t('rules.words.from', { from: money(from) });
    return below === undefined ? '' : t('rules.words.below', { below: money(below) });
  };
  /** What a part asks, without its name. */
  const inWords = ({ name, kind }: RulePart, asked: Asked): string => {
    if (kind === 'flag') return t('rules.required');
    if (kind === 'choices') return formatList(asked as readonly string[], i18n.language, 'disjunction');
    const text = String(asked);
    if (kind === 'duration') return span(text);
    return kind === 'amount' ? money(text) : t(`rules.values.${valueKey(name, text)}`);
  };
  const conditions = (where: RuleConditionsOnWire) => [
    ...(where.result === undefined ? [t('rules.words.anyResult')] : []),
    ...RULE_PARTS.flatMap((part) => {
      const asked = askedOf(where, part.name);
      if (part.kind === 'amount' || asked === undefined) return [];
      const key = part.kind === 'choice' ? valueKey(part.name, String(asked)) : part.name;
      return [t(`rules.words.asked.${key}`, { asked: inWords(part, asked) })];
    }),
  ];
  const counted = ({ measure, atLeast, within }: RuleDefinitionOnWire) => {
    if (parseDuration(within) === 0 && measure !== 'amount') return t('rules.words.one');
    if (measure === 'amount') return t('rules.words.amount', { amount: money(atLeast) });
    return t(`rules.words.${measure}`, { count: Number(atLeast) });
  };
  const sentence = (definition: RuleDefinitionOnWire) => {
    const { where, within, action } = definition;
    const time = parseDuration(within) === 0 ? '' : t('rules.words.within', { span: span(within) });
    const start = [counted(definition), band(where.amount), time].filter((text) => text !== '').join(' ');
    return `${[start, ...conditions(where)].join(', ')}. ${t(`rules.words.actions.${action}`)}`;
  };
  return { sentence, inWords, span, counted };
}

/** One difference between two definitions, in words. */
export interface RuleDifference {
  /** Of the part, in code. */
  readonly name: string;
  readonly part: string;
  /** The earlier definition does not ask it, or the later one. */
  readonly isNew: boolean;
  readonly isRemoved: boolean;
  readonly before: string;
  readonly after: string;
}

/** The differences of a definition, part by part. */
export function useRuleDifferences(): (
  before: RuleDefinitionOnWire,
  after: RuleDefinitionOnWire,
) => readonly RuleDifference[] {
  const { t } = useTranslation();
  const { counted, span, inWords } = useRuleWords();
  const none = t('rules.notAsked');
  const readings: readonly (readonly [string, (definition: RuleDefinitionOnWire) => string])[] = [
    ['name', ({ name }) => name],
    ['atLeast', counted],
    ['within', ({ within }) => span(within)],
    ...RULE_PARTS.map((part): (typeof readings)[number] => [
      part.name,
      ({ where }) => {
        const asked = askedOf(where, part.name);
        return asked === undefined ? none : inWords(part, asked);
      },
    ]),
    ['action', ({ action }) => t(`rules.actions.${action}`)],
  ];
  return (before, after) =>
    readings
      .map(([name, read]) => ({ name, earlier: read(before), later: read(after) }))
      .filter(({ earlier, later }) => earlier !== later)
      .map(({ name, earlier, later }) => ({
        name,
        part: t(`rules.parts.${name}`),
        before: earlier,
        after: later,
        isNew: earlier === none,
        isRemoved: later === none,
      }));
}
