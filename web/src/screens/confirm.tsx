import '../accounts/account.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccountCommands } from '../accounts/use-account-commands';
import { isLinkOver, useLinkToken } from '../accounts/use-link-token';
import { useSession } from '../accounts/use-session';
import { ButtonLink } from '../ui/button';
import { ErrorBlock } from '../ui/error-block';
import { Loading } from '../ui/loading';
import { Notice } from '../ui/notice';
import { PageHeading } from '../ui/page-heading';

type State = 'asking' | 'confirmed' | 'over' | { readonly failed: unknown };

/** Where the link of the confirmation mail leads. */
export function ConfirmScreen() {
  const { t } = useTranslation();
  const { session } = useSession();
  const { state, ask } = useConfirmation();
  const signedIn = session.status === 'signed-in';
  return (
    <>
      <PageHeading title={t('confirm.title')}>{t('confirm.title')}</PageHeading>
      <div className="stack-24 confirm-state">
        {state === 'asking' && <Loading text={t('confirm.asking')} />}
        {typeof state === 'object' && (
          <ErrorBlock title={t('confirm.failed')} error={state.failed} onRetry={ask} />
        )}
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
        {(state === 'confirmed' || state === 'over') && (
          <ButtonLink tone="primary" block to={signedIn ? '/dashboard' : '/signin'}>
            {signedIn ? t('nav.back') : t('nav.signin')}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function useConfirmation() {
  const token = useLinkToken();
  const { confirmEmail } = useAccountCommands();
  const { session } = useSession();
  const [state, setState] = useState<State>(token === null ? 'over' : 'asking');
  const asked = useRef(false);
  const ask = () => {
    if (token === null) return;
    setState('asking');
    confirmEmail(token).then(
      () => {
        setState('confirmed');
        session.retry();
      },
      (error: unknown) => {
        setState(isLinkOver(error) ? 'over' : { failed: error });
      },
    );
  };
  useEffect(() => {
    // A link counts once: the second pass of a development build must not use it up.
    if (asked.current) return;
    asked.current = true;
    ask();
  });
  return { state, ask };
}
