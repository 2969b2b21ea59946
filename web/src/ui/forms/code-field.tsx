import { TextInput, type TextInputProps } from '@mantine/core';
import { plainText } from '@kernel/text/pasted-text';
import { errorProps } from './field';

/** Digits of a code of an authenticator app. */
const CODE_LENGTH = 6;

interface CodeFieldProps extends Omit<TextInputProps, 'size' | 'onChange'> {
  /** Gets the digits alone. */
  readonly onChange?: (digits: string) => void;
  /** After the last digit. */
  readonly onComplete?: (digits: string) => void;
}

/** Six large digits; pasted spaces are dropped, and phones offer the code. */
export function CodeField({ error, onChange, onComplete, ...input }: CodeFieldProps) {
  return (
    <TextInput
      {...input}
      {...errorProps({ error })}
      className="code-field"
      size="lg"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      placeholder={'0'.repeat(CODE_LENGTH)}
      onChange={({ currentTarget }) => {
        const digits = plainText(currentTarget.value).replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
        onChange?.(digits);
        if (digits.length === CODE_LENGTH) onComplete?.(digits);
      }}
    />
  );
}
