import { type Locator, type Page } from '@playwright/test';
import { expect } from './flip-test.js';

/** Most presses to the next place of a screen. */
const PRESSES = 40;

/** Presses Tab until the focus is there, once it can be. */
export async function tabTo(page: Page, place: Locator | string): Promise<void> {
  const wanted = typeof place === 'string' ? page.locator(place) : place;
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < PRESSES; presses += 1) {
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${String(wanted)}`);
}
