import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const SCHEMES = ['light', 'dark'] as const;

/** axe finds nothing in the page as it stands: rule by rule with the elements it is about. */
export async function expectNoViolation(page: Page): Promise<void> {
  // One frame: nothing has to be gathered from others in a page of its own, which takes longer than the rules.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    new URL(page.url()).pathname,
  ).toEqual([]);
}

/** In light and in dark axe finds nothing. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectNoViolation(page);
  }
}
