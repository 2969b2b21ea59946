import '@mantine/core/styles/Divider.layer.css';
import { Divider } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { useConfig } from './use-config';

interface GoogleButtonProps {
  /** Called before leaving; returns false to stay, for example when the terms are not accepted. */
  readonly mayLeave?: () => boolean;
}

/** "Continue with Google" and the divider above the form; only where Google sign-in is set up. */
export function GoogleButton({ mayLeave = () => true }: GoogleButtonProps) {
  const { t } = useTranslation();
  if (!useConfig()?.providers.google) return null;
  return (
    <>
      <Button
        block
        onClick={() => {
          if (mayLeave()) window.location.assign('/api/auth/google/start');
        }}
      >
        <span className="flow">
          <span className="tile" aria-hidden="true">
            G
          </span>
          {t('signup.google')}
        </span>
      </Button>
      <Divider label={t('auth.or')} />
    </>
  );
}
