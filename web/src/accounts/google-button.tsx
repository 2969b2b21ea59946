import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button';
import { useConfig } from './use-config';

interface GoogleButtonProps {
  /** Called before leaving; answers false to stay, as when the terms are not accepted. */
  readonly mayLeave?: () => boolean;
}

/** "Continue with Google" and what stands between it and the form; only where Google sign-in is set up. */
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
        <span className="tile tile-24 tile-neutral" aria-hidden="true">
          G
        </span>
        {t('signup.google')}
      </Button>
      <p className="or">{t('auth.or')}</p>
    </>
  );
}
