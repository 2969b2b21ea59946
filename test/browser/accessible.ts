import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe finds wrong with colors; nothing else changes with the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** axe finds nothing in the page as it stands, by all its rules or by these: rule by rule with the elements it is about. */
export async function expectNoViolation(page: Page, rules?: string[]): Promise<void> {
  // One frame: nothing has to be gathered from others in a page of its own, which takes longer than the rules.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
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
