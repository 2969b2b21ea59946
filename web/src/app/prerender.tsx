import { renderToString } from 'react-dom/server';
import { StaticRouter, useRoutes } from 'react-router-dom';
import { unstable_serialize as cacheKey } from 'swr';
import type { Locale, PublicConfig } from '@kernel/people/accounts';
import type { FeeScheduleName } from '@kernel/money/fees';
import { PER_TRANSFER_LIMIT_CENTS, UNVERIFIED_WEEKLY_LIMIT_CENTS } from '@kernel/money/limits';
import { formatAmount } from '@kernel/money/money';
import type { FeeScheduleOverview } from '@kernel/money/transfers';
import { keyOf } from '../lib/api/reads';
import { missingCode } from '../lib/screen-router';
import { Providers } from './app';
import { startWithTexts, type Texts } from './texts/i18n';
import { routes } from './router';

const PATH = '/';

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
  await Promise.all(missingCode(routes, PATH).map(({ fetch }) => fetch()));
  const known = {
    [cacheKey(keyOf('/me'))]: null,
    [cacheKey(keyOf('/config'))]: configOf(variant),
    [cacheKey(keyOf('/fees/schedule'))]: overviewOf(variant),
  };
  const html = renderToString(
    <Providers known={known}>
      <StaticRouter location={PATH}>
        <Landing />
      </StaticRouter>
    </Providers>,
  );
  // Links work before the application does; what needs it says that it waits.
  return html
    .replaceAll('<button ', '<button aria-disabled="true" ')
    .replaceAll('<input ', '<input readonly="" ');
}

function Landing() {
  return useRoutes(routes);
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
