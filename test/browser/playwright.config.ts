import { defineConfig } from '@playwright/test';
import type { FlipOptions } from './flip-test.js';

const sizes = { wide: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } } as const;
const languages = ['en', 'es'] as const;
/** What the browser has loaded for each new window in case somebody types an address: as much work as a page of ours. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Chromium takes the last list only: of Playwright's own, what concerns pages and the network. */
const WITHOUT = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...ADDRESS_BAR, ...WITHOUT].join()}`,
];

const isFull = process.env.FLIP_TEST_SCALE === 'full';

/**
 * With full counts every test runs in both languages at both sizes. Otherwise each runs once a language and once a size:
 * in English on a desk and in Spanish on a phone; those marked `@once`, whose rule knows neither, in English alone.
 */
const runs = (language: string, size: string) => isFull || (language === 'en') === (size === 'wide');

/** Every suite in both languages, on a desk and on a phone, in Debian's Chromium. */
export default defineConfig<FlipOptions>({
  testDir: '.',
  testMatch: '*.browser.ts',
  globalSetup: './one-server.ts',
  outputDir: '../../test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 3,
  // By tests, not by files, of which the last ones would leave two workers idle.
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: switches },
    timezoneId: 'America/New_York',
    trace: 'off',
  },
  projects: languages.flatMap((language) =>
    Object.entries(sizes)
      .filter(([size]) => runs(language, size))
      .map(([size, viewport]) => ({
        name: `${language}-${size}`,
        ...(!isFull && language === 'es' && { grepInvert: /@once/ }),
        use: { language, viewport, locale: language === 'en' ? 'en-US' : 'es-US' },
      })),
  ),
});
