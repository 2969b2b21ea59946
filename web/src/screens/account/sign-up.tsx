import '../../accounts/account.css';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { SignUpForm } from '../../accounts/sign-in/sign-up-form';
import { useSession } from '../../accounts/use-session';
import { OpenWanted, useWantedPage } from '../../accounts/wanted-page';
import { PageHeading } from '../../ui/parts/page-heading';

/** Signing up; then on to /signin with the address filled in (specification §2), and from there to the page that was wanted. */
export function SignUpScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { session } = useSession();
  const wanted = useWantedPage();
  if (session.status === 'signed-in') return <OpenWanted me={session.me} />;
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
