import '@mantine/core/styles/Divider.layer.css';
import { Divider } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ApiError } from '../lib/api-error';
import { useProblemText } from '../lib/use-problem-text';
import { Button } from '../ui/button';
import { SummaryBox } from '../ui/error-summary';
import { useConfig } from './use-config';
import { type SocialStart, useSocialSignIn } from './use-social-sign-in';

const NOTE = 'google-note';

interface GoogleButtonProps extends Omit<SocialStart, 'provider'> {
  /** Called before leaving; returns false to stay, for example when the terms are not accepted. */
  readonly mayLeave?: () => boolean;
}

/** "Continue with Google" and the divider above the form; only where Google sign-in is set up. */
export function GoogleButton({ mayLeave = () => true, ...asked }: GoogleButtonProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const config = useConfig();
  const { start, busy, problem, attempt } = useSocialSignIn();
  if (!config?.providers.google) return null;
  return (
    <>
      {problem !== null && (
        <SummaryBox title={t('social.error', { message: problemText(problem) })} attempt={attempt}>
          {asked.page === '/signin' && isAboutTerms(problem) && <Link to="/signup">{t('nav.signup')}</Link>}
        </SummaryBox>
      )}
      <div>
        <Button
          block
          busy={busy}
          busyText={t('social.waiting')}
          aria-describedby={config.simulatedProviders ? NOTE : undefined}
          onClick={() => {
            if (mayLeave()) start({ ...asked, provider: 'google' });
          }}
        >
          <span className="flow">
            <span className="tile" aria-hidden="true">
              G
            </span>
            {t('signup.google')}
          </span>
        </Button>
        {config.simulatedProviders && (
          <p className="hint" id={NOTE}>
            {t('social.simulated')}
          </p>
        )}
      </div>
      <Divider label={t('auth.or')} />
    </>
  );
}

/** A new person needs them: they are accepted on the sign-up. */
function isAboutTerms(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'accept_terms_error';
}
