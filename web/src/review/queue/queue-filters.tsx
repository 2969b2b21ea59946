import { useTranslation } from 'react-i18next';
import { CASE_SORTS } from '@kernel/staff/compliance';
import { BUILT_IN_RULES } from '@kernel/staff/rules';
import { useMe } from '../../accounts/use-session';
import { formatMoney } from '../../lib/format';
import { Filters, type Filter } from '../../ui/lists/filters';
import { PERIODS, RISKS, type QueueView } from './queue-view';
import { useCaseAssignees } from './use-cases';
import { useRuleNames, useRules } from '../../rules/use-rules';

/** With what surrounds a number that is pasted. */
const CASE_NUMBER_MAX_LENGTH = 24;

interface QueueFiltersProps {
  readonly view: QueueView;
  readonly onChange: (changes: Partial<QueueView>) => void;
}

/** A case by its number, or the cases of the list by rule, assignee, time of detection and amount, in an order. */
export function QueueFilters({ view, onChange }: QueueFiltersProps) {
  const { t, i18n } = useTranslation();
  const disabled = view.number !== '';
  const choices = {
    rule: useRuleChoices(view.rule),
    assignee: useAssignees(),
    period: PERIODS.map((value) => ({ value, label: t(`compliance.filters.periods.${value}`) })),
    minAtRisk: RISKS.map((value) => ({
      value,
      label: t('compliance.filters.orMore', { amount: formatMoney(value, i18n.language) }),
    })),
  };
  const choice = (name: keyof typeof choices): Filter<keyof QueueView> => ({
    kind: 'choice',
    name,
    disabled,
    label: t(`compliance.filters.${name}`),
    all: t(`compliance.filters.all.${name}`),
    options: choices[name],
  });
  const sort: Filter<keyof QueueView> = {
    kind: 'choice',
    name: 'sort',
    disabled,
    label: t('compliance.filters.sort'),
    options: CASE_SORTS.map((value) => ({ value, label: t(`compliance.filters.sorts.${value}`) })),
    usual: view.show === 'closed' ? 'created' : 'due',
  };
  const number = t('compliance.filters.number');
  return (
    <Filters
      label={t('compliance.filters.label')}
      className="filters"
      view={view}
      onChange={onChange}
      filters={[
        { kind: 'search', name: 'number', label: number, maxLength: CASE_NUMBER_MAX_LENGTH },
        choice('rule'),
        // Every case of one's own list has the same assignee.
        ...(view.show === 'mine' ? [] : [choice('assignee')]),
        choice('period'),
        choice('minAtRisk'),
        ...(view.show === 'reports' ? [] : [sort]),
      ]}
    />
  );
}

/** Every rule that there is, drafts included; the built-in ones and the chosen one also before the list has loaded. */
function useRuleChoices(chosen: string) {
  const ids = useRules().data?.items.map(({ id }) => id) ?? BUILT_IN_RULES.map(({ id }) => id);
  const all = chosen === '' || ids.includes(chosen) ? ids : [...ids, chosen];
  const nameOf = useRuleNames(all);
  return all.map((value) => ({ value, label: nameOf(value) }));
}

/** The analysts and leads by name, the user first. */
function useAssignees() {
  const { t } = useTranslation();
  const { uid } = useMe();
  const people = useCaseAssignees().data?.items ?? [];
  const own = people.filter((person) => person.uid === uid);
  const others = people.filter((person) => person.uid !== uid);
  return [
    ...own.map(() => ({ value: uid, label: t('compliance.you') })),
    ...others.map(({ uid: value, name: label }) => ({ value, label })),
  ];
}
