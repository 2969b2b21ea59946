import '../../accounts/account.css';
import '../../accounts/second-factor/second-factor.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Me, SecondFactorSecret } from '@kernel/people/accounts';
import { Box, Group, Stack } from '@mantine/core';
import { useOpenScreen } from '../../lib/navigation';
import { ConnectForm } from '../../accounts/sign-in/connect-form';
import { EmailReminder } from '../../accounts/email-reminder';
import { ProofForm } from '../../accounts/passwords/proof-form';
import { RecoveryCodeList } from '../../accounts/second-factor/recovery-code-list';
import { useSecondFactorCommands } from '../../accounts/second-factor/use-second-factor';
import { isStaff, useMe } from '../../accounts/use-session';
import { OpenWanted, useWantedPage } from '../../accounts/wanted-page';
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
  if (me.hasSecondFactor && search !== '?move') return <OpenWanted me={me} />;
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
    <Box w="100%" maw={768} mx="auto" py="md">
      {(me.hasSecondFactor || !isStaff(me)) && <Back />}
      <Steps current={1} />
      <PageHeading title={t('factor.setUpTitle')}>{t('factor.setUpTitle')}</PageHeading>
      <p className="form-lead">{t(isStaff(me) ? 'factor.setUpStaff' : 'factor.setUpLead')}</p>
      {me.emailConfirmed ? (
        <Enrolment onConnected={onConnected} />
      ) : (
        <EmailReminder title={t('factor.confirmFirst')} text={t('factor.confirmText', { email: me.email })} />
      )}
    </Box>
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
  const openScreen = useOpenScreen();
  const { finish } = useSecondFactorCommands();
  const { from, state } = useWantedPage();
  const [kept, setKept] = useState(false);
  const open = async () => {
    await finish();
    await openScreen(from ?? settingsOf(me), { replace: true, state });
  };
  return (
    <Box w="100%" maw={528} mx="auto" py="md">
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
    </Box>
  );
}

const CURRENT = { 'aria-current': 'step', c: 'var(--text)', fw: 'var(--fw-strong)' } as const;

function Steps({ current }: { readonly current: 1 | 2 }) {
  const { t } = useTranslation();
  return (
    <Group component="ol" gap="xs" mb="md" fz="sm" c="dimmed">
      <Group component="li" gap="xs" {...(current === 1 && CURRENT)}>
        {current === 2 && <Icon name="check" size={16} />}
        {t(current === 1 ? 'factor.stepConnect' : 'factor.stepConnected')}
        <Icon name="chevronRight" size={14} />
      </Group>
      <Box component="li" {...(current === 2 && CURRENT)}>
        {t('factor.stepCodes')}
      </Box>
    </Group>
  );
}
