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

/** What every run does in both languages at both sizes; the rest once a language and once a size, but for full counts. */
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
  workers: 2,
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
      use: { language, viewport, locale: language === 'en' ? 'en-US' : 'es-US' },
    })),
  ),
});
