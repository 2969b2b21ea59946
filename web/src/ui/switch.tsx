import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import './switch.css';
import { Switch as MantineSwitch, type SwitchProps } from '@mantine/core';
import { errorProps } from './field';

/** A switch at the end of its row, whose label is part of the target. */
export function Switch({ error, ...input }: SwitchProps) {
  return <MantineSwitch {...input} {...errorProps({ error })} aria-invalid={error ? true : undefined} />;
}
