import '../../accounts/account.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Stack } from '@mantine/core';
import { emailLinks } from '../../accounts/about/use-email';
import { ResetForm } from '../../accounts/passwords/reset-form';
import { useLinkToken } from '../../accounts/use-link-token';
import { Notice } from '../../ui/feedback/notice';
import { ButtonLink } from '../../ui/forms/button';
import { FormPage } from '../../ui/parts/form-page';

/** The target of the link in the mail to the address of before: puts it back, with a new password. */
export function UndoEmailScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = useLinkToken();
  const [over, setOver] = useState(token === null);
  return (
    <FormPage title={t('about.undoTitle')}>
      {over || token === null ? (
        <Stack mt="lg" gap="lg">
          <Notice tone="info" icon="info" role="alert">
            {t('about.undoOver')}
          </Notice>
          <ButtonLink tone="primary" block to="/forgot">
            {t('reset.again')}
          </ButtonLink>
        </Stack>
      ) : (
        <>
          <p className="form-lead">{t('about.undoLead')}</p>
          <ResetForm
            email={undefined}
            submit={t('about.undoGo')}
            onSubmit={(password) => emailLinks.undo(token, password)}
            onDone={() => {
              void navigate('/signin', { state: { done: 'reset' } });
            }}
            onOver={() => {
              setOver(true);
            }}
          />
        </>
      )}
    </FormPage>
  );
}
