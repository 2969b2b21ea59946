import '../../accounts/account.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Stack } from '@mantine/core';
import { ResetForm } from '../../accounts/passwords/reset-form';
import { useAccountCommands } from '../../accounts/use-account-commands';
import { isLinkOver, useLinkToken } from '../../accounts/use-link-token';
import { useSession } from '../../accounts/use-session';
import { ButtonLink } from '../../ui/forms/button';
import { Notice } from '../../ui/feedback/notice';
import { PageHeading } from '../../ui/parts/page-heading';

/** The target of the mailed link: a new password, or another link when this one has expired. */
export function ResetScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = useLinkToken();
  const { email, over, setOver } = useResetLink(token);
  const { reset } = useAccountCommands();
  return (
    <>
      <PageHeading title={t('reset.title')}>{t('reset.title')}</PageHeading>
      {over || token === null ? (
        <Stack mt="lg" gap="lg">
          <Notice tone="info" icon="info" role="alert">
            {t('reset.over')}
          </Notice>
          <ButtonLink tone="primary" block to="/forgot">
            {t('reset.again')}
          </ButtonLink>
        </Stack>
      ) : (
        <>
          <p className="form-lead">{t('reset.lead')}</p>
          <ResetForm
            email={email}
            submit={t('reset.save')}
            onSubmit={(password) => reset(token, password)}
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

/** Checks once whether the link still works, before a password is typed; without a response the form stays. */
function useResetLink(token: string | null) {
  const { checkReset } = useAccountCommands();
  const [over, setOver] = useState(token === null);
  const [email, setEmail] = useState<string>();
  // Every screen is mounted again once it is known who is signed in.
  const ready = useSession().session.status !== 'loading';
  useEffect(() => {
    if (token === null || !ready) return;
    checkReset(token).then(
      ({ email: found }) => {
        setEmail(found);
      },
      (error: unknown) => {
        if (isLinkOver(error)) setOver(true);
      },
    );
  }, [token, ready, checkReset]);
  return { email, over, setOver };
}
