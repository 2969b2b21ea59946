import type { Page } from '@playwright/test';
import { FlipServer } from '../support/flip-server.js';
import { signInByForm } from './demo-sign-in.js';
import { expect, rememberLanguage, test } from './flip-test.js';
import { fillRecipient } from './quick-send.js';

/** `npm run pictures` updates the pictures of README.md and docs/compliance.md; any other run writes them to its results. */
const FOLDER = process.env.UPDATE_PICTURES === 'true' ? 'docs/images' : 'test-results/pictures';

/** Makes the window as high as the page, so that columns that stay in view and the footer are whole, and points at nothing. */
async function showWhole(page: Page): Promise<() => Promise<void>> {
  const size = page.viewportSize() ?? { width: 1_280, height: 900 };
  await page.mouse.move(0, 0);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) });
  await expect(page.locator('footer').getByRole('link').first()).toBeVisible();
  return () => page.setViewportSize(size);
}

test(
  'the pictures of the documents show the demo history of a first start',
  { tag: '@once' },
  async ({ page, browser, t, language }, info) => {
    const server = await FlipServer.start({ env: { DEMO_HISTORY: 'on', RATE_LIMIT: 'off' } });
    const picture = async (of: Page, name: string) => {
      const file = info.project.name === 'en-wide' ? name : `${name}-${info.project.name}`;
      const restore = await showWhole(of);
      // Waits until transitions have ended.
      await of.screenshot({ path: `${FOLDER}/${file}.png`, fullPage: true, animations: 'disabled' });
      await restore();
    };
    try {
      await rememberLanguage(page, language);
      await signInByForm(page, server.url, 'sender');
      await expect(page.getByRole('link', { name: /Priya Nair/ }).first()).toBeVisible();
      await expect(page.getByRole('main')).toContainText('$20');
      await expect(page.getByRole('button', { name: t('quick.send') })).toBeVisible();
      await picture(page, 'dashboard');
      await fillRecipient(page, t, { name: 'Nina Castillo', platform: 'Venmo', handle: 'nina-castillo' });
      await page.getByLabel(t('quick.amount'), { exact: true }).fill('10.00');
      await page.getByRole('button', { name: t('quick.addNote') }).click();
      await page.getByLabel(t('quick.note')).fill('Dinner on Friday');
      await page.getByRole('button', { name: t('quick.send') }).click();
      await page.waitForURL('**/payment?key=*');
      await expect(page.getByRole('main')).toContainText('$11.60');
      await picture(page, 'payment');
      const desk = await browser.newPage({ viewport: page.viewportSize() });
      await rememberLanguage(desk, language);
      await signInByForm(desk, server.url, 'analyst');
      await desk.waitForURL('**/compliance');
      await desk.goto(`${server.url}/compliance/cases`);
      await expect(desk.getByRole('table').first().getByRole('row')).toHaveCount(5);
      await picture(desk, 'review-desk');
      await desk.close();
      const lead = await browser.newPage({ viewport: page.viewportSize() });
      await rememberLanguage(lead, language);
      await signInByForm(lead, server.url, 'lead');
      await lead.waitForURL('**/compliance');
      await lead.goto(`${server.url}/compliance/cases`);
      await lead.getByRole('table').first().getByRole('link').first().click();
      await expect(lead.getByRole('heading', { name: t('compliance.why') })).toBeVisible();
      await picture(lead, 'case');
      await lead.getByRole('link', { name: t('standing.open') }).click();
      await expect(lead.getByRole('button', { name: t('standing.acts.pause.button') })).toBeVisible();
      await picture(lead, 'sender');
      await lead.getByRole('link', { name: t('find.replay') }).click();
      await expect(lead.getByRole('slider')).toBeVisible();
      await picture(lead, 'replay');
      await lead.close();
      const payouts = await browser.newPage({ viewport: page.viewportSize() });
      await rememberLanguage(payouts, language);
      await signInByForm(payouts, server.url, 'operator');
      await payouts.waitForURL('**/compliance/payouts');
      await expect(payouts.getByRole('table').first().getByRole('row')).toHaveCount(16);
      await picture(payouts, 'payout-desk');
      await payouts.close();
      // Otherwise the console would report requests that are still open when the server stops.
      await page.close();
    } finally {
      await server.dispose();
    }
  },
);
