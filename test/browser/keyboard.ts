import { type Locator, type Page } from '@playwright/test';
import { expect } from './flip-test.js';

/** Most key presses to reach the next element. */
const PRESSES = 40;

/** Waits until the element is enabled, then presses Tab until it has the focus. */
export async function tabTo(page: Page, place: Locator | string): Promise<void> {
  const wanted = typeof place === 'string' ? page.locator(place) : place;
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < PRESSES; presses += 1) {
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${String(wanted)}`);
}
