import '../../accounts/account.css';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { SignUpForm } from '../../accounts/sign-in/sign-up-form';
import { useSession } from '../../accounts/use-session';
import { PageHeading } from '../../ui/parts/page-heading';

/** Signing up; then on to /signin with the address filled in (specification §2). */
export function SignUpScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { session } = useSession();
  if (session.status === 'signed-in') return <Navigate to="/dashboard" replace />;
  return (
    <>
      <PageHeading title={t('nav.signup')}>{t('nav.signup')}</PageHeading>
      <p className="form-lead">
        {t('signup.haveAccount')}{' '}
        <Link className="link link-inline" to="/signin">
          {t('nav.signin')}
        </Link>
      </p>
      <SignUpForm
        onDone={(email) => {
          void navigate('/signin', { state: { email, done: 'signed-up' } });
        }}
      />
    </>
  );
}
