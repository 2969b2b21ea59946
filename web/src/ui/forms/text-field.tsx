import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { errorProps } from './field';

interface TextFieldProps extends Omit<TextInputProps, 'prefix' | 'size'> {
  /** Id of the element that shows the error when it is elsewhere, such as below two fields. */
  readonly errorId?: string;
  /** A fixed sign before the text. */
  readonly prefix?: string | undefined;
  /** A fixed word after it. */
  readonly suffix?: string;
  /** The large form for amounts. */
  readonly money?: boolean;
}

/** One line of text with label, hint, error and fixed signs before or after it. */
export function TextField({ error, errorId, prefix, suffix, money = false, ...input }: TextFieldProps) {
  return (
    <TextInput
      {...input}
      {...errorProps({ error, errorId })}
      className={money ? 'money-field' : undefined}
      size={money ? 'lg' : 'md'}
      {...(prefix !== undefined && {
        leftSection: <span aria-hidden="true">{prefix}</span>,
        leftSectionWidth: 36,
      })}
      {...(suffix !== undefined && {
        rightSection: (
          <Text span fz="sm" aria-hidden="true">
            {suffix}
          </Text>
        ),
        rightSectionWidth: 64,
      })}
    />
  );
}
