import type { Page } from '@playwright/test';

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
