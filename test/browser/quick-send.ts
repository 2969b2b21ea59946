import type { Page } from '@playwright/test';
import { APPROVED_CARD } from '../support/browser.js';

type Texts = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Fills Quick Send and presses its button. */
export async function quickSend(page: Page, t: Texts, amount: string, note = ''): Promise<void> {
  await page.getByLabel(t('quick.recipient'), { exact: true }).fill('Maya Okafor');
  // The label, as a person presses it: on a phone it may have to be scrolled from behind the bar.
  await page.locator('label', { hasText: 'Cash App' }).first().click();
  await page.getByLabel(t('quick.handle')).fill('mayaokafor');
  await page.getByLabel(t('quick.amount'), { exact: true }).fill(amount);
  await page.getByLabel(t('quick.note')).fill(note);
  await page.getByRole('button', { name: t('quick.send') }).click();
}

/** Confirms on the review that Maya is known, which the first send to her asks. */
export async function knowRecipient(page: Page, t: Texts): Promise<void> {
  await page.getByRole('checkbox', { name: t('payment.scam.know', { recipient: 'Maya' }) }).check();
}

/** Enters a test card in the processor's frame. */
export async function enterCard(page: Page, t: Texts, number = APPROVED_CARD): Promise<void> {
  const fields = page.frameLocator(`iframe[title="${t('cards.entry.title')}"]`);
  await fields.locator('#number').fill(number);
  await fields.locator('#expiry').fill(`12${String(new Date().getFullYear() + 3).slice(-2)}`);
  await fields.locator('#cvc').fill('123');
}
