import '../accounts/account.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccountCommands } from '../accounts/use-account-commands';
import { isLinkOver, useLinkToken } from '../accounts/use-link-token';
import { useSession } from '../accounts/use-session';
import { useSend } from '../lib/use-send';
import { ButtonLink } from '../ui/button';
import { ErrorBlock } from '../ui/error-block';
import { Loading } from '../ui/loading';
import { Notice } from '../ui/notice';
import { PageHeading } from '../ui/page-heading';

/** The target of the link in the confirmation email. */
export function ConfirmScreen() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const { state, error, retry } = useConfirmation(token);
  return (
    <>
      <PageHeading title={t('confirm.title')}>{t('confirm.title')}</PageHeading>
      <div className="stack-24" style={{ marginTop: 24 }}>
        {state === 'confirming' && <Loading text={t('confirm.asking')} />}
        {state === 'failed' && <ErrorBlock title={t('confirm.failed')} error={error} onRetry={retry} />}
        {state === 'confirmed' && (
          <Notice tone="success" icon="checkCircle" role="status">
            {t('confirm.done')}
          </Notice>
        )}
        {state === 'over' && (
          <Notice tone="info" icon="info" role="alert">
            {t('confirm.over')}
          </Notice>
        )}
        {(state === 'confirmed' || state === 'over') && <WayOn />}
      </div>
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

/** Confirms once, automatically; a link works only once, so it must not be sent twice. */
function useConfirmation(token: string | null) {
  const { confirmEmail } = useAccountCommands();
  const { session } = useSession();
  const { trigger, data, error, isMutating } = useSend(async (given: string) => {
    await confirmEmail(given);
    session.retry();
    return 'confirmed' as const;
  });
  // Every screen is mounted again once it is known who is signed in.
  const ready = token !== null && session.status !== 'loading';
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

  function stateOf(): 'confirming' | 'confirmed' | 'over' | 'failed' {
    if (token === null) return 'over';
    if (data === 'confirmed') return data;
    if (isMutating || error === undefined) return 'confirming';
    return isLinkOver(error) ? 'over' : 'failed';
  }
}
