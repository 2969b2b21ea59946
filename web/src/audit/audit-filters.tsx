import { useTranslation } from 'react-i18next';
import { AUDIT_ACTIONS } from '@kernel/staff/audit';
import { Button } from '../ui/forms/button';
import { Filters, type Filter } from '../ui/lists/filters';
import { AUDIT, AUDIT_TIMES, changedBy, isFiltered, kindOf, type AuditView } from './audit-view';
import { useAuditPeople } from './use-audit';

/** The longest is an id. */
const SUBJECT_MAX_LENGTH = 36;

interface AuditFiltersProps {
  readonly view: AuditView;
  /** Whether others' events are shown, which can be filtered. */
  readonly isWide: boolean;
  readonly onChange: (view: AuditView) => void;
}

/** A subject, a person or an action, each in place of the others, and the time. */
export function AuditFilters({ view, isWide, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  const whatAndWho = useWhatAndWho(view, isWide);
  const time: Filter<keyof AuditView> = {
    kind: 'choice',
    name: 'time',
    label: t('audit.time'),
    options: AUDIT_TIMES.map((value) => ({ value, label: t(`audit.times.${value}`) })),
  };
  const days = (['from', 'to'] as const).map((end): Filter<keyof AuditView> => ({
    kind: 'day',
    name: end,
    label: t(`audit.${end}`),
  }));
  return (
    <Filters
      label={t('audit.filters')}
      className="filters"
      // A kind is chosen above.
      view={{ ...view, action: kindOf(view) === null ? view.action : '' }}
      filters={[...whatAndWho, time, ...(view.time === 'days' ? days : [])]}
      onChange={(changes) => {
        onChange(changedBy(view, changes));
      }}
    >
      {isFiltered(view) && (
        <Button
          size="xs"
          tone="subtle"
          ml="auto"
          onClick={() => {
            onChange(AUDIT.plain);
          }}
        >
          {t('audit.clear')}
        </Button>
      )}
    </Filters>
  );
}

function useWhatAndWho({ person }: AuditView, isWide: boolean): readonly Filter<keyof AuditView>[] {
  const { t } = useTranslation();
  const people = useAuditPeople(isWide).data?.items ?? [];
  const known = people.map(({ uid, name }) => ({ value: uid, label: name ?? t('common.erased') }));
  const isKnown = person === '' || known.some(({ value }) => value === person);
  if (!isWide) return [];
  return [
    { kind: 'search', name: 'subject', label: t('audit.subject'), maxLength: SUBJECT_MAX_LENGTH },
    {
      kind: 'choice',
      name: 'person',
      label: t('audit.person'),
      all: t('audit.anyone'),
      nothingFoundMessage: t('audit.nobody'),
      options: [...(isKnown ? [] : [{ value: person, label: person }]), ...known],
    },
    {
      kind: 'choice',
      name: 'action',
      label: t('audit.action'),
      all: t('audit.anyAction'),
      nothingFoundMessage: t('audit.noAction'),
      options: Object.entries(AUDIT_ACTIONS).map(([area, actions]) => ({
        group: t(`audit.areas.${area}`),
        items: actions.map((action) => ({ value: action, label: t(`audit.names.${action}`) })),
      })),
    },
  ];
}
