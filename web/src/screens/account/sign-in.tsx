import '../../accounts/account.css';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Stack } from '@mantine/core';
import { SignInForm } from '../../accounts/sign-in/sign-in-form';
import { SocialButtons } from '../../accounts/sign-in/social-buttons';
import { useSession } from '../../accounts/use-session';
import { OpenWanted, useWantedPage, type WantedPage } from '../../accounts/wanted-page';
import { Icon } from '../../ui/parts/icon';
import { Notice } from '../../ui/feedback/notice';
import { PageHeading } from '../../ui/parts/page-heading';

/** The navigation state that other pages give to /signin. */
export interface SignInState extends WantedPage {
  readonly email?: string;
  /** Why the user is here, shown above the form. */
  readonly done?: 'signed-up' | 'reset';
}

const DONE_TEXTS = {
  'signed-up': 'signin.signedUp',
  reset: 'signin.reset',
} as const;

/** Signing in; a signed-in user is redirected to the requested page, or to the dashboard; staff to the desk they work at. */
export function SignInScreen() {
  const { t } = useTranslation();
  const { session } = useSession();
  const state = (useLocation().state ?? {}) as SignInState;
  const wanted = useWantedPage();
  if (session.status === 'signed-in') return <OpenWanted me={session.me} />;
  return (
    <>
      <PageHeading title={t('nav.signin')}>{t('nav.signin')}</PageHeading>
      <p className="form-lead">
        {t('signin.noAccount')}{' '}
        <Link className="link link-inline" to="/signup" state={wanted}>
          {t('nav.signup')}
        </Link>
      </p>
      <Stack gap="lg">
        {state.done && (
          <Notice tone="success" icon="checkCircle" role="status">
            {t(DONE_TEXTS[state.done], { email: state.email ?? '' })}
          </Notice>
        )}
        <SocialButtons page="/signin" acceptTerms={false} returnTo={wanted.from} />
        <SignInForm email={state.email ?? ''} wanted={wanted} />
        <p className="note">
          <Icon name="lock" />
          {t('auth.neverAsks')}
        </p>
      </Stack>
    </>
  );
}
