import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorProps } from './field';
import { Icon } from '../parts/icon';

/** The rules of a new password are a list, which a paragraph cannot contain. */
const DESCRIPTION = { component: 'div' };

/** A password that can be shown; pasting and password managers work. */
export function PasswordField({ error, ...input }: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...input}
      {...errorProps({ error })}
      aria-invalid={error ? true : undefined}
      descriptionProps={DESCRIPTION}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
      visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'eyeOff' : 'eye'} />}
    />
  );
}
