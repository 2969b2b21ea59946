import { defineConfig } from '@playwright/test';
import type { FlipOptions } from './flip-test.js';

const sizes = { wide: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } } as const;
const languages = ['en', 'es'] as const;
const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Every run takes the journeys through both languages at both sizes. The other tests, and axe on the pages of a
 * journey, run once a language and once a size; with full counts everywhere.
 */
const EVERYWHERE = /@everywhere/;
const isThorough = (language: string, size: string) =>
  process.env.FLIP_TEST_SCALE === 'full' || (language === 'en') === (size === 'wide');

/** Every suite in both languages, on a desk and on a phone, in Debian's Chromium. */
export default defineConfig<FlipOptions>({
  testDir: '.',
  testMatch: '*.browser.ts',
  outputDir: '../../test-results',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 3,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: switches },
    timezoneId: 'America/New_York',
    trace: 'off',
  },
  projects: languages.flatMap((language) =>
    Object.entries(sizes).map(([size, viewport]) => ({
      name: `${language}-${size}`,
      ...(!isThorough(language, size) && { grep: EVERYWHERE }),
      use: {
        language,
        thorough: isThorough(language, size),
        viewport,
        locale: language === 'en' ? 'en-US' : 'es-US',
      },
    })),
  ),
});
