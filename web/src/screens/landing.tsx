import './landing.css';
import '@mantine/core/styles/SimpleGrid.layer.css';
import '@mantine/core/styles/Flex.layer.css';
import type { ReactNode } from 'react';
import { Box, Flex, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { PROVIDER_NAMES, SOCIAL_PROVIDERS } from '@kernel/accounts';
import { UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/limits';
import { PLATFORMS } from '@kernel/platforms';
import { useConfig } from '../accounts/use-config';
import { useSession } from '../accounts/use-session';
import { formatList, formatMoneyShort } from '../lib/format';
import { pathWithoutPage } from '../lib/navigation-state';
import { ButtonLink } from '../ui/button';
import { Card } from '../ui/card';
import { Icon, type IconName } from '../ui/icon';
import { PageHeading } from '../ui/page-heading';
import { PlatformTile } from '../ui/platform-tile';
import { AmountField, Cost, useEnteredAmount } from './fee-calculator';
import { ClosingArt, DashboardArt, SendArt, SignUpArt } from './landing-art';
import { Questions } from './landing-questions';
import { Behind } from './landing-trust';
import { NoPage } from './no-page';

/** Gaps of a row of cards and above it. */
const CARDS = { spacing: { base: 16, sm: 24 }, mt: 24 };

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
        <Box component="p" className="t14 muted" ta={{ base: 'center', sm: 'left' }}>
          {t('landing.withoutVerification', { limit })}
        </Box>
        <ul className="hero-platforms flow" aria-label={t('landing.platforms')}>
          {PLATFORMS.map((platform) => (
            <li key={platform} className="flow muted t14">
              <PlatformTile platform={platform} size={24} />
              {platform}
            </li>
          ))}
        </ul>
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
    <ButtonLink tone="primary" style={{ minWidth: 160 }} to={signedIn ? '/dashboard' : '/signup'}>
      {signedIn ? t('nav.sendMoney') : t('nav.signup')}
    </ButtonLink>
  );
}

/** The button with a second link: beside it, or below it on a phone. */
function Start({ children }: { readonly children: ReactNode }) {
  return (
    <Flex
      direction={{ base: 'column', sm: 'row' }}
      align={{ base: 'stretch', sm: 'center' }}
      gap={{ base: 8, sm: 24 }}
      mt={{ base: 24, sm: 32 }}
      mb={{ base: 8, sm: 16 }}
    >
      <StartButton />
      <Box mx={{ base: 'auto', sm: 0 }}>{children}</Box>
    </Flex>
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
        <SimpleGrid
          component="ol"
          className="steps"
          cols={{ base: 1, sm: 3 }}
          spacing={{ base: 32, sm: 48 }}
          mt={{ base: 24, sm: 40 }}
        >
          {steps.map(({ id, Art, text }, index) => (
            <li key={id}>
              <Art />
              <Box component="span" className="strong" c="var(--accent-text)" fz="sm">
                {t('landing.step.number', { number: index + 1 })}
              </Box>
              <h3>{t(`landing.step.${id}`)}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </SimpleGrid>
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
      <SimpleGrid component="ul" className="features" cols={{ base: 1, sm: 2, lg: 4 }} {...CARDS}>
        {FEATURES.map(({ id, icon }) => (
          <li className="card" key={id}>
            <span className="tile">
              <Icon name={icon} />
            </span>
            <h3>{t(`landing.feature.${id}`)}</h3>
            <p className="muted t14">{t(`landing.feature.${id}Text`)}</p>
          </li>
        ))}
      </SimpleGrid>
    </section>
  );
}

function Policies() {
  const { t } = useTranslation();
  return (
    <section className="wrap section" aria-labelledby="rules-title">
      <h2 id="rules-title">{t('landing.rules')}</h2>
      <SimpleGrid component="ul" className="policies" cols={{ base: 1, sm: 3 }} {...CARDS}>
        {['privacy', 'terms', 'fees'].map((id) => (
          <li key={id}>
            <Flex
              component={Link}
              className="card"
              justify="space-between"
              gap={16}
              h="100%"
              c="var(--text)"
              td="none"
              to={`/${id}`}
            >
              <span className="stack-4">
                <b>{t(`landing.policy.${id}`)}</b>
                <p className="muted t14">{t(`landing.policy.${id}Text`)}</p>
              </span>
              <Icon name="arrowRight" />
            </Flex>
          </li>
        ))}
      </SimpleGrid>
    </section>
  );
}

/** The way on, at the end of the page. */
function Closing() {
  const { t, i18n } = useTranslation();
  const limit = formatMoneyShort(UNVERIFIED_WEEKLY_LIMIT_CENTS, i18n.language);
  return (
    <Box component="section" className="wrap" pb={{ base: 48, sm: 80 }} aria-labelledby="closing-title">
      <Flex
        direction={{ base: 'column-reverse', sm: 'row' }}
        justify="space-between"
        gap={{ base: 24, sm: 48 }}
        px={{ base: 24, sm: 64 }}
        py={{ base: 32, sm: 56 }}
        bg="var(--accent-soft)"
        bdrs="lg"
      >
        <div>
          <Box component="h2" id="closing-title" fz={{ base: 28, sm: 40 }} lh={1.1} mb={12}>
            {t('landing.closing')}
          </Box>
          <p className="muted">
            {t('landing.withoutVerification', { limit })} {t('landing.closingText')}
          </p>
          <Start>
            <Link className="link" to="/fees">
              {t('landing.allFees')}
            </Link>
          </Start>
        </div>
        <Box w={{ base: 168, sm: 300 }}>
          <ClosingArt />
        </Box>
      </Flex>
    </Box>
  );
}
