import type { Locator } from '@playwright/test';
import { expectAccessible } from './accessible.js';
import { expect, follow, newPerson, rememberLanguage, test } from './flip-test.js';
import { newDebitCard } from '../support/debit-cards.js';
import { confirmEmail, getVerified } from './get-verified.js';
import { enterCard, fillRecipient, knowRecipient, MAYA, quickSend } from './quick-send.js';

/** A debit card of the simulator without money. */
const EMPTY_CARD = '4000000000009995';
/** A debit card of the simulator with a bank that declines every payment. */
const DECLINED_CARD = '4000000000000002';

type Box = Awaited<ReturnType<Locator['boundingBox']>>;

/** Whether neither element covers the other. */
function areApart(one: Box, other: Box): boolean {
  if (!one || !other) return false;
  const isLeft = (a: NonNullable<Box>, b: NonNullable<Box>) => a.x + a.width <= b.x;
  const isAbove = (a: NonNullable<Box>, b: NonNullable<Box>) => a.y + a.height <= b.y;
  return isLeft(one, other) || isLeft(other, one) || isAbove(one, other) || isAbove(other, one);
}

test('a person signs up, signs in, confirms the address, sends and sees it in the history', async ({
  page,
  t,
  flip,
  language,
}) => {
  const person = newPerson();
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  if (language === 'es') await page.getByRole('button', { name: 'Español' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('landing.title'));

  await page.goto('/signup');
  await page.getByRole('button', { name: t('signup.join') }).click();
  await expect(page.getByRole('alert')).toContainText(t('signup.names_required'));
  await page.getByLabel(t('signup.first')).fill(person.firstName);
  await page.getByLabel(t('signup.last')).fill(person.lastName);
  await page.getByLabel(t('auth.email')).fill(person.email);
  await page.locator('input[type=password]').fill(person.password);
  await expect(page.getByRole('listitem').filter({ hasText: t('auth.ruleHard') })).toContainText(
    t('auth.ruleKept'),
  );
  await page.getByRole('button', { name: t('signup.join') }).click();
  await expect(page.getByRole('alert')).toContainText(t('signup.accept_terms_error'));
  await page
    .locator('form')
    .getByRole('button', { name: /Terms|Términos/ })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('terms.accept') })
    .click();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await page.getByRole('button', { name: t('signup.join') }).click();

  await page.waitForURL('**/signin');
  await expect(page.locator('input[type=email]')).toHaveValue(person.email);
  await page.locator('input[type=password]').fill(person.password);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('dashboard.welcome', { firstName: 'Ana' }),
  );
  await expect(page.getByText(t('tx.recentEmpty'))).toBeVisible();

  await confirmEmail(page, t, { flip, email: person.email });
  await page.goto('/dashboard');
  await quickSend(page, t, '45', 'Dinner on Friday');
  await page.waitForURL('**/payment?key=*');
  await expect(page.getByRole('main')).toContainText('$47.65');
  await expect(page.getByRole('main')).toContainText('Dinner on Friday');
  await knowRecipient(page, t);
  await enterCard(page, t);
  await page.getByRole('button', { name: t('payment.pay', { total: '$47.65' }) }).click();
  await page.waitForURL('**/transactions/*');
  const toast = page.getByText(t('quick.mockSuccess'));
  await expect(toast).toBeVisible();
  const back = page.getByRole('main').getByRole('link', { name: t('nav.transactions') });
  expect(areApart(await toast.boundingBox(), await back.boundingBox())).toBe(true);
  await expect(page.getByRole('main')).toContainText('Maya Okafor');
  await expect(page.getByRole('main')).toContainText('Dinner on Friday');

  await follow(page, t('nav.dashboard'));
  await expect(page.getByRole('main')).toContainText('$205');
  // A phone's row names the platform without its preposition.
  await expect(page.getByRole('link', { name: /Maya Okafor .*Cash App/ })).toBeVisible();
  await follow(page, t('nav.transactions'));
  await page.getByRole('link', { name: 'Maya Okafor', exact: true }).click();
  await page.waitForURL('**/transactions/*');
  await follow(page, t('nav.dashboard'));
  await page
    .getByRole('button', { name: t('dashboard.signOut') })
    .first()
    .click();
  await page.waitForURL(/\/$/);
});

test(
  'open pages show a transfer made on another device without a reload, in every tab',
  { tag: '@once' },
  async ({ page, context, t, sender, signInAs }) => {
    const connected = page.waitForResponse('**/api/events?*');
    await signInAs(sender);
    await page.goto('/dashboard');
    await connected;
    const history = await context.newPage();
    await history.goto('/transactions');
    await expect(history.getByText(t('tx.empty'))).toBeVisible();
    await expect(page.getByRole('main')).toContainText('$250');

    // On another device.
    await sender.api.send({ amount: '45.00' });
    await expect(page.getByRole('main')).toContainText('$205');
    await expect(page.getByRole('link', { name: /Maya Okafor (via|por) / })).toBeVisible();
    await expect(history.getByRole('link', { name: 'Maya Okafor', exact: true })).toBeVisible();

    // The leading tab closes, and the other one takes over.
    const taken = history.waitForResponse('**/api/events?*');
    await page.close();
    await taken;
    await sender.api.send({ recipient: 'Noor Haddad', amount: '30.00' });
    await expect(history.getByRole('link', { name: 'Noor Haddad', exact: true })).toBeVisible();
  },
);

test(
  'an amount over the limit sends nothing and offers, in one tap, less of it or a cancel of what waits for payment',
  { tag: '@once' },
  async ({ page, t, sender, signInAs, provoked }) => {
    provoked.add(422);
    await sender.api.send({ amount: '200.00' });
    await signInAs(sender);
    await page.goto('/dashboard');
    await expect(page.getByRole('main')).toContainText('$50');
    await quickSend(page, t, '60.00');
    const refusal = t('limit.exceeded', { remaining: '50.00' });
    await expect(page.getByText(refusal).first()).toBeVisible();
    await expect(page).toHaveURL(/dashboard/);
    await page.getByRole('button', { name: t('quick.smaller', { amount: '$50.00' }) }).click();
    await page.waitForURL('**/payment?key=*');
    await expect(page.getByRole('main')).toContainText('$50.00');
    await page.goto('/dashboard');
    await quickSend(page, t, '60.00');
    const both = { unpaid: '$200', amount: '$60' };
    await page.getByRole('button', { name: t('limit.cancelAndSend_one', both) }).click();
    await page.waitForURL('**/payment?key=*');
    await expect(page.getByRole('main')).toContainText('$60.00');
    await expect(page.getByText(t('limit.cancelled_one', { unpaid: '$200' }))).toBeVisible();
  },
);

test(
  'a lost response and a reload never make two transfers',
  { tag: '@once' },
  async ({ page, t, sender, signInAs, provoked }) => {
    provoked.add(0);
    await sender.api.confirmAddress();
    await signInAs(sender);
    await page.goto('/dashboard');
    await quickSend(page, t, '20.00');
    await page.waitForURL('**/payment?key=*');
    await knowRecipient(page, t);
    await enterCard(page, t);
    await page.route('**/api/transfers', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const pay = page.getByRole('button', { name: t('payment.pay', { total: '$21.90' }) });
    await pay.click();
    await expect(
      page.getByText(t('payment.confirmingTitle')).or(page.getByText(t('payment.unknownTitle'))),
    ).toBeVisible();
    await page.unroute('**/api/transfers');
    await page.reload();
    if (/payment/.test(page.url())) await pay.click({ timeout: 5_000 }).catch(() => undefined);
    await page.waitForURL('**/transactions/*');
    const { body } = await sender.api.get<{ items: readonly unknown[] }>('/api/transfers');
    expect(body.items).toHaveLength(1);
  },
);

test(
  'a saved card is preselected and pays with one press',
  { tag: '@once' },
  async ({ page, t, sender, signInAs }) => {
    const number = newDebitCard();
    await sender.api.saveCard(number);
    await signInAs(sender);
    await page.goto('/dashboard');
    await quickSend(page, t, '20.00');
    await page.waitForURL('**/payment?key=*');
    await expect(page.getByRole('radio').first()).toBeChecked();
    await knowRecipient(page, t);
    await page.getByRole('button', { name: t('payment.pay', { total: '$21.90' }) }).click();
    await page.waitForURL('**/transactions/*');
    const { body } = await sender.api.get<{ items: readonly { card: unknown }[] }>('/api/transfers');
    expect(body.items).toMatchObject([{ card: { brand: 'visa', last4: number.slice(-4) } }]);
  },
);

test(
  'not enough money on a card: a smaller amount is sent instead, and after another decline another card pays it',
  { tag: '@once' },
  async ({ page, t, flip, sender, signInAs }) => {
    await signInAs(sender);
    // One card serves two unverified accounts.
    await getVerified(page, t, { flip, email: sender.email });
    await page.goto('/dashboard');
    await fillRecipient(page, t, { ...MAYA, platform: 'Venmo' });
    const amount = page.getByLabel(t('quick.amount'), { exact: true });
    await amount.fill('20.00');
    await page.getByRole('button', { name: t('quick.send') }).click();
    await page.waitForURL('**/payment?key=*');
    await knowRecipient(page, t);
    await enterCard(page, t, EMPTY_CARD);
    await page.getByRole('button', { name: t('payment.pay', { total: '$21.90' }) }).click();
    await page.waitForURL('**/payment?transfer=*');
    await expect(page.getByText(t('payment.declined.not_enough_money.title'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: t('payment.leave.amount') }).click();
    await page.waitForURL('**/dashboard');
    await expect(amount).toBeFocused();
    await expect(amount).toHaveValue('20.00');
    await amount.fill('10.00');
    await page.getByRole('button', { name: t('quick.send') }).click();
    await page.waitForURL('**/payment?key=*');
    await enterCard(page, t, DECLINED_CARD);
    const pay = page.getByRole('button', { name: t('payment.pay', { total: '$11.60' }) });
    await pay.click();
    await page.waitForURL('**/payment?transfer=*');
    await expect(page.getByText(t('payment.declined.contact_bank.title'))).toBeVisible();
    const number = newDebitCard();
    await enterCard(page, t, number);
    await pay.click();
    await page.waitForURL('**/transactions/*');
    const { body } = await sender.api.get<{ items: readonly object[] }>('/api/transfers');
    expect(body.items).toMatchObject([
      { amount: '10.00', card: { last4: number.slice(-4) } },
      { amount: '20.00', status: 'cancelled', released: true },
    ]);
    await expect(
      page.getByText(t('tx.state.delivered.title', { duration: t('tx.underMinute') })),
    ).toBeVisible();
  },
);

test(
  'unvisited screens open without a network, and load their data once it is back',
  { tag: '@once' },
  async ({ page, context, t, sender, signInAs, provoked }) => {
    provoked.add(0);
    // The code and the texts of the other screens follow the first press, one after the other: those of the profile come last.
    const last = page.waitForEvent('requestfinished', (request) => /\/account\.json$/.test(request.url()));
    await signInAs(sender);
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1 }).click();
    await last;
    await context.setOffline(true);
    await page
      .getByRole('link', { name: t('nav.profile'), exact: true })
      .last()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('profile.title'));
    await expect(page.getByText(t('profile.failed'))).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByLabel(t('profile.emails'))).toBeVisible();
  },
);

test(
  'a payment page opened directly shows that there is nothing to pay',
  { tag: '@once' },
  async ({ page, t, sender, signInAs }) => {
    await signInAs(sender);
    await page.goto('/payment');
    await expect(page.getByText(t('payment.none'))).toBeVisible();
  },
);

test(
  'a signed-out visitor signs in and returns to the page they wanted',
  { tag: '@once' },
  async ({ page, t, sender }) => {
    await page.goto('/profile');
    await page.waitForURL('**/signin');
    await page.locator('input[type=email]').fill(sender.email);
    await page.locator('input[type=password]').fill(sender.password);
    await page.locator('form button[type=submit]').click();
    await page.waitForURL('**/profile');
    await page.goto('/nowhere');
    await page.waitForURL(/\/$/);
    expect(t('common.loading')).toMatch(/\.\.\.$/);
  },
);

test('a wrong password is refused with the title and the literal second line', async ({
  page,
  t,
  sender,
  provoked,
  language,
}) => {
  provoked.add(401);
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto('/signin');
  await page.locator('input[type=email]').fill(sender.email);
  await page.locator('input[type=password]').fill('not the password');
  await page.locator('form button[type=submit]').click();
  const alert = page.getByRole('alert').first();
  await expect(alert).toContainText(t('signin.error_title'));
  await expect(alert).toContainText('signin.error: ');
  await expect(page.locator('input[type=email]')).toHaveValue(sender.email);
  await expect(page.locator('input[type=password]')).toHaveValue('');
});

test('a person signs up with a provider in a popup, after the terms', async ({ page, t, language }) => {
  // One of each: Google responds with a redirect, Apple with a form.
  const provider = language === 'en' ? 'google' : 'apple';
  await rememberLanguage(page, language);
  await page.goto('/signup');
  // The provider's address contains the machine's IP: for a page opened by host name, its form is cross-site.
  await page.goto(page.url().replace('127.0.0.1', 'localhost'));
  const button = page.getByRole('button', { name: t(`signup.${provider}`) });
  await button.click();
  await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(t('signup.accept_terms_error'));
  await page.getByRole('checkbox').check();
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await popup.getByRole('button', { name: 'Riley Brooks' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('dashboard.welcome', { firstName: 'Riley' }),
  );
  expect(popup.isClosed()).toBe(true);
  await page.goto(new URL('/profile', page.url()).href);
  await expect(page.getByRole('main')).toContainText(t('profile.setPassword'));
});
