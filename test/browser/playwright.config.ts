import { defineConfig } from '@playwright/test';
import { CHROMIUM } from '../chromium.mjs';
import type { FlipOptions } from './flip-test.js';

const sizes = { wide: { width: 1280, height: 900 }, phone: { width: 360, height: 740 } } as const;
const languages = ['en', 'es'] as const;
const isFull = process.env.FLIP_TEST_SCALE === 'full';

/**
 * With full counts every test runs in both languages at both sizes. Otherwise each runs once per language and size:
 * in English on a desktop and in Spanish on a phone; those marked `@once`, which depend on neither, only in English.
 */
const runs = (language: string, size: string) => isFull || (language === 'en') === (size === 'wide');

/** Every suite in both languages, at desktop and phone size, in Chromium. */
export default defineConfig<FlipOptions>({
  testDir: '.',
  testMatch: '*.browser.ts',
  globalSetup: './one-server.ts',
  outputDir: '../../test-results',
  // Bounds of waiting: its length tests nothing.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 3,
  // Parallel by test: by file, two workers would be idle during the last ones.
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list'], ['json']],
  use: {
    launchOptions: { executablePath: CHROMIUM, args: ['--disable-gpu'] },
    timezoneId: 'America/New_York',
    trace: 'off',
    screenshot: 'only-on-failure',
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
