import { useTranslation } from 'react-i18next';
import { DESK_LISTS, DESK_SEARCH_MAX_LENGTH } from '@kernel/money/payouts';
import { PLATFORMS } from '@kernel/money/platforms';
import { Filters } from '../ui/lists/filters';
import type { DeskView } from './use-desk';

interface DeskFiltersProps {
  readonly view: DeskView;
  readonly onChange: (changes: Partial<DeskView>) => void;
}

/** Which tasks the desk shows: a searched number, or tasks by state and platform. */
export function DeskFilters({ view, onChange }: DeskFiltersProps) {
  const { t } = useTranslation();
  const disabled = view.q !== '';
  return (
    <Filters
      label={t('desk.search')}
      className="filters desk-filters"
      view={view}
      onChange={onChange}
      filters={[
        {
          kind: 'search',
          name: 'q',
          label: t('desk.search'),
          placeholder: t('desk.searchPlaceholder'),
          maxLength: DESK_SEARCH_MAX_LENGTH,
        },
        {
          kind: 'choice',
          name: 'state',
          label: t('desk.state'),
          disabled,
          options: DESK_LISTS.map((value) => ({ value, label: t(`desk.filters.${value}`) })),
        },
        {
          kind: 'choice',
          name: 'platform',
          label: t('desk.platform'),
          disabled,
          all: t('desk.allPlatforms'),
          options: PLATFORMS,
        },
      ]}
    />
  );
}
