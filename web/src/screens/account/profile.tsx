import '../../accounts/account.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Stack } from '@mantine/core';
import { AboutCard } from '../../accounts/about/about-card';
import { useEmail } from '../../accounts/about/use-email';
import { SecondFactorOffer } from '../../accounts/second-factor/second-factor-offer';
import { useSecondFactor } from '../../accounts/second-factor/use-second-factor';
import { SessionsCard } from '../../accounts/sessions-card';
import { SignInMethodsCard } from '../../accounts/sign-in-methods-card';
import { useClosing } from '../../accounts/use-closing';
import { useMe } from '../../accounts/use-session';
import { useSessions } from '../../accounts/use-sessions';
import { YourDataCard } from '../../personal-data/your-data-card';
import { AppearanceCard } from '../../preferences/appearance-card';
import { MailsCard } from '../../preferences/mails-card';
import { usePreferences } from '../../preferences/use-preferences';
import { ShareLinksCard } from '../../receipts/share-links-card';
import { useShareLinks } from '../../receipts/use-share-links';
import { VerificationCard } from '../../verification/verification-card';
import { Card } from '../../ui/parts/card';
import { ErrorBlock } from '../../ui/feedback/error-block';
import { Icon } from '../../ui/parts/icon';
import { PageHeading } from '../../ui/parts/page-heading';
import { Muted } from '../../ui/parts/text';
import { Bone, Skeleton } from '../../ui/feedback/skeleton';

/** Name, email, appearance, password, shared links and sessions of the signed-in user. */
export function ProfileScreen() {
  const { t } = useTranslation();
  return (
    <>
      <div className="page-head">
        <PageHeading title={t('profile.title')}>{t('profile.title')}</PageHeading>
      </div>
      {useIsLoaded() ? <Cards /> : <Waiting />}
    </>
  );
}

/** Whether each part has loaded or failed to. The cards appear together: one that came late would push the others down. */
function useIsLoaded(): boolean {
  const parts = [
    ...[usePreferences(), useSessions(), useSecondFactor(), useShareLinks()],
    ...[useEmail(), useClosing()],
  ];
  return parts.every(({ data, error }) => data !== undefined || error !== undefined);
}

/** Taller than a screen, so that the footer does not move either. */
function Waiting() {
  return (
    <Card busy>
      <Skeleton>
        <Bone width="100%" height={960} />
      </Skeleton>
    </Card>
  );
}

function Cards() {
  const me = useMe();
  const { mutate: readSessions } = useSessions();
  return (
    <Stack gap="var(--pad)">
      <SecondFactorOffer />
      <div className="grid">
        <Stack gap="var(--pad)">
          <ShareLinksCard />
          <AboutCard />
          <Mails />
        </Stack>
        <Stack gap="var(--pad)">
          <SignInMethodsCard me={me} onChanged={() => void readSessions()} />
          <SessionsCard />
          <AppearanceCard />
          <div className="narrow-only">
            <RecipientsLink />
          </div>
          <div className="narrow-only">
            <VerificationCard badge={me.verification} />
          </div>
          <YourDataCard />
        </Stack>
      </div>
    </Stack>
  );
}

function Mails() {
  const { t } = useTranslation();
  const me = useMe();
  const { data, error, mutate } = usePreferences();
  if (data) return <MailsCard me={me} preferences={data} />;
  return (
    <Card title={t('profile.mails')}>
      <ErrorBlock title={t('profile.failed')} error={error} onRetry={() => void mutate()} />
    </Card>
  );
}

/** A phone's bottom bar has no room for it. */
function RecipientsLink() {
  const { t } = useTranslation();
  return (
    <Card title={t('recipients.saved')} className="tight">
      <Muted>{t('recipients.profileText')}</Muted>
      <Link className="link" to="/recipients">
        {t('nav.recipients')} <Icon name="arrowRight" size={16} />
      </Link>
    </Card>
  );
}
