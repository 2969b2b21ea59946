import { expect, type Page } from '@playwright/test';
import { mailsTo } from '../support/mailbox.js';
import { waitFor } from '../support/wait-for.js';
import { expectNoViolation } from './accessible.js';
import type { SharedServer } from './one-server.js';
import type { Texts } from './quick-send.js';

interface Applicant {
  readonly flip: SharedServer;
  readonly email: string;
}

/** Follows the mailed link that confirms the email of the person who is signed in. */
export async function confirmEmail(page: Page, t: Texts, { flip, email }: Applicant): Promise<void> {
  const link = await waitFor('the mail', async () => {
    const text = (await mailsTo(flip.browser(), email)).map((mail) => mail.text).join('\n');
    return /http\S+\/confirm#token=[\w-]+/.exec(text)?.[0] ?? null;
  });
  await page.goto(link);
  await expect(page.getByText(t('confirm.done'))).toBeVisible();
}

/** Confirms the email of the person who is signed in, and passes the simulated identity check. */
export async function getVerified(page: Page, t: Texts, applicant: Applicant): Promise<void> {
  await confirmEmail(page, t, applicant);
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
