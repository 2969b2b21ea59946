import './landing.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { PROVIDER_NAMES, SOCIAL_PROVIDERS } from '@kernel/people/accounts';
import { UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/money/limits';
import { PLATFORMS } from '@kernel/money/platforms';
import { Flex, Text } from '@mantine/core';
import { useConfig } from '../../accounts/use-config';
import { useSession } from '../../accounts/use-session';
import { formatList, formatMoneyShort } from '../../lib/format';
import { pathWithoutPage } from '../../lib/navigation-state';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { Icon, type IconName } from '../../ui/parts/icon';
import { PageHeading } from '../../ui/parts/page-heading';
import { PlatformTile } from '../../ui/parts/platform-tile';
import { Muted } from '../../ui/parts/text';
import { AmountField, Cost, useEnteredAmount } from './fee-calculator';
import { ClosingArt, DashboardArt, SendArt, SignUpArt } from './landing-art';
import { Questions } from './landing-questions';
import { Behind } from './landing-trust';
import { NoPage } from './no-page';

/** The landing page: what Flip is, what it costs, how it works, who is responsible, and its policies. */
export function LandingScreen() {
  const missing = pathWithoutPage(useLocation().state);
  if (missing !== null) return <NoPage path={missing} />;
  return (
    <div>
      <Hero />
      <Steps />
      <Features />
      <Behind />
      <Policies />
      <Questions />
      <Closing />
    </div>
  );
}

function Hero() {
  const { t, i18n } = useTranslation();
  const credit = useTakesCredit();
  const limit = formatMoneyShort(UNVERIFIED_WEEKLY_LIMIT_CENTS, i18n.language);
  return (
    <div className="wrap hero">
      <div>
        <PageHeading title={t('landing.title')}>{t('landing.title')}</PageHeading>
        <p className="lead">{t(credit ? 'landing.leadCredit' : 'landing.lead')}</p>
        <Start>
          <a className="link" href="#how">
            {t('landing.how')}
          </a>
        </Start>
        <Muted className="hero-limit">{t('landing.withoutVerification', { limit })}</Muted>
        <Flex
          component="ul"
          className="hero-platforms"
          align="center"
          wrap="wrap"
          aria-label={t('landing.platforms')}
        >
          {PLATFORMS.map((platform) => (
            <Flex component="li" key={platform} gap="xs" align="center" wrap="wrap" c="dimmed" fz="sm">
              <PlatformTile platform={platform} size={24} />
              {platform}
            </Flex>
          ))}
        </Flex>
      </div>
      <Calculator />
    </div>
  );
}

function useTakesCredit(): boolean {
  return useConfig()?.acceptedFunding.includes('credit') ?? false;
}

/** The one button of the page: to sign up, or for the signed-in to send. */
function StartButton() {
  const { t } = useTranslation();
  const signedIn = useSession().session.status === 'signed-in';
  return (
    <ButtonLink tone="primary" to={signedIn ? '/dashboard' : '/signup'}>
      {signedIn ? t('nav.sendMoney') : t('nav.signup')}
    </ButtonLink>
  );
}

/** The button with a second link: next to it, or below it on a phone. */
function Start({ children }: { readonly children: ReactNode }) {
  return (
    <div className="start">
      <StartButton />
      <div>{children}</div>
    </div>
  );
}

/** What a transfer costs, before anyone signs up. */
function Calculator() {
  const { t } = useTranslation();
  const entered = useEnteredAmount();
  return (
    <Card title={t('landing.calculator.title')} className="calculator">
      <AmountField entered={entered} />
      <Cost cents={entered.cents} />
    </Card>
  );
}

function Steps() {
  const { t, i18n } = useTranslation();
  const offered = useConfig()?.providers;
  const names = SOCIAL_PROVIDERS.filter((name) => offered?.[name]).map((name) => PROVIDER_NAMES[name]);
  const providers = formatList(names, i18n.language, 'disjunction');
  const credit = useTakesCredit();
  const steps = [
    {
      id: 'signUp',
      Art: SignUpArt,
      text:
        names.length > 0 ? t('landing.step.signUpTextSocial', { providers }) : t('landing.step.signUpText'),
    },
    { id: 'dashboard', Art: DashboardArt, text: t('landing.step.dashboardText') },
    { id: 'send', Art: SendArt, text: t(credit ? 'landing.step.sendTextCredit' : 'landing.step.sendText') },
  ];
  return (
    <section className="section band" id="how" aria-labelledby="how-title">
      <div className="wrap">
        <h2 id="how-title">{t('landing.how')}</h2>
        <ol className="steps columns">
          {steps.map(({ id, Art, text }, index) => (
            <li key={id}>
              <Art />
              <Text span c="var(--accent-text)" fw={600} fz="sm">
                {t('landing.step.number', { number: index + 1 })}
              </Text>
              <h3>{t(`landing.step.${id}`)}</h3>
              <Text c="dimmed">{text}</Text>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

const FEATURES: readonly { readonly id: string; readonly icon: IconName }[] = [
  { id: 'price', icon: 'document' },
  { id: 'platforms', icon: 'phone' },
  { id: 'steps', icon: 'clock' },
  { id: 'refund', icon: 'refund' },
];

function Features() {
  const { t } = useTranslation();
  return (
    <section className="wrap section" aria-labelledby="features-title">
      <h2 id="features-title">{t('landing.features')}</h2>
      <ul className="features columns">
        {FEATURES.map(({ id, icon }) => (
          <li className="card" key={id}>
            <span className="tile">
              <Icon name={icon} />
            </span>
            <h3>{t(`landing.feature.${id}`)}</h3>
            <Muted>{t(`landing.feature.${id}Text`)}</Muted>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Policies() {
  const { t } = useTranslation();
  return (
    <section className="wrap section" aria-labelledby="rules-title">
      <h2 id="rules-title">{t('landing.rules')}</h2>
      <ul className="policies columns">
        {['privacy', 'terms', 'fees'].map((id) => (
          <li key={id}>
            <Link className="card" to={`/${id}`}>
              <span className="stack-4">
                <b>{t(`landing.policy.${id}`)}</b>
                <Muted>{t(`landing.policy.${id}Text`)}</Muted>
              </span>
              <Icon name="arrowRight" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The way on, at the end of the page. */
function Closing() {
  const { t, i18n } = useTranslation();
  const limit = formatMoneyShort(UNVERIFIED_WEEKLY_LIMIT_CENTS, i18n.language);
  return (
    <section className="wrap closing-section" aria-labelledby="closing-title">
      <div className="closing">
        <div>
          <h2 id="closing-title">{t('landing.closing')}</h2>
          <Text c="dimmed">
            {t('landing.withoutVerification', { limit })} {t('landing.closingText')}
          </Text>
          <Start>
            <Link className="link" to="/fees">
              {t('landing.allFees')}
            </Link>
          </Start>
        </div>
        <div>
          <ClosingArt />
        </div>
      </div>
    </section>
  );
}
