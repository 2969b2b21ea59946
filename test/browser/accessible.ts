import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Half of what `axe.source` is, for each page to read anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with colors; nothing else changes with the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

/**
 * axe finds nothing in the page as it stands, by all its rules or by these: rule by rule with the elements it is about.
 * What other origins show in frames is not the page's.
 */
export async function expectNoViolation(page: Page, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (runOnly) => {
    // Details of what is right are not collected: they take longer than the rules.
    const only = { resultTypes: ['violations'] as 'violations'[], iframes: false };
    return (await window.axe?.run(document, runOnly ? { ...only, runOnly } : only))?.violations;
  }, rules);
  expect(
    violations?.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    new URL(page.url()).pathname,
  ).toEqual([]);
}

/** In light and in dark axe finds nothing. */
export async function expectAccessible(page: Page): Promise<void> {
  await showIn(page, 'light');
  await expectNoViolation(page);
  await showIn(page, 'dark');
  await expectNoViolation(page, COLOR_RULES);
}

async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}
