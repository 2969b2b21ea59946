import '@mantine/core/styles/Divider.layer.css';
import { Divider, Flex, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PROVIDER_NAMES, SOCIAL_PROVIDERS, type SocialProvider } from '@kernel/people/accounts';
import { ApiError } from '../../lib/api/api-error';
import { formatList } from '../../lib/format';
import { useProblemText } from '../../lib/api/use-problem-text';
import { Button } from '../../ui/forms/button';
import { SummaryBox } from '../../ui/forms/error-summary';
import { MethodMark } from './method-mark';
import { useConfig } from '../use-config';
import { type SocialStart, useSocialSignIn } from './use-social-sign-in';

const NOTE = 'social-note';
const TEXTS = { google: 'signup.google', apple: 'signup.apple' } as const satisfies Record<
  SocialProvider,
  string
>;

interface SocialButtonsProps extends Omit<SocialStart, 'provider'> {
  /** Called before leaving; returns false to stay, for example when the terms are not accepted. */
  readonly mayLeave?: () => boolean;
}

/** "Continue with Google" and "Continue with Apple", where they are set up, and the divider above the form. */
export function SocialButtons({ mayLeave = () => true, ...request }: SocialButtonsProps) {
  const { t, i18n } = useTranslation();
  const problemText = useProblemText();
  const config = useConfig();
  const { start, waitingFor, problem, attempt } = useSocialSignIn();
  const offered = SOCIAL_PROVIDERS.filter((provider) => config?.providers[provider]);
  if (!config || offered.length === 0) return null;
  const simulated = config.simulatedProviders;
  const names = simulated.map((provider) => PROVIDER_NAMES[provider]);
  return (
    <>
      {problem !== null && (
        <SummaryBox title={t('social.error', { message: problemText(problem) })} attempt={attempt}>
          {request.page === '/signin' && isAboutTerms(problem) && (
            <Link to="/signup" state={{ from: request.returnTo }}>
              {t('nav.signup')}
            </Link>
          )}
        </SummaryBox>
      )}
      <Stack gap="xs">
        {offered.map((provider) => (
          <Button
            key={provider}
            block
            busy={waitingFor === provider}
            busyText={t('social.waiting')}
            aria-describedby={simulated.includes(provider) ? NOTE : undefined}
            onClick={() => {
              if (mayLeave()) start({ ...request, provider });
            }}
          >
            <Flex component="span" gap="xs" align="center" wrap="wrap">
              <MethodMark method={provider} />
              {t(TEXTS[provider])}
            </Flex>
          </Button>
        ))}
        {simulated.length > 0 && (
          <Text className="hint" mt={0} id={NOTE}>
            {t('social.simulated', { providers: formatList(names, i18n.language, 'conjunction') })}
          </Text>
        )}
      </Stack>
      <Divider label={t('auth.or')} />
    </>
  );
}

/** A new person needs them: they are accepted on the sign-up. */
function isAboutTerms(problem: unknown): boolean {
  return problem instanceof ApiError && problem.code === 'accept_terms_error';
}
