import type { Page } from '@playwright/test';

type Texts = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Fills Quick Send and presses its button. */
export async function quickSend(page: Page, t: Texts, amount: string, note = ''): Promise<void> {
  await page.getByLabel(t('quick.recipient'), { exact: true }).fill('Maya Okafor');
  await page.getByRole('radio', { name: 'Cash App' }).check({ force: true });
  await page.getByLabel(t('quick.handle')).fill('mayaokafor');
  await page.getByLabel(t('quick.amount'), { exact: true }).fill(amount);
  await page.getByLabel(t('quick.note')).fill(note);
  await page.getByRole('button', { name: t('quick.send') }).click();
}
