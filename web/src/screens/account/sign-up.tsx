import '../../accounts/account.css';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { SignUpForm } from '../../accounts/sign-in/sign-up-form';
import { homeOf, useSession } from '../../accounts/use-session';
import type { WantedPage } from '../../lib/navigation-state';
import { PageHeading } from '../../ui/parts/page-heading';

/** Signing up; then on to /signin with the address filled in (specification §2), and from there to the page that was wanted. */
export function SignUpScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { session } = useSession();
  const wanted = (useLocation().state ?? {}) as WantedPage;
  if (session.status === 'signed-in')
    return <Navigate to={wanted.from ?? homeOf(session.me)} replace state={wanted.state} />;
  return (
    <>
      <PageHeading title={t('nav.signup')}>{t('nav.signup')}</PageHeading>
      <p className="form-lead">
        {t('signup.haveAccount')}{' '}
        <Link className="link link-inline" to="/signin" state={wanted}>
          {t('nav.signin')}
        </Link>
      </p>
      <SignUpForm
        wanted={wanted}
        onDone={(email) => {
          void navigate('/signin', { state: { ...wanted, email, done: 'signed-up' } });
        }}
      />
    </>
  );
}
