import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import './switch.css';
import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core';
import { errorProps } from './field';

/** A switch at the end of its row, which is its target. Its name is the label alone: the rest of the row describes it. */
export function Switch({ error, label, ...input }: Omit<SwitchProps, 'label'> & { readonly label: string }) {
  return (
    <MantineSwitch
      {...input}
      label={<b>{label}</b>}
      aria-label={label}
      {...errorProps({ error })}
      aria-invalid={error ? true : undefined}
    />
  );
}
