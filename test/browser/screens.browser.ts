import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.js';
import { expect, rememberLanguage, test } from './flip-test.js';
import { tabTo } from './keyboard.js';
import { fillRecipient, type Texts } from './quick-send.js';
import { newDebitCard } from '../support/debit-cards.js';

const PUBLIC = ['/', '/signin', '/signup', '/forgot', '/reset#token=x', '/terms', '/privacy', '/fees'];
const SIGNED_IN = [
  '/dashboard',
  '/transactions',
  '/recipients',
  '/saved-cards',
  '/verification',
  '/profile',
  '/payment',
];

/** Fits the banner on one line; on two it would push the page down. */
const ONE_LINE_PX = 40;

/** Largest layout shift while a page loads, as measured by the browser. */
const SHIFT_LIMIT = 0.02;

/** A desktop at 400 % zoom, the narrowest phone, and a desktop. */
const WIDTHS = [320, 360, 1280];

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

/** Expects that nothing is wider than the window. */
async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const { pathname } = new URL(page.url());
  expect(`${pathname} is ${String(overflow)} px too wide`).toBe(`${pathname} is 0 px too wide`);
}

declare global {
  interface Window {
    shift?: number;
  }
}

/** Adds up the layout shifts. */
function observeShifts(): void {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shift = (window.shift ?? 0) + (entry as LayoutShift).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

type LayoutShift = PerformanceEntry & { readonly value: number };

/** Lets no typeface arrive before the screen is painted, as on a slow network: what moves then does not depend on the machine. */
async function paintBeforeTypeface(page: Page): Promise<void> {
  await page.route('**/*.woff2', async (route) => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
    await route.continue();
  });
}

/** Expects no violation by axe in light and dark, and that the page fits every width. */
async function expectWellMade(page: Page, path: string): Promise<void> {
  await openPage(page, path);
  expect(await page.evaluate(() => window.shift), `${path} moves while it loads`).toBeLessThan(SHIFT_LIMIT);
  await expectAccessible(page);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  for (const width of WIDTHS) {
    await page.setViewportSize({ ...size, width });
    await expectFits(page);
  }
  await page.setViewportSize(size);
}

test('every public page is accessible in light and dark, and fits', async ({ page, language }) => {
  await rememberLanguage(page, language);
  await page.addInitScript(observeShifts);
  // The form for a valid link; an invalid one shows how to get a new link instead.
  await page.route('**/api/auth/reset/check', (route) =>
    route.fulfill({ json: { email: 'maya@people.example' } }),
  );
  await paintBeforeTypeface(page);
  for (const path of PUBLIC) await expectWellMade(page, path);
  const banner = page.locator('.banner').first();
  await expect(banner).toBeVisible();
  for (const width of WIDTHS.slice(1)) {
    await page.setViewportSize({ width, height: 740 });
    expect(await banner.evaluate((box) => box.clientHeight)).toBeLessThan(ONE_LINE_PX);
  }
});

test('every page of a sender is accessible in light and dark, and fits', async ({
  page,
  sender,
  signInAs,
}) => {
  await sender.api.send({ amount: '45.00' });
  const { body } = await sender.api.send<{ id: string }>({
    amount: '120.00',
    recipient: 'Luis Herrera',
    platform: 'Zelle',
    handle: `${'luis'.repeat(15)}@people.example`,
  });
  await signInAs(sender);
  await page.addInitScript(observeShifts);
  await paintBeforeTypeface(page);
  for (const path of [...SIGNED_IN, `/transactions/${body.id}`]) await expectWellMade(page, path);
});

test('the longest names, handles and notes fit on a phone', async ({ page, t, flip, sender, signInAs }) => {
  const draft = {
    amount: '33.00',
    recipient: 'W'.repeat(80),
    platform: 'Zelle',
    handle: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(54)}.example`,
    note: 'M'.repeat(140),
  } as const;
  const sent = await sender.api.sendPaid(draft, flip.simulatorUrl);
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(sender);
  await openPage(page, `/transactions/${sent}`);
  await expectFits(page);
  // The same again.
  await openPage(page, '/dashboard');
  await fillRecipient(page, t, { name: draft.recipient, platform: draft.platform, handle: draft.handle });
  await page.getByLabel(t('quick.amount'), { exact: true }).fill(draft.amount);
  const warning = page.getByRole('note').filter({ hasText: 'WWWW' });
  await expect(warning).toBeVisible();
  const widths = await warning.evaluate((box) =>
    [...box.querySelectorAll('*')].map((part) => part.scrollWidth),
  );
  expect(Math.max(...widths)).toBeLessThan(360);
  await page.getByRole('button', { name: t('quick.send') }).click();
  await page.waitForURL('**/payment?key=*');
  await openPage(page, page.url());
  await expectFits(page);
});

test(
  'the landing page opens in English without forgetting the stored choice',
  { tag: '@once' },
  async ({ page }) => {
    await rememberLanguage(page, 'es');
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto('/signin');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.goto('/');
    await page.getByRole('button', { name: 'Español' }).first().click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    const stored = () => [localStorage.getItem('language'), localStorage.getItem('lang')];
    expect(await page.evaluate(stored)).toEqual(['es', 'es']);
  },
);

test(
  'test mode mails are reachable at the address of the product',
  { tag: '@once' },
  async ({ page, flip }) => {
    await page.goto('/outbox');
    await page.waitForURL((url) => url.pathname === '/outbox' && url.origin !== new URL(flip.url).origin);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

test('a mail of test mode is shown whole, in a frame as high as the mail', async ({
  page,
  flip,
  language,
}) => {
  const isSent = await page.request.post(`${flip.url}/api/auth/forgot`, {
    headers: { 'x-flip-request': '1' },
    data: { email: 'maya@demo.example' },
  });
  expect(isSent.ok()).toBe(true);
  await rememberLanguage(page, language);
  await page.goto('/outbox');
  const mail = page.locator('details.mail').filter({ hasText: 'maya@demo.example' }).first();
  await mail.evaluate((details) => {
    for (const part of [details, details.querySelector('details')]) part?.setAttribute('open', '');
  });
  const frame = mail.locator('iframe');
  const mailHeight = () =>
    frame.evaluate((element) => {
      const { contentDocument } = element as HTMLIFrameElement;
      return contentDocument?.querySelector('html')?.getBoundingClientRect().height ?? 0;
    });
  const frameHeight = () => frame.evaluate((element) => element.clientHeight);
  // Higher than the window of 480 px that cut every mail.
  await expect.poll(mailHeight).toBeGreaterThan(480);
  await expect.poll(async () => Math.abs((await mailHeight()) - (await frameHeight()))).toBeLessThan(2);
});

test('the footer ends every page with contact, address and languages', async ({ page, language }) => {
  await rememberLanguage(page, language);
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(footer).toBeInViewport();
  await expect(footer).toContainText('help@flip.example');
  await expect(footer).toContainText('(336) 555-0142');
  await expect(footer).toContainText(/Winston-Salem,? NC/);
  await expect(footer.getByRole('button', { name: 'Español' })).toHaveAttribute('lang', 'es');
});

test(
  'the fees page computes its table from the active schedule',
  { tag: '@once' },
  async ({ page, language }) => {
    await rememberLanguage(page, language);
    await page.goto('/fees');
    const table = page.getByRole('table').filter({ hasText: '$1,050.30' });
    await expect(table).toContainText('$52.80');
    await expect(table).toContainText('$525.30');
  },
);

test(
  'the profile saves name, e-mail choice and appearance',
  { tag: '@once' },
  async ({ page, t, sender, signInAs }) => {
    await signInAs(sender);
    await page.goto('/profile');
    await page.getByRole('button', { name: t('about.shownAsChange') }).click();
    await page.getByLabel(t('profile.displayName')).fill('Ana de la Torre');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('about.save') })
      .click();
    await page.getByRole('switch', { name: t('profile.emails') }).click();
    await expect(page.getByText(t('profile.saved'))).toBeVisible();
    await page.getByRole('radio', { name: t('profile.dark') }).check({ force: true });
    await page.reload();
    await expect(page.getByRole('main')).toContainText('Ana de la Torre');
    await expect(page.getByLabel(t('profile.emails'))).toBeChecked();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  },
);

test('signing in, saving a card and sending work by keyboard alone', async ({
  page,
  t,
  sender,
  language,
}) => {
  await sender.api.confirmAddress();
  await rememberLanguage(page, language);
  await page.goto('/signin');
  await tabTo(page, 'input[type=email]');
  await page.keyboard.type(sender.email);
  await tabTo(page, 'input[type=password]');
  await page.keyboard.type(sender.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await saveCardByKeyboard(page, t);
  await tabTo(
    page,
    page
      .getByRole('link', { name: t('nav.dashboard') })
      .filter({ visible: true })
      .first(),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(t('quick.recipient'), { exact: true })).toBeVisible();
  await tabTo(page, '#quick-recipient');
  await page.keyboard.type('Maya Okafor');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await tabTo(page, '#quick-handle');
  await page.keyboard.type('mayaokafor');
  await tabTo(page, '#quick-amount');
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/payment?key=*');
  const pay = page.getByRole('button', { name: t('payment.pay', { total: '$21.90' }) });
  await expect(pay).toBeVisible();
  await tabTo(page, 'input[type=checkbox]');
  await page.keyboard.press('Space');
  await tabTo(page, pay);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/transactions/*');
});

/** Tabs from the navigation into the card processor's frame, and out of it to the button. */
async function saveCardByKeyboard(page: Page, t: Texts): Promise<void> {
  await tabTo(
    page,
    page
      .getByRole('link', { name: t('nav.savedCards') })
      .filter({ visible: true })
      .first(),
  );
  await page.keyboard.press('Enter');
  const fields = page.frameLocator(`iframe[title="${t('cards.entry.title')}"]`);
  await tabTo(page, fields.locator('#number'));
  await page.keyboard.type(newDebitCard());
  await tabTo(page, fields.locator('#expiry'));
  await page.keyboard.type(`12${String(new Date().getFullYear() + 3).slice(-2)}`);
  await tabTo(page, fields.locator('#cvc'));
  await page.keyboard.type('123');
  await tabTo(page, page.getByRole('button', { name: t('cards.save'), exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('cards.saved'))).toBeVisible();
}
