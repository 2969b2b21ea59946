import type { Page } from '@playwright/test';
import { newDebitCard } from '../support/debit-cards.js';

/** The interface's text of a key. */
export type Texts = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** The recipient of the tests' transfers. */
export const MAYA = { name: 'Maya Okafor', platform: 'Cash App', handle: 'mayaokafor' } as const;

/** Fills Quick Send and presses its button. */
export async function quickSend(page: Page, t: Texts, amount: string, note = ''): Promise<void> {
  await fillRecipient(page, t, MAYA);
  await page.getByLabel(t('quick.amount'), { exact: true }).fill(amount);
  if (note !== '') {
    await page.getByRole('button', { name: t('quick.addNote') }).click();
    await page.getByLabel(t('quick.note')).fill(note);
  }
  await page.getByRole('button', { name: t('quick.send') }).click();
}

/** Fills in the recipient in Quick Send. */
export async function fillRecipient(
  page: Page,
  t: Texts,
  { name, platform, handle }: { readonly name: string; readonly platform: string; readonly handle: string },
): Promise<void> {
  const known = page.getByRole('button', { name: t('quick.newRecipient') });
  await page.getByLabel(t('quick.amount'), { exact: true }).waitFor();
  if (await known.isVisible()) await known.click();
  await page.getByLabel(t('quick.recipient'), { exact: true }).fill(name);
  // Presses the label like a person: on a phone it may first have to be scrolled out from behind the bar.
  await page.locator('label', { hasText: platform }).first().click();
  await page.getByLabel(t('quick.handle')).fill(handle);
}

/** Confirms on the review that the sender knows Maya, as required for the first transfer to her. */
export async function knowRecipient(page: Page, t: Texts): Promise<void> {
  await page.getByRole('checkbox', { name: t('payment.scam.know', { recipient: 'Maya' }) }).check();
}

/** Enters a test card, by default one that pays, in the processor's frame. */
export async function enterCard(page: Page, t: Texts, number = newDebitCard()): Promise<void> {
  const fields = page.frameLocator(`iframe[title="${t('cards.entry.title')}"]`);
  await fields.locator('#number').fill(number);
  await fields.locator('#expiry').fill(`12${String(new Date().getFullYear() + 3).slice(-2)}`);
  await fields.locator('#cvc').fill('123');
}
