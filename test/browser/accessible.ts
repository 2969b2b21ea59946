import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

/** Half the size of `axe.source`, which every page has to parse again. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The axe rules about colors, the only ones that depend on the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

declare global {
  interface Window {
    readonly axe?: typeof axe;
  }
}

/**
 * Expects that axe reports no violation in the current page, by all of its rules or by the given ones.
 * Frames of other origins are not part of the page.
 */
export async function expectNoViolation(page: Page, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (runOnly) => {
    // Details of passed rules are not collected: they take longer than the rules.
    const only = { resultTypes: ['violations'] as 'violations'[], iframes: false };
    return (await window.axe?.run(document, runOnly ? { ...only, runOnly } : only))?.violations;
  }, rules);
  expect(
    violations?.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    new URL(page.url()).pathname,
  ).toEqual([]);
}

/** Expects that axe reports no violation in light and in dark. */
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
