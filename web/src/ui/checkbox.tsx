import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox as MantineCheckbox, type CheckboxProps } from '@mantine/core';
import { errorProps } from './field';

/** A checkbox with its label; the label is part of the target. */
export function Checkbox({ error, ...input }: CheckboxProps) {
  return <MantineCheckbox {...input} {...errorProps({ error })} aria-invalid={error ? true : undefined} />;
}
