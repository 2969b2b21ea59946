import { expect, type Page } from '@playwright/test';
import { Browser } from '../support/browser.js';
import { waitFor } from '../support/wait-for.js';
import { expectNoViolation } from './accessible.js';
import type { SharedServer } from './one-server.js';
import type { Texts } from './quick-send.js';

/** Follows the link that was mailed at sign-up. */
async function confirmEmail(flip: SharedServer, page: Page, email: string): Promise<void> {
  const { body } = await new Browser(flip.url).get<{ outboxUrl: string }>('/api/config');
  const link = await waitFor('the mail', async () => {
    const answer = await fetch(`${body.outboxUrl}.json`);
    const mails = (await answer.json()) as { items?: readonly Mail[] } | readonly Mail[];
    const all = 'items' in mails ? (mails.items ?? []) : (mails as readonly Mail[]);
    const text = JSON.stringify(all.filter((mail) => JSON.stringify(mail).includes(email)));
    return /http[^\s"\\<]+\/confirm#token=[\w-]+/.exec(text)?.[0] ?? null;
  });
  await page.goto(link);
}

type Mail = Readonly<Record<string, unknown>>;

/** Confirms the email of the person who is signed in, and passes the simulated identity check. */
export async function getVerified(
  page: Page,
  t: Texts,
  { flip, email }: { readonly flip: SharedServer; readonly email: string },
): Promise<void> {
  await confirmEmail(flip, page, email);
  await expect(page.getByText(t('confirm.done'))).toBeVisible();
  await page.goto('/verification');
  const start = page.getByRole('button', { name: t('kyc.button') });
  await expect(start).toBeDisabled();
  await page.getByLabel(t('kyc.consent')).check({ force: true });
  await start.click();
  await page.waitForURL(/verify\?/);
  await expectNoViolation(page);
  await page.locator('button[name=outcome][value=pass]').first().click();
  await page.waitForURL('**/verification**');
  await expect(page.getByText(t('status.verified')).first()).toBeVisible();
}
