import { useEffect, useState } from 'react';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PLATFORMS } from '@kernel/platforms';
import { TRANSFER_STATUSES } from '@kernel/transfers';
import { Button } from '../ui/button';
import { FieldError } from '../ui/field';
import { Icon } from '../ui/icon';
import {
  activeFilters,
  datesCrossed,
  EVERYTHING,
  SEARCH_MAX_LENGTH,
  type TransferFilter,
} from './transfer-filter';

/** A search is requested this long after the last keystroke. */
const SEARCH_AFTER_MS = 300;

interface TransferFiltersProps {
  readonly filter: TransferFilter;
  readonly onChange: (filter: TransferFilter) => void;
}

/** A search field, and the other filters behind a button with the number of active ones. */
export function TransferFilters({ filter, onChange }: TransferFiltersProps) {
  const { t } = useTranslation();
  const active = activeFilters(filter);
  const [open, setOpen] = useState(active > 0);
  return (
    <div className="stack-16" role="search" aria-label={t('tx.search')}>
      <div className="tx-filters-head">
        <SearchField
          value={filter.q}
          onSearch={(q) => {
            onChange({ ...filter, q });
          }}
        />
        <Button
          aria-expanded={open}
          aria-controls="tx-filters-more"
          onClick={() => {
            setOpen(!open);
          }}
        >
          {active === 0 ? t('tx.filters') : t('tx.filtersActive', { active })}
        </Button>
      </div>
      <div id="tx-filters-more" hidden={!open}>
        <MoreFilters filter={filter} onChange={onChange} />
        {active > 0 && (
          <button
            type="button"
            className="link"
            onClick={() => {
              onChange({ ...EVERYTHING, q: filter.q });
            }}
          >
            {t('tx.clear')}
          </button>
        )}
      </div>
    </div>
  );
}

function SearchField({
  value,
  onSearch,
}: {
  readonly value: string;
  readonly onSearch: (q: string) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  // Back and forward change the address: the field follows.
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      onSearch(typed);
    }, SEARCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [typed, value, onSearch]);
  return (
    <TextInput
      className="tx-search"
      leftSection={<Icon name="search" />}
      leftSectionWidth={44}
      type="search"
      value={typed}
      maxLength={SEARCH_MAX_LENGTH}
      aria-label={t('tx.search')}
      placeholder={t('tx.searchPlaceholder')}
      autoComplete="off"
      onChange={(event) => {
        setTyped(event.target.value);
      }}
    />
  );
}

function MoreFilters({ filter, onChange }: TransferFiltersProps) {
  const { t } = useTranslation();
  return (
    <div className="tx-filters-grid">
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
      <Day
        label={t('tx.from')}
        value={filter.from}
        onChange={(from) => {
          onChange({ ...filter, from });
        }}
      />
      <Day
        label={t('tx.to')}
        value={filter.to}
        onChange={(to) => {
          onChange({ ...filter, to });
        }}
      />
      {datesCrossed(filter) && <FieldError id="tx-dates-error">{t('tx.datesCrossed')}</FieldError>}
    </div>
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

function Choice<Value extends string>({ label, any, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      label={label}
      rightSection={<Icon name="chevronDown" size={16} />}
      value={value}
      onChange={(event) => {
        onChange(options.find((option) => option.value === event.target.value)?.value ?? '');
      }}
      data={[{ value: '', label: any }, ...options]}
    />
  );
}

function Day({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  return (
    <TextInput
      label={label}
      type="date"
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}
