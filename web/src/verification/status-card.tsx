import type { ReactNode } from 'react';
import { Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PublicConfig } from '@kernel/people/accounts';
import { PER_TRANSFER_LIMIT_CENTS } from '@kernel/money/limits';
import { currentCheck, type KycRequest, type VerificationOverview } from '@kernel/people/verification';
import { useConfig } from '../accounts/use-config';
import { useMe } from '../accounts/use-session';
import { formatDay, formatMoneyShort } from '../lib/format';
import { ButtonLink } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { Muted } from '../ui/parts/text';
import { Notice } from '../ui/feedback/notice';
import { ConsentForm } from './consent-form';
import { EmailReminder } from '../accounts/email-reminder';
import { OutcomeCard } from './outcome-card';

export interface StatusCardProps {
  readonly overview: VerificationOverview;
  /** A result may land at any moment. */
  readonly checking: boolean;
  readonly leave: (url: string) => void;
}

type Parts = StatusCardProps & { readonly latest: KycRequest | undefined };

/** What to do next, as the server reports it: one card per state, no default. */
const CARDS: Readonly<Record<VerificationOverview['next'], (parts: Parts) => ReactNode>> = {
  start: ({ overview, leave }) => (
    <StartCard title="kyc.startTitle" text="kyc.startText" label="kyc.button" {...{ overview, leave }} />
  ),
  continue: ({ overview, leave, latest, checking }) => (
    <StartCard
      checking={checking}
      title={latest?.status === 'submitted' ? 'kyc.submittedTitle' : 'kyc.continueTitle'}
      text={latest?.status === 'submitted' ? 'kyc.submittedText' : 'kyc.continueText'}
      label="kyc.continueButton"
      {...{ overview, leave }}
    />
  ),
  wait: ({ overview, latest }) => (
    <OutcomeCard
      name="wait"
      why={latest?.status === 'needs_review' ? 'kyc.reviewText' : 'kyc.waitText'}
      overview={overview}
    />
  ),
  retry: ({ overview, leave, latest }) => (
    <OutcomeCard
      name="retry"
      why={latest?.status === 'declined' ? 'kyc.declinedText' : 'kyc.failedText'}
      overview={overview}
    >
      <ConfirmedConsent label="kyc.button" {...{ overview, leave }} />
    </OutcomeCard>
  ),
  restart: ({ overview, leave }) => (
    <OutcomeCard name="restart" why="kyc.restartText" overview={overview}>
      <ConfirmedConsent label="kyc.button" {...{ overview, leave }} />
    </OutcomeCard>
  ),
  support: () => <Support />,
  none: ({ overview, latest }) => <Verified latest={latest} newest={overview.items[0]} />,
};

/** The card next to the explanations; a change of state is announced. */
export function StatusCard(props: StatusCardProps) {
  const { overview, checking } = props;
  const latest = currentCheck(overview.items);
  // On a phone every state except the first start comes before the explanations.
  const className = overview.next === 'start' ? undefined : 'kyc-status-first';
  return (
    <div aria-live="polite" className={className}>
      {checking && overview.next === 'wait' ? (
        <Checking />
      ) : latest?.decides === false ? (
        <Repeat {...props} name={latest.fullName} />
      ) : (
        CARDS[overview.next]({ ...props, latest })
      )}
    </div>
  );
}

interface StartCardProps extends Omit<StatusCardProps, 'checking'> {
  readonly checking?: boolean;
  readonly title: string;
  readonly text: string;
  readonly label: string;
}

function StartCard({ title, text, checking = false, ...consent }: StartCardProps) {
  const { t } = useTranslation();
  return (
    <Card title={t(title)} className="tight stack-16">
      <Text c="dimmed">{t(text)}</Text>
      {checking && <CheckingNote />}
      <ConfirmedConsent {...consent} />
    </Card>
  );
}

/** Consent, which needs a confirmed address. */
function ConfirmedConsent({ label, overview, leave }: Pick<StartCardProps, 'label' | 'overview' | 'leave'>) {
  const { t } = useTranslation();
  const { email } = useMe();
  return (
    <>
      {!overview.emailConfirmed && (
        <EmailReminder title={t('kyc.emailTitle')} text={t('kyc.emailText', { email })} />
      )}
      <ConsentForm label={t(label)} isOpen={overview.next === 'continue'} leave={leave} />
    </>
  );
}

/** A check under a new name is open: what was confirmed before stays. */
function Repeat({ overview, checking, leave, name }: StatusCardProps & { readonly name: string }) {
  const { t } = useTranslation();
  const isOver = overview.next === 'wait';
  return (
    <Card title={t('kyc.repeatTitle')} className="tight stack-16">
      <Text c="dimmed">{t(isOver ? 'kyc.repeatWait' : 'kyc.repeatContinue', { name })}</Text>
      {checking && <CheckingNote />}
      {!isOver && <ConfirmedConsent label="kyc.continueButton" {...{ overview, leave }} />}
    </Card>
  );
}

function Checking() {
  const { t } = useTranslation();
  return (
    <Card title={t('kyc.checkingTitle')} busy>
      <CheckingNote />
    </Card>
  );
}

function CheckingNote() {
  const { t } = useTranslation();
  return (
    <p className="note">
      <Loader size={20} aria-hidden />
      <span>{t('kyc.checkingText')}</span>
    </p>
  );
}

function Support() {
  const { t } = useTranslation();
  const support: PublicConfig['support'] | undefined = useConfig()?.support;
  return (
    <Card title={t('kyc.supportTitle')} className="tight stack-16">
      {support && (
        <>
          <Text c="dimmed">{t('kyc.supportText', { ...support })}</Text>
          <ButtonLink tone="primary" block to={`mailto:${support.email}`}>
            {t('kyc.supportButton')}
          </ButtonLink>
        </>
      )}
    </Card>
  );
}

interface VerifiedProps {
  readonly latest: KycRequest | undefined;
  /** Not the latest one when it was made under a new name and did not succeed. */
  readonly newest: KycRequest | undefined;
}

function Verified({ latest, newest }: VerifiedProps) {
  const { t, i18n } = useTranslation();
  const limit = formatMoneyShort(PER_TRANSFER_LIMIT_CENTS, i18n.language);
  return (
    <Card title={t('kyc.verifiedTitle')} className="tight stack-16">
      <Notice tone="success" icon="shieldCheck">
        {t('kyc.verifiedText', { limit })}
      </Notice>
      {newest?.decides === false && (
        <Notice tone="warning" icon="alert">
          {t('kyc.nameNotChanged', { name: newest.fullName })}{' '}
          <Link to="/profile">{t('kyc.nameProfile')}</Link>
        </Notice>
      )}
      {latest && (
        <Muted>
          {t('kyc.verifiedAs', { name: latest.fullName, date: formatDay(latest.updatedAt, i18n.language) })}
        </Muted>
      )}
      <ButtonLink tone="primary" block to="/dashboard">
        {t('nav.sendMoney')}
      </ButtonLink>
    </Card>
  );
}
