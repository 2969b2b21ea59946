import './landing.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { PROVIDER_NAMES, SOCIAL_PROVIDERS } from '@kernel/people/accounts';
import { UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/money/limits';
import { PLATFORMS } from '@kernel/money/platforms';
import { Box, Flex, SimpleGrid, Text } from '@mantine/core';
import { useConfig } from '../../accounts/use-config';
import { useSession } from '../../accounts/use-session';
import { formatList, formatMoneyShort } from '../../lib/format';
import { pathWithoutPage } from '../../lib/navigation-state';
import { ButtonLink } from '../../ui/forms/button';
import { Card } from '../../ui/parts/card';
import { PageHeading } from '../../ui/parts/page-heading';
import { PlatformTile } from '../../ui/parts/platform-tile';
import { Muted } from '../../ui/parts/text';
import { AmountField, Cost, useEnteredAmount } from './fee-calculator';
import { ClosingArt, DashboardArt, SendArt, SignUpArt } from './landing-art';
import { Features, Policies } from './landing-features';
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
    <Flex
      className="wrap"
      direction={{ base: 'column', sm: 'row' }}
      align={{ base: 'stretch', sm: 'center' }}
      gap={{ base: 40, sm: 48, lg: 96 }}
      pt={{ base: 24, sm: 56 }}
      pb={{ base: 48, sm: 96 }}
    >
      <Box flex="1 1 0" miw={0}>
        <PageHeading
          title={t('landing.title')}
          fz={{ base: 40, lg: 56 }}
          lh={{ base: 1.1, lg: '60px' }}
          lts="-0.03em"
        >
          {t('landing.title')}
        </PageHeading>
        <Text maw="34em" mt="var(--pad)" c="dimmed" fz={{ base: 'md', sm: 'lg' }} lh={{ base: 1.5, sm: 1.6 }}>
          {t(credit ? 'landing.leadCredit' : 'landing.lead')}
        </Text>
        <Start>
          <a className="link" href="#how">
            {t('landing.how')}
          </a>
        </Start>
        <Muted ta={{ base: 'center', sm: 'start' }}>{t('landing.withoutVerification', { limit })}</Muted>
        <Flex
          component="ul"
          className="hero-platforms line-above"
          mt={{ base: 24, sm: 40 }}
          pt="lg"
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
      </Box>
      <Box flex="none" w={{ base: '100%', sm: 400, lg: 448 }}>
        <Calculator />
      </Box>
    </Flex>
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
    <ButtonLink miw={160} tone="primary" to={signedIn ? '/dashboard' : '/signup'}>
      {signedIn ? t('nav.sendMoney') : t('nav.signup')}
    </ButtonLink>
  );
}

/** The button with a second link: next to it, or below it on a phone. */
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
          cols={{ base: 1, sm: 3 }}
          spacing={{ base: 'xl', sm: 48 }}
          mt={{ base: 24, sm: 40 }}
          renderRoot={(props) => <ol {...props} />}
        >
          {steps.map(({ id, Art, text }, index) => (
            <Flex
              component="li"
              key={id}
              direction={{ base: 'row', sm: 'column' }}
              gap={{ base: 16, sm: 24 }}
            >
              <Art />
              <div>
                <Text c="var(--accent-text)" fw={600} fz="sm">
                  {t('landing.step.number', { number: index + 1 })}
                </Text>
                <Text
                  component="h3"
                  fz={{ base: 'md', sm: 'lg' }}
                  mt={{ base: 0, sm: 4 }}
                  mb={{ base: 4, sm: 8 }}
                >
                  {t(`landing.step.${id}`)}
                </Text>
                <Text c="dimmed" fz={{ base: 'sm', sm: 'md' }}>
                  {text}
                </Text>
              </div>
            </Flex>
          ))}
        </SimpleGrid>
      </div>
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
        bdrs="lg"
        bg="var(--accent-soft)"
      >
        <div>
          <Text component="h2" fz={{ base: 'xl', sm: 40 }} lh={1.1} mb="sm" id="closing-title">
            {t('landing.closing')}
          </Text>
          <Text c="dimmed">
            {t('landing.withoutVerification', { limit })} {t('landing.closingText')}
          </Text>
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
