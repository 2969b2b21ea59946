import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox as MantineCheckbox, type CheckboxProps } from '@mantine/core';
import { errorProps } from './field';

/** A checkbox with its label; the label is part of the target. An error of `true` is written next to it. */
export function Checkbox({ error, ...input }: CheckboxProps) {
  const shown = error === true ? { error } : errorProps({ error });
  return <MantineCheckbox {...input} {...shown} aria-invalid={error ? true : undefined} />;
}
