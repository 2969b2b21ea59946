import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router-dom';
import { unstable_serialize as cacheKey } from 'swr';
import type { Locale, PublicConfig } from '@kernel/people/accounts';
import type { FeeScheduleName } from '@kernel/money/fees';
import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/money/limits';
import { formatAmount } from '@kernel/money/money';
import type { FeeScheduleOverview } from '@kernel/money/transfers';
import { keyOf } from '../lib/api/reads';
import { Providers, Screens } from './app';
import { startWithTexts, type Texts } from './texts/i18n';
import { routes } from './router';

/** What the landing page shows in its first view depends on these; one page is built for each combination. */
export interface LandingVariant {
  readonly language: Locale;
  readonly texts: Texts;
  readonly testMode: boolean;
  readonly acceptedFunding: PublicConfig['acceptedFunding'];
  readonly schedule: FeeScheduleName;
}

/**
 * The landing page as HTML, for a build. The server fills in "{{supportEmail}}" and the like; what else depends on the
 * deployment is below the first view and appears when the application starts.
 */
export async function prerenderLanding(variant: LandingVariant): Promise<string> {
  await startWithTexts(variant.language, variant.texts);
  const router = createMemoryRouter(routes, { initialEntries: ['/'] });
  await initialized(router);
  // A build fails rather than serve the page that says that something failed.
  for (const error of Object.values(router.state.errors ?? {})) throw error;
  const known = {
    [cacheKey(keyOf('/me'))]: null,
    [cacheKey(keyOf('/config'))]: configOf(variant),
    [cacheKey(keyOf('/fees/schedule'))]: overviewOf(variant),
  };
  const html = renderToString(
    <Providers known={known}>
      <Screens router={router} />
    </Providers>,
  );
  router.dispose();
  // Links work before the application does; what needs it says that it waits.
  return html
    .replaceAll('<button ', '<button aria-disabled="true" ')
    .replaceAll('<input ', '<input readonly="" ');
}

function initialized(router: ReturnType<typeof createMemoryRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    router.subscribe((state) => {
      if (state.initialized) resolve();
    });
  });
}

function configOf({ testMode, acceptedFunding }: LandingVariant): PublicConfig {
  return {
    testMode,
    acceptedFunding,
    providers: { google: false, apple: false },
    simulatedProviders: [],
    support: { email: '{{supportEmail}}', phone: '{{supportPhone}}', hours: null },
    company: { name: null, license: null, regulator: null, complaintDays: null },
    arrival: { platforms: [], timeZone: 'UTC', opening: [], refundBusinessDays: 1 },
    landingForceEnglish: true,
    cardPayments: 'stripe',
    cardEntry: null,
    outboxUrl: '{{outboxUrl}}',
    providersUrl: '{{providersUrl}}',
    clockAheadMinutes: 0,
  };
}

function overviewOf({ schedule, acceptedFunding }: LandingVariant): FeeScheduleOverview {
  return {
    schedule,
    acceptedFunding,
    rows: [],
    minimum: '1.00',
    perTransferLimit: formatAmount(PER_TRANSFER_LIMIT_CENTS),
    weeklyLimit: formatAmount(UNVERIFIED_WEEKLY_LIMIT_CENTS),
    verifiedWeeklyLimit: null,
    thirdParty: [],
  };
}
