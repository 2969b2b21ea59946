import { Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AUDIT_ACTIONS } from '@kernel/staff/audit';
import { Button } from '../ui/forms/button';
import { SearchField } from '../ui/forms/search-field';
import { SelectField } from '../ui/forms/select-field';
import { AUDIT_TIMES, EVERYTHING, filteredBy, kindOf, parametersOf, type AuditView } from './audit-view';
import { useAuditPeople } from './use-audit';

/** The longest is an id. */
const SUBJECT_MAX_LENGTH = 36;
/** Mantine treats an empty value as none. */
const ANY = 'any';

interface AuditFiltersProps {
  readonly view: AuditView;
  /** Whether others' events are shown, which can be filtered. */
  readonly isWide: boolean;
  readonly onChange: (view: AuditView) => void;
}

/** A subject, a person or an action, each in place of the others, and the time. */
export function AuditFilters({ view, isWide, onChange }: AuditFiltersProps) {
  const { t } = useTranslation();
  const isFiltered = Object.keys(parametersOf(view)).length > 0;
  return (
    <Group className="audit-filters" gap="xs" role="search" aria-label={t('audit.filters')}>
      {isWide && (
        <>
          <SearchField
            size="xs"
            label={t('audit.subject')}
            placeholder={t('audit.subject')}
            maxLength={SUBJECT_MAX_LENGTH}
            value={view.subject}
            onSearch={(subject) => {
              onChange(filteredBy(view, { subject }));
            }}
          />
          <PersonFilter view={view} onChange={onChange} />
          <ActionFilter view={view} onChange={onChange} />
        </>
      )}
      <TimeFilter view={view} onChange={onChange} />
      {isFiltered && (
        <Button
          size="xs"
          tone="subtle"
          ml="auto"
          onClick={() => {
            onChange(EVERYTHING);
          }}
        >
          {t('audit.clear')}
        </Button>
      )}
    </Group>
  );
}

type FilterProps = Omit<AuditFiltersProps, 'isWide'>;

function PersonFilter({ view, onChange }: FilterProps) {
  const { t } = useTranslation();
  const people = useAuditPeople(true).data?.items ?? [];
  const known = people.map(({ uid, name }) => ({ value: uid, label: name ?? t('audit.erased') }));
  const isKnown = view.person === '' || known.some(({ value }) => value === view.person);
  return (
    <SelectField
      size="xs"
      searchable
      aria-label={t('audit.person')}
      allowDeselect={false}
      nothingFoundMessage={t('audit.nobody')}
      value={view.person === '' ? ANY : view.person}
      data={[
        { value: ANY, label: t('audit.anyone') },
        ...(isKnown ? [] : [{ value: view.person, label: view.person }]),
        ...known,
      ]}
      onChange={(chosen) => {
        onChange(filteredBy(view, { person: chosen === null || chosen === ANY ? '' : chosen }));
      }}
    />
  );
}

function ActionFilter({ view, onChange }: FilterProps) {
  const { t } = useTranslation();
  const isKind = kindOf(view) !== null;
  return (
    <SelectField
      size="xs"
      searchable
      aria-label={t('audit.action')}
      allowDeselect={false}
      nothingFoundMessage={t('audit.noAction')}
      value={view.action === '' || isKind ? ANY : view.action}
      data={[
        { value: ANY, label: t('audit.anyAction') },
        ...Object.entries(AUDIT_ACTIONS).map(([area, actions]) => ({
          group: t(`audit.areas.${area}`),
          items: actions.map((action) => ({ value: action, label: t(`audit.names.${action}`) })),
        })),
      ]}
      onChange={(chosen) => {
        onChange(filteredBy(view, { action: chosen === null || chosen === ANY ? '' : chosen }));
      }}
    />
  );
}

function TimeFilter({ view, onChange }: FilterProps) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        size="xs"
        aria-label={t('audit.time')}
        allowDeselect={false}
        value={view.time}
        data={AUDIT_TIMES.map((time) => ({ value: time, label: t(`audit.times.${time}`) }))}
        onChange={(chosen) => {
          const time = AUDIT_TIMES.find((one) => one === chosen) ?? 'all';
          onChange({ ...view, time, from: '', to: '' });
        }}
      />
      {view.time === 'days' &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            size="xs"
            type="date"
            aria-label={t(`audit.${end}`)}
            value={view[end]}
            onChange={(event) => {
              onChange({ ...view, [end]: event.target.value });
            }}
          />
        ))}
    </>
  );
}
