import { useTranslation } from 'react-i18next';
import { DESK_LISTS, DESK_SEARCH_MAX_LENGTH } from '@kernel/money/payouts';
import { PLATFORMS } from '@kernel/money/platforms';
import { Group } from '@mantine/core';
import { SearchField } from '../ui/forms/search-field';
import { SelectField } from '../ui/forms/select-field';
import type { DeskView } from './use-desk';

const ANY = 'any';

interface DeskFiltersProps {
  readonly view: DeskView;
  readonly onChange: (view: DeskView) => void;
}

/** Which tasks the desk shows: a searched number, or tasks by state and platform. */
export function DeskFilters({ view, onChange }: DeskFiltersProps) {
  const { t } = useTranslation();
  return (
    <Group className="desk-filters" gap="xs" ml="auto" role="search" aria-label={t('desk.search')}>
      <SearchField
        size="xs"
        label={t('desk.search')}
        placeholder={t('desk.searchPlaceholder')}
        maxLength={DESK_SEARCH_MAX_LENGTH}
        value={view.q}
        onSearch={(q) => {
          onChange({ ...view, q });
        }}
      />
      <SelectField
        size="xs"
        aria-label={t('desk.state')}
        allowDeselect={false}
        disabled={view.q !== ''}
        value={view.state}
        data={DESK_LISTS.map((value) => ({ value, label: t(`desk.filters.${value}`) }))}
        onChange={(chosen) => {
          onChange({ ...view, state: DESK_LISTS.find((one) => one === chosen) ?? 'open' });
        }}
      />
      <SelectField
        size="xs"
        aria-label={t('desk.platform')}
        allowDeselect={false}
        disabled={view.q !== ''}
        value={view.platform === '' ? ANY : view.platform}
        data={[{ value: ANY, label: t('desk.allPlatforms') }, ...PLATFORMS]}
        onChange={(chosen) => {
          onChange({ ...view, platform: PLATFORMS.find((one) => one === chosen) ?? '' });
        }}
      />
    </Group>
  );
}
