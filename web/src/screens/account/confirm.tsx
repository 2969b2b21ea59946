import '../../accounts/account.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Box } from '@mantine/core';
import { useAccountCommands } from '../../accounts/use-account-commands';
import { isLinkOver, useLinkToken } from '../../accounts/use-link-token';
import { useSession } from '../../accounts/use-session';
import { ApiError } from '../../lib/api/api-error';
import { useSend } from '../../lib/api/use-send';
import { ButtonLink } from '../../ui/forms/button';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { Loading } from '../../ui/feedback/loading';
import { Notice } from '../../ui/feedback/notice';
import { PageHeading } from '../../ui/parts/page-heading';

/** The target of the link in the confirmation email: confirms the address of the account that is signed in. */
export function ConfirmScreen() {
  const { t } = useTranslation();
  const token = useConfirmToken();
  const { state, error, retry } = useConfirmation(token);
  return (
    <>
      <PageHeading title={t('confirm.title')}>{t('confirm.title')}</PageHeading>
      <Box className="stack-24" mt="lg">
        {state === 'confirming' && <Loading text={t('confirm.asking')} />}
        {state === 'failed' && <ErrorBlock title={t('confirm.failed')} error={error} onRetry={retry} />}
        {state === 'signed-out' && <SignInFirst token={token} />}
        {state === 'confirmed' && (
          <Notice tone="success" icon="checkCircle" role="status">
            {t('confirm.done')}
          </Notice>
        )}
        {(state === 'over' || state === 'other') && (
          <Notice tone="info" icon="info" role="alert">
            {t(`confirm.${state}`)}
          </Notice>
        )}
        {ENDS.has(state) && <WayOn />}
      </Box>
    </>
  );
}

type ConfirmState = 'confirming' | 'confirmed' | 'signed-out' | 'other' | 'over' | 'failed';

/** States that lead on to another page. */
const ENDS: ReadonlySet<ConfirmState> = new Set(['confirmed', 'over', 'other']);

function SignInFirst({ token }: { readonly token: string | null }) {
  const { t } = useTranslation();
  return (
    <>
      <Notice tone="info" icon="lock" title={t('confirm.signInTitle')} role="status">
        <p>{t('confirm.signIn')}</p>
        <p>{t('confirm.notYours')}</p>
      </Notice>
      {/* In the navigation state, because an address could be logged. */}
      <ButtonLink tone="primary" block to="/signin" state={{ from: '/confirm', state: { token } }}>
        {t('nav.signin')}
      </ButtonLink>
    </>
  );
}

function WayOn() {
  const { t } = useTranslation();
  const signedIn = useSession().session.status === 'signed-in';
  return (
    <ButtonLink tone="primary" block to={signedIn ? '/dashboard' : '/signin'}>
      {signedIn ? t('nav.back') : t('nav.signin')}
    </ButtonLink>
  );
}

/** The token of the link, or the one that a sign-in has kept. */
function useConfirmToken(): string | null {
  const linked = useLinkToken();
  const state: unknown = useLocation().state;
  const isKept = typeof state === 'object' && state !== null && 'token' in state;
  return linked ?? (isKept && typeof state.token === 'string' ? state.token : null);
}

/** Confirms once, automatically, after sign-in. */
function useConfirmation(token: string | null) {
  const { confirmEmail } = useAccountCommands();
  const { session } = useSession();
  const { trigger, data, error, isMutating } = useSend(async (given: string) => {
    await confirmEmail(given);
    session.retry();
    return 'confirmed' as const;
  });
  // Every screen is mounted again once it is known who is signed in.
  const ready = token !== null && session.status !== 'loading' && session.status !== 'signed-out';
  useEffect(() => {
    if (ready) void trigger(token);
  }, [ready, token, trigger]);
  return {
    state: stateOf(),
    error,
    retry: () => {
      if (token !== null) void trigger(token);
    },
  };

  function stateOf(): ConfirmState {
    if (token === null) return 'over';
    if (data === 'confirmed') return data;
    if (session.status === 'signed-out') return 'signed-out';
    if (isMutating || error === undefined) return 'confirming';
    if (error instanceof ApiError && error.code === 'other_account') return 'other';
    return isLinkOver(error) ? 'over' : 'failed';
  }
}
