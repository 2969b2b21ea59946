import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Platform } from '@kernel/money/platforms';
import { prefixOf, withoutPrefix } from '../transfers/quick-send/quick-send-rules';
import { TextField } from '../ui/forms/text-field';

interface HandleFieldProps {
  readonly platform: Platform | '';
  /** The props of the field. */
  readonly field: ComponentProps<typeof TextField> & { readonly onBlur: () => void };
  /** As typed, without the symbol that stands before the field. */
  readonly value: string;
  readonly label: ReactNode;
  readonly onChange: (handle: string) => void;
}

/** A recipient's handle: its hint, its symbol and the keyboard follow the platform. */
export function HandleField({ platform, field, value, label, onChange }: HandleFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      {...field}
      label={label}
      description={t(`quick.hint.${platform || 'none'}`)}
      prefix={prefixOf(platform, value)}
      required
      // The keyboard of an address also has the digits of a number.
      inputMode={platform !== '' && prefixOf(platform, '') === undefined ? 'email' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onChange={(event) => {
        onChange(withoutPrefix(platform, event.target.value));
      }}
      onBlur={() => {
        if (platform) field.onBlur();
      }}
    />
  );
}
