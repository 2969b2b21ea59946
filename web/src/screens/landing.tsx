import './landing.css';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/limits';
import { PLATFORMS } from '@kernel/platforms';
import { useConfig } from '../accounts/use-config';
import { useSession } from '../accounts/use-session';
import { formatMoneyShort } from '../lib/format';
import { ButtonLink } from '../ui/button';
import { Icon, type IconName } from '../ui/icon';
import { PageHeading } from '../ui/page-heading';
import { PlatformTile } from '../ui/platform-tile';
import { DashboardArt, SendArt, SignUpArt } from './landing-art';

/** A separate chunk, because its form controls would delay the heading and the sign-up link. */
const LandingCalculator = lazy(async () => ({
  default: (await import('./landing-calculator')).LandingCalculator,
}));

/** The landing page: what Flip is, what it costs, how it works and its policies. */
export function LandingScreen() {
  return (
    <div>
      <Hero />
      <Steps />
      <Features />
      <Policies />
    </div>
  );
}

function Hero() {
  const { t, i18n } = useTranslation();
  const signedIn = useSession().session.status === 'signed-in';
  const limit = formatMoneyShort(UNVERIFIED_WEEKLY_LIMIT_CENTS, i18n.language);
  return (
    <div className="wrap hero">
      <div>
        <PageHeading title={t('landing.title')}>{t('landing.title')}</PageHeading>
        <p className="lead">{t('landing.lead')}</p>
        <div className="cta">
          {signedIn ? (
            <ButtonLink tone="primary" to="/dashboard">
              {t('nav.sendMoney')}
            </ButtonLink>
          ) : (
            <ButtonLink tone="primary" to="/signup">
              {t('nav.signup')}
            </ButtonLink>
          )}
          <a className="link" href="#how">
            {t('landing.how')}
          </a>
        </div>
        <p className="t14 muted">{t('landing.withoutVerification', { limit })}</p>
        <ul className="hero-platforms flow" aria-label={t('landing.platforms')}>
          {PLATFORMS.map((platform) => (
            <li key={platform} className="flow muted t14">
              <PlatformTile platform={platform} size={24} />
              {platform}
            </li>
          ))}
        </ul>
      </div>
      <Suspense fallback={<div className="card calculator" aria-busy="true" />}>
        <LandingCalculator />
      </Suspense>
    </div>
  );
}

function Steps() {
  const { t } = useTranslation();
  const google = useConfig()?.providers.google ?? false;
  const steps = [
    {
      id: 'signUp',
      Art: SignUpArt,
      text: google ? t('landing.step.signUpTextGoogle') : t('landing.step.signUpText'),
    },
    { id: 'dashboard', Art: DashboardArt, text: t('landing.step.dashboardText') },
    { id: 'send', Art: SendArt, text: t('landing.step.sendText') },
  ];
  return (
    <section className="section band" id="how" aria-labelledby="how-title">
      <div className="wrap">
        <h2 id="how-title">{t('landing.how')}</h2>
        <ol className="steps">
          {steps.map(({ id, Art, text }, index) => (
            <li key={id}>
              <Art />
              <span className="strong">{t('landing.step.number', { number: index + 1 })}</span>
              <h3>{t(`landing.step.${id}`)}</h3>
              <p className="muted">{text}</p>
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
      <ul className="features">
        {FEATURES.map(({ id, icon }) => (
          <li className="card" key={id}>
            <span className="tile">
              <Icon name={icon} />
            </span>
            <h3>{t(`landing.feature.${id}`)}</h3>
            <p className="muted t14">{t(`landing.feature.${id}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Policies() {
  const { t } = useTranslation();
  return (
    <section className="wrap section section-last" aria-labelledby="rules-title">
      <h2 id="rules-title">{t('landing.rules')}</h2>
      <ul className="policies">
        {['privacy', 'terms', 'fees'].map((id) => (
          <li key={id}>
            <Link className="card" to={`/${id}`}>
              <span className="stack-4">
                <b>{t(`landing.policy.${id}`)}</b>
                <p className="muted t14">{t(`landing.policy.${id}Text`)}</p>
              </span>
              <Icon name="arrowRight" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
