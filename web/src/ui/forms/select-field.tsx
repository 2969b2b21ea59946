import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select, type SelectProps } from '@mantine/core';
import { errorProps } from './field';
import { Icon } from '../parts/icon';

/** A list to choose from, with label, hint and error. */
export function SelectField({ error, ...select }: SelectProps) {
  return (
    <Select
      rightSection={<Icon name="chevronDown" size={16} />}
      comboboxProps={{ shadow: 'md' }}
      {...select}
      {...errorProps({ error })}
    />
  );
}
