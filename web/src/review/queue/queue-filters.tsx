import { useTranslation } from 'react-i18next';
import { CASE_SORTS } from '@kernel/staff/compliance';
import { BUILT_IN_RULES } from '@kernel/staff/rules';
import { useMe } from '../../accounts/use-session';
import { formatMoney } from '../../lib/format';
import { SearchField } from '../../ui/forms/search-field';
import { SelectField } from '../../ui/forms/select-field';
import { PERIODS, RISKS, type QueueView } from './queue-view';
import { useCaseAssignees } from './use-cases';
import { useRuleNames, useRules } from '../../rules/use-rules';

const CASE_NUMBER_MAX_LENGTH = 10;
/** Stands for all: a choice needs a value. */
const ALL = 'all';

interface QueueFiltersProps {
  readonly view: QueueView;
  readonly onChange: (changes: Partial<QueueView>) => void;
}

/** A case by its number, or the cases of the list by rule, assignee, time of detection and amount, in an order. */
export function QueueFilters({ view, onChange }: QueueFiltersProps) {
  const { t, i18n } = useTranslation();
  const choices = {
    rule: useRuleChoices(view.rule),
    assignee: useAssignees(),
    period: PERIODS.map((days) => ({
      value: days as string,
      label: t(`compliance.filters.periods.${days}`),
    })),
    minAtRisk: RISKS.map((amount) => ({
      value: amount as string,
      label: t('compliance.filters.orMore', { amount: formatMoney(amount, i18n.language) }),
    })),
  };
  const isNumber = view.number !== '';
  const names = ['rule', 'assignee', 'period', 'minAtRisk'] as const;
  return (
    <div className="queue-filters" role="search" aria-label={t('compliance.filters.label')}>
      <SearchField
        size="xs"
        label={t('compliance.filters.number')}
        placeholder={t('compliance.filters.number')}
        maxLength={CASE_NUMBER_MAX_LENGTH}
        value={view.number}
        onSearch={(number) => {
          onChange({ number });
        }}
      />
      {names
        // Every case of one's own list has the same assignee.
        .filter((name) => name !== 'assignee' || view.list !== 'mine')
        .map((name) => (
          <SelectField
            key={name}
            size="xs"
            aria-label={t(`compliance.filters.${name}`)}
            allowDeselect={false}
            disabled={isNumber}
            data-set={view[name] !== '' || undefined}
            value={view[name] === '' ? ALL : view[name]}
            data={[{ value: ALL, label: t(`compliance.filters.all.${name}`) }, ...choices[name]]}
            onChange={(chosen) => {
              onChange({ [name]: chosen === ALL ? '' : (chosen ?? '') });
            }}
          />
        ))}
      {view.list !== 'reports' && (
        <SelectField
          size="xs"
          className="queue-sort"
          aria-label={t('compliance.filters.sort')}
          allowDeselect={false}
          disabled={isNumber}
          value={view.sort === '' ? (view.list === 'closed' ? 'created' : 'due') : view.sort}
          data={CASE_SORTS.map((sort) => ({ value: sort, label: t(`compliance.filters.sorts.${sort}`) }))}
          onChange={(chosen) => {
            onChange({ sort: CASE_SORTS.find((sort) => sort === chosen) ?? '' });
          }}
        />
      )}
    </div>
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
