import '../../accounts/account.css';
import '../../accounts/second-factor/second-factor.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { Me, SecondFactorSecret } from '@kernel/people/accounts';
import { Box, Stack } from '@mantine/core';
import { ConnectForm } from '../../accounts/sign-in/connect-form';
import { EmailReminder } from '../../accounts/email-reminder';
import { ProofForm } from '../../accounts/passwords/proof-form';
import { RecoveryCodeList } from '../../accounts/second-factor/recovery-code-list';
import { useSecondFactorCommands } from '../../accounts/second-factor/use-second-factor';
import { homeOf, isStaff, useMe } from '../../accounts/use-session';
import { Button } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Checkbox } from '../../ui/forms/checkbox';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { Icon } from '../../ui/parts/icon';
import { PageHeading } from '../../ui/parts/page-heading';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';

/** Setting up the second factor: the secret for an authenticator app, its first code, then the recovery codes. */
export function SecondFactorScreen() {
  const me = useMe();
  const { search } = useLocation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <Codes codes={codes} />;
  if (me.hasSecondFactor && search !== '?move') return <Navigate to={homeOf(me)} replace />;
  return <Connect onConnected={setCodes} />;
}

/** Where one comes from and returns to. */
const settingsOf = (me: Me): string => (isStaff(me) ? '/compliance' : '/profile');

/** For those who may do without it, or have another one. */
function Back() {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <Box component={Link} className="link" c="dimmed" mb="md" to={settingsOf(me)}>
      <Icon name="chevronLeft" />
      {isStaff(me) ? t('compliance.title') : t('nav.profile')}
    </Box>
  );
}

function Connect({ onConnected }: { readonly onConnected: (codes: readonly string[]) => void }) {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <div className="code-page wide">
      {(me.hasSecondFactor || !isStaff(me)) && <Back />}
      <Steps current={1} />
      <PageHeading title={t('factor.setUpTitle')}>{t('factor.setUpTitle')}</PageHeading>
      <p className="form-lead">{t(isStaff(me) ? 'factor.setUpStaff' : 'factor.setUpLead')}</p>
      {me.emailConfirmed ? (
        <Enrolment onConnected={onConnected} />
      ) : (
        <EmailReminder title={t('factor.confirmFirst')} text={t('factor.confirmText', { email: me.email })} />
      )}
    </div>
  );
}

/** In place of a factor with its recent code at once; otherwise after the code that proves more than the password. */
function Enrolment({ onConnected }: { readonly onConnected: (codes: readonly string[]) => void }) {
  const { t } = useTranslation();
  const me = useMe();
  const { begin } = useSecondFactorCommands();
  const [secret, setSecret] = useState<SecondFactorSecret | null>(null);
  const [isAsked, setIsAsked] = useState(!me.hasSecondFactor && isStaff(me));
  const [error, setError] = useState<unknown>(null);
  const begun = useRef(isAsked);
  const start = () => {
    setError(null);
    begin().then((answer) => {
      if (answer) setSecret(answer);
      else setIsAsked(true);
    }, setError);
  };
  useEffect(() => {
    // Each request mails a code or makes a secret; a page that is mounted twice needs one.
    if (begun.current) return;
    begun.current = true;
    start();
  });
  const isWaiting = !secret && !isAsked && error === null;
  return (
    <Card busy={isWaiting}>
      {secret && <ConnectForm secret={secret} onConnected={onConnected} />}
      {!secret && isAsked && <ProofForm onProven={setSecret} />}
      {error !== null && <ErrorBlock title={t('factor.setUpFailed')} error={error} onRetry={start} />}
      {isWaiting && (
        <Skeleton>
          <Bone width="100%" height={332} />
        </Skeleton>
      )}
    </Card>
  );
}

function Codes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation();
  const me = useMe();
  const navigate = useNavigate();
  const { finish } = useSecondFactorCommands();
  const [kept, setKept] = useState(false);
  const open = async () => {
    await finish();
    await navigate(settingsOf(me), { replace: true });
  };
  return (
    <div className="code-page codes">
      <Steps current={2} />
      <PageHeading title={t('factor.codesTitle')}>{t('factor.codesTitle')}</PageHeading>
      <p className="form-lead">{t('factor.codesLead')}</p>
      <Card>
        <RecoveryCodeList codes={codes} />
      </Card>
      <Stack gap="md" mt="md">
        <Checkbox
          label={t('factor.kept')}
          checked={kept}
          onChange={({ currentTarget }) => {
            setKept(currentTarget.checked);
          }}
        />
        <Button tone="primary" block disabled={!kept} onClick={() => void open()}>
          {t(isStaff(me) ? 'factor.openConsole' : 'factor.done')}
        </Button>
      </Stack>
    </div>
  );
}

function Steps({ current }: { readonly current: 1 | 2 }) {
  const { t } = useTranslation();
  return (
    <ol className="code-steps">
      <li aria-current={current === 1 ? 'step' : undefined}>
        {current === 2 && <Icon name="check" size={16} />}
        {t(current === 1 ? 'factor.stepConnect' : 'factor.stepConnected')}
        <Icon name="chevronRight" size={14} />
      </li>
      <li aria-current={current === 2 ? 'step' : undefined}>{t('factor.stepCodes')}</li>
    </ol>
  );
}
