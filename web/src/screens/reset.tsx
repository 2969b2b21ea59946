import '../accounts/account.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ResetForm } from '../accounts/reset-form';
import { useLinkToken } from '../accounts/use-link-token';
import { ButtonLink } from '../ui/button';
import { Notice } from '../ui/notice';
import { PageHeading } from '../ui/page-heading';

/** The target of the mailed link: a new password, or another link when this one has expired. */
export function ResetScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = useLinkToken();
  const [over, setOver] = useState(token === null);
  return (
    <>
      <PageHeading title={t('reset.title')}>{t('reset.title')}</PageHeading>
      {over || token === null ? (
        <div className="stack-24 confirm-state">
          <Notice tone="info" icon="info" role="alert">
            {t('reset.over')}
          </Notice>
          <ButtonLink tone="primary" block to="/forgot">
            {t('reset.again')}
          </ButtonLink>
        </div>
      ) : (
        <>
          <p className="form-lead">{t('reset.lead')}</p>
          <ResetForm
            token={token}
            onDone={() => {
              void navigate('/signin', { state: { done: 'reset' } });
            }}
            onOver={() => {
              setOver(true);
            }}
          />
        </>
      )}
    </>
  );
}
