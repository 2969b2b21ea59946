import { useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button';
import { Field } from './field';

interface PasswordFieldProps extends ComponentProps<'input'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
}

/** A password that can be shown; pasting and password managers work. */
export function PasswordField({ label, hint, error, id, ...input }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} {...(id === undefined ? {} : { id })}>
      {(control) => (
        <div className="input">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <IconButton
            icon={shown ? 'eyeOff' : 'eye'}
            label={t('auth.showPassword')}
            aria-pressed={shown}
            onClick={() => {
              setShown(!shown);
            }}
          />
        </div>
      )}
    </Field>
  );
}
