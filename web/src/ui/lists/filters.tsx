import type { ReactNode } from 'react';
import { Group, TextInput, type SelectProps } from '@mantine/core';
import { SearchField } from '../forms/search-field';
import { SelectField } from '../forms/select-field';

/** Stands for all: a choice needs a value. */
const ALL = 'all';

/** One field that narrows or orders a list; it is named as in the view. */
export type Filter<Name extends string> = { readonly name: Name; readonly label: string } & (
  | { readonly kind: 'search'; readonly maxLength: number; readonly placeholder?: string }
  | ({ readonly kind: 'choice' } & Choice)
  | { readonly kind: 'day' }
);

/** One in which one can search says what it says when nothing is found. */
interface Choice extends Pick<SelectProps, 'className' | 'disabled' | 'nothingFoundMessage'> {
  readonly options: NonNullable<SelectProps['data']>;
  /** The text of the choice that narrows nothing, which the view has as ''. */
  readonly all?: string;
  /** The option that '' stands for where none is called all. */
  readonly usual?: string;
}

interface FiltersProps<View> {
  readonly label: string;
  readonly className: string;
  readonly view: View;
  readonly filters: readonly Filter<keyof View & string>[];
  readonly onChange: (changes: Partial<View>) => void;
  /** Follows the fields. */
  readonly children?: ReactNode;
}

/** The fields of a list; what is typed or chosen replaces that part of the view. */
export function Filters<View extends Readonly<Record<string, string>>>(props: FiltersProps<View>) {
  const { label, className, view, filters, onChange, children } = props;
  return (
    <Group className={className} gap="xs" role="search" aria-label={label}>
      {filters.map((filter) => (
        <FilterField
          key={filter.name}
          filter={filter}
          value={view[filter.name] ?? ''}
          onChange={(value) => {
            // The page reads its address: a value that it does not know is none.
            onChange({ [filter.name]: value } as Partial<View>);
          }}
        />
      ))}
      {children}
    </Group>
  );
}

interface FilterFieldProps {
  readonly filter: Filter<string>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function FilterField({ filter, value, onChange }: FilterFieldProps) {
  if (filter.kind === 'search') {
    const { label, maxLength, placeholder = label } = filter;
    return <SearchField size="xs" {...{ label, placeholder, maxLength, value }} onSearch={onChange} />;
  }
  if (filter.kind === 'choice') return <ChoiceField filter={filter} value={value} onChange={onChange} />;
  return (
    <TextInput
      size="xs"
      type="date"
      aria-label={filter.label}
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}

interface ChoiceFieldProps extends Omit<FilterFieldProps, 'filter'> {
  readonly filter: Extract<Filter<string>, { readonly kind: 'choice' }>;
}

function ChoiceField({ filter, value, onChange }: ChoiceFieldProps) {
  const { kind: _kind, name: _name, label, options, all, usual = ALL, ...select } = filter;
  return (
    <SelectField
      size="xs"
      rightSectionWidth={22}
      {...select}
      searchable={select.nothingFoundMessage !== undefined}
      aria-label={label}
      allowDeselect={false}
      data-set={(all !== undefined && value !== '') || undefined}
      value={value === '' ? usual : value}
      data={all === undefined ? options : [{ value: ALL, label: all }, ...options]}
      onChange={(chosen) => {
        onChange(all === undefined || chosen !== ALL ? (chosen ?? '') : '');
      }}
    />
  );
}
