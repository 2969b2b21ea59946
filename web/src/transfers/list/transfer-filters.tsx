import { useState, type ReactNode } from 'react';
import { type ComboboxItem, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PLATFORMS } from '@kernel/money/platforms';
import { SEARCH_MAX_LENGTH, TRANSFER_STATUSES } from '@kernel/money/transfers';
import { Button } from '../../ui/forms/button';
import { FieldError } from '../../ui/forms/field';
import { SearchField } from '../../ui/forms/search-field';
import { SelectField } from '../../ui/forms/select-field';
import { Segments } from '../../ui/forms/segments';
import { activeFilters, datesCrossed, daysOfMonth, EVERYTHING, type TransferFilter } from './transfer-filter';
import { TransfersSummary } from './transfers-summary';

interface TransferFiltersProps {
  readonly filter: TransferFilter;
  readonly onChange: (filter: TransferFilter) => void;
}

/** Search, status and platform, and the days: on a phone status and platform are behind a button. */
export function TransferFilters({ filter, onChange }: TransferFiltersProps) {
  const { t } = useTranslation();
  const active = activeFilters(filter);
  const [open, setOpen] = useState(false);
  const [isCustom, setIsCustom] = useState(false);
  return (
    <div className="stack-16" role="search" aria-label={t('tx.search')}>
      <Group gap="xs">
        <SearchField
          flex={1}
          label={t('tx.search')}
          placeholder={t('tx.searchPlaceholder')}
          maxLength={SEARCH_MAX_LENGTH}
          value={filter.q}
          onSearch={(q) => {
            onChange({ ...filter, q });
          }}
        />
        <span className="narrow-only">
          <Button
            aria-expanded={open}
            aria-controls="tx-choices"
            onClick={() => {
              setOpen(!open);
            }}
          >
            {active === 0 ? t('tx.filters') : t('tx.filtersActive', { active })}
          </Button>
        </span>
        <SimpleGrid
          id="tx-choices"
          cols={2}
          spacing="xs"
          flex="0 1 344px"
          className={open ? undefined : 'wide-only'}
        >
          <Choices filter={filter} onChange={onChange} />
        </SimpleGrid>
      </Group>
      <Days filter={filter} onChange={onChange} isCustom={isCustom} onCustom={setIsCustom}>
        <TransfersSummary filter={filter} />
        {active > 0 && (
          <Button
            size="xs"
            onClick={() => {
              setIsCustom(false);
              onChange({ ...EVERYTHING, q: filter.q });
            }}
          >
            {t('tx.clear')}
          </Button>
        )}
      </Days>
    </div>
  );
}

function Choices({ filter, onChange }: TransferFiltersProps) {
  const { t } = useTranslation();
  return (
    <>
      <Choice
        label={t('tx.filterStatus')}
        any={t('tx.anyStatus')}
        value={filter.status}
        options={TRANSFER_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
        onChange={(status) => {
          onChange({ ...filter, status });
        }}
      />
      <Choice
        label={t('tx.filterPlatform')}
        any={t('tx.anyPlatform')}
        value={filter.platform}
        options={PLATFORMS.map((platform) => ({ value: platform, label: platform }))}
        onChange={(platform) => {
          onChange({ ...filter, platform });
        }}
      />
    </>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** The choice that filters nothing. */
  readonly any: string;
  readonly value: Value | '';
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value | '') => void;
}

/** The value of the option that filters nothing: Mantine shows no option for an empty one. */
const ANY = 'any';

/** Shows its own name until something is chosen. */
function Choice<Value extends string>({ label, any, value, options, onChange }: ChoiceProps<Value>) {
  const data: ComboboxItem[] = [{ value: ANY, label: any }, ...options];
  return (
    <SelectField
      aria-label={label}
      placeholder={label}
      value={value === '' ? null : value}
      onChange={(chosen) => {
        onChange(options.find((option) => option.value === chosen)?.value ?? '');
      }}
      data={data}
    />
  );
}

type Period = 'all' | 'thisMonth' | 'lastMonth' | 'custom';

interface DaysProps extends TransferFiltersProps {
  /** The sender chose another period. */
  readonly isCustom: boolean;
  readonly onCustom: (isCustom: boolean) => void;
  /** Shown next to the periods. */
  readonly children: ReactNode;
}

/** The usual periods in one press; any other by its first and last day. */
function Days({ filter, onChange, isCustom, onCustom, children }: DaysProps) {
  const { t } = useTranslation();
  const period = isCustom ? 'custom' : periodOf(filter);
  const days = { all: { from: '', to: '' }, thisMonth: daysOfMonth(0), lastMonth: daysOfMonth(-1) };
  return (
    <>
      <Group className="tx-days" gap="xs">
        <Segments<Period>
          label={t('tx.period')}
          labelHidden
          value={period}
          onChange={(next) => {
            onCustom(next === 'custom');
            if (next !== 'custom') onChange({ ...filter, ...days[next] });
          }}
          options={(['all', 'thisMonth', 'lastMonth', 'custom'] as const).map((value) => ({
            value,
            label: t(`tx.periods.${value}`),
          }))}
        />
        {children}
      </Group>
      {period === 'custom' && (
        <SimpleGrid cols={2} spacing="xs" maw={344}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="date"
              label={t(`tx.${end}`)}
              value={filter[end]}
              onChange={(event) => {
                onChange({ ...filter, [end]: event.target.value });
              }}
            />
          ))}
        </SimpleGrid>
      )}
      {datesCrossed(filter) && <FieldError>{t('tx.datesCrossed')}</FieldError>}
    </>
  );
}

function periodOf({ from, to }: TransferFilter): Period {
  const isMonth = (offset: number) => {
    const month = daysOfMonth(offset);
    return from === month.from && to === month.to;
  };
  if (from === '' && to === '') return 'all';
  if (isMonth(0)) return 'thisMonth';
  return isMonth(-1) ? 'lastMonth' : 'custom';
}
