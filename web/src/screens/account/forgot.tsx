import '../../accounts/account.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ForgotForm } from '../../accounts/sign-in/forgot-form';
import { PageHeading } from '../../ui/parts/page-heading';

/** Asking for a link to set a new password. */
export function ForgotScreen() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeading title={t('forgot.title')}>{t('forgot.title')}</PageHeading>
      <p className="form-lead">{t('forgot.lead')}</p>
      <ForgotForm />
      <Link className="link" to="/signin">
        {t('forgot.backToSignIn')}
      </Link>
    </>
  );
}
