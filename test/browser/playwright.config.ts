import { defineConfig } from '@playwright/test';
import type { FlipOptions } from './flip-test.js';

const sizes = { wide: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } } as const;
const languages = ['en', 'es'] as const;
/** Preloaded by the browser for each new window in case an address is typed, which costs as much as a page of ours. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Chromium uses only the last such list, so this repeats the parts of Playwright's that concern pages and network. */
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
 * With full counts every test runs in both languages at both sizes. Otherwise each runs once per language and size:
 * in English on a desktop and in Spanish on a phone; those marked `@once`, which depend on neither, only in English.
 */
const runs = (language: string, size: string) => isFull || (language === 'en') === (size === 'wide');

/** Every suite in both languages, at desktop and phone size, in Debian's Chromium. */
export default defineConfig<FlipOptions>({
  testDir: '.',
  testMatch: '*.browser.ts',
  globalSetup: './one-server.ts',
  outputDir: '../../test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 3,
  // Parallel by test: by file, two workers would be idle during the last ones.
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
