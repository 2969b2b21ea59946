import { useEffect, useState } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { Icon } from '../parts/icon';

/** A search is requested this long after the last keystroke. */
const SEARCH_AFTER_MS = 300;

interface SearchFieldProps extends Pick<
  TextInputProps,
  'className' | 'flex' | 'maxLength' | 'placeholder' | 'size'
> {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** A search that is made while it is typed, at the latest when the field is left: it must not undo what is pressed next. */
export function SearchField({ label, value, onSearch, ...look }: SearchFieldProps) {
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
      {...look}
      leftSection={<Icon name="search" size={look.size === 'xs' ? 16 : 20} />}
      leftSectionWidth={look.size === 'xs' ? 36 : 44}
      type="search"
      value={typed}
      aria-label={label}
      autoComplete="off"
      onBlur={() => {
        if (typed !== value) onSearch(typed);
      }}
      onChange={(event) => {
        setTyped(event.target.value);
      }}
    />
  );
}
