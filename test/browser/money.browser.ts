import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import type { Browser } from '../support/browser.js';
import { newStaff } from '../support/staff.js';
import { pdfText } from '../support/pdf-text.js';
import { expectAccessible } from './accessible.js';
import { expect, follow, rememberLanguage, takeSession, test as flipTest } from './flip-test.js';
import { getVerified } from './get-verified.js';
import { tabTo } from './keyboard.js';
import { newDebitCard } from '../support/debit-cards.js';
import { enterCard, fillRecipient, knowRecipient, MAYA, quickSend, type Texts } from './quick-send.js';

/** A debit card of the simulator with a bank that asks the cardholder for confirmation. */
const CHALLENGED_CARD = '4000000000003220';

interface MoneyFixtures {
  /** An operator of the desk, signed in. */
  readonly newOperator: (firstName: string) => Promise<Browser>;
  /** Opens an address as an operator, next to the sender's page. */
  readonly openAs: (operator: Browser, path: string) => Promise<Page>;
}

const test = flipTest.extend<MoneyFixtures>({
  newOperator: async ({ flip }, use) => {
    await use(async (firstName) => {
      const { browser } = await newStaff(flip, 'operator', { firstName, lastName: 'Lindqvist' });
      return browser;
    });
  },
  openAs: async ({ browser, flip, language, viewport }, use) => {
    const pages: Page[] = [];
    await use(async (operator, path) => {
      const page = await browser.newPage({ baseURL: flip.url, viewport });
      pages.push(page);
      await takeSession(page, operator);
      await rememberLanguage(page, language);
      await page.goto(path);
      return page;
    });
    for (const page of pages) await page.close();
  },
});

/** Presses Pay; other tests check the total it shows. */
async function pay(page: Page, t: Texts): Promise<void> {
  await page.getByRole('button', { name: t('payment.pay', { total: '$' }) }).click();
}

/** Fails if the page is loaded again from here on. */
async function expectNoReload(page: Page, work: () => Promise<void>): Promise<void> {
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await work();
  expect(loads).toEqual([]);
}

test('a sender gets verified, saves a card, pays $1,000 with it, sees it arrive and checks the receipt', async ({
  page,
  t,
  flip,
  sender,
  signInAs,
}) => {
  await signInAs(sender);
  await getVerified(page, t, { flip, email: sender.email });
  await follow(page, t('nav.savedCards'));
  const number = newDebitCard();
  await enterCard(page, t, number);
  await page.getByRole('button', { name: t('cards.save'), exact: true }).click();
  await expect(page.getByText(t('cards.saved'))).toBeVisible();
  const card = t('cards.name.debit', { brand: 'Visa', last4: number.slice(-4) });
  await expect(page.getByRole('main')).toContainText(card);
  await expectAccessible(page);

  await follow(page, t('nav.dashboard'));
  await fillRecipient(page, t, { ...MAYA, platform: 'Venmo' });
  await page.getByLabel(t('quick.amount'), { exact: true }).fill('1,000.00');
  await page.getByRole('button', { name: t('quick.send') }).click();
  await page.waitForURL('**/payment?key=*');
  await expect(page.getByRole('radio', { name: card })).toBeChecked();
  await knowRecipient(page, t);
  await pay(page, t);
  await page.waitForURL('**/transactions/*');
  await expectNoReload(page, async () => {
    const arrived = t('tx.state.delivered.title', { duration: t('tx.underMinute') });
    await expect(page.getByText(arrived)).toBeVisible();
  });
  await expect(page.getByRole('main')).toContainText(
    t('tx.state.delivered.since', { recipient: 'Maya', amount: '$1,000.00', platform: 'Venmo', when: '' }),
  );
  await expectAccessible(page);
  await checkReceipt(page, t, `Visa •••• ${number.slice(-4)}`);
});

/** Downloads the receipt of the page's transfer; looking up its code shows the same facts. */
async function checkReceipt(page: Page, t: Texts, card: string): Promise<void> {
  const id = page.url().split('/').at(-1);
  await page.getByRole('link', { name: t('receipt.open') }).click();
  await page.waitForURL('**/receipt');
  const receipt = page.getByRole('article', { name: t('receipt.title') });
  for (const fact of ['$1,000.00', '$1,050.30', 'Maya Okafor', card, '@maya'])
    await expect(receipt).toContainText(fact);
  await expectAccessible(page);
  const code = await receipt.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/).innerText();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe(`flip-receipt-${String(id).slice(0, 8)}.pdf`);
  const printed = pdfText(readFileSync(await file.path()));
  for (const fact of [code, '$1,000.00', '$1,050.30', '@maya']) expect(printed).toContain(fact);

  await page.goto('/statements');
  await page.locator('main a[href^="/statements/"]').filter({ visible: true }).click();
  const statement = page.getByRole('article', { name: t('statements.one') });
  for (const fact of ['Maya Okafor', '$1,050.30']) await expect(statement).toContainText(fact);
  await expectAccessible(page);

  await page.goto('/receipt');
  await page.getByLabel(t('receipt.code')).fill(code);
  await page.getByRole('button', { name: t('receipt.check.send') }).click();
  await expect(
    page.getByRole('heading', { name: t('shared.checked.delivered', { name: 'Ana' }) }),
  ).toBeVisible();
  const main = page.getByRole('main');
  for (const fact of ['$1,000', 'Venmo', '@m••••', t('shared.status.delivered'), t('shared.fromCode')])
    await expect(main).toContainText(fact);
  await expectAccessible(page);
}

test(
  'a bank asks the cardholder: refused, nothing is charged; approved, the transfer is paid',
  { tag: '@once' },
  async ({ page, t, flip, sender, signInAs }) => {
    await signInAs(sender);
    // There is one such card, and it serves two unverified accounts.
    await getVerified(page, t, { flip, email: sender.email });
    await page.goto('/dashboard');
    await quickSend(page, t, '20.00');
    await page.waitForURL('**/payment?key=*');
    await knowRecipient(page, t);
    for (const answer of ['refuse', 'approve']) {
      await enterCard(page, t, CHALLENGED_CARD);
      await pay(page, t);
      await page.waitForURL('**/card-challenge?*');
      await expect(page.getByText('$21.90')).toBeVisible();
      await page.locator(`button[name=answer][value=${answer}]`).click();
      if (answer === 'approve') break;
      await page.waitForURL('**/payment?transfer=*');
      await expect(page.getByText(t('payment.declined.try_again.title'))).toBeVisible();
      await expectAccessible(page);
    }
    await page.waitForURL('**/transactions/*');
    const { body } = await sender.api.get<{ items: readonly Transaction[] }>('/api/transfers');
    expect(body.items).toMatchObject([{ card: { last4: '3220' } }]);
  },
);

test(
  'a sender is asked to confirm the address before paying, and the page continues by itself',
  { tag: '@once' },
  async ({ page, t, sender, signInAs }) => {
    await signInAs(sender);
    await page.goto('/dashboard');
    await quickSend(page, t, '20.00');
    await page.waitForURL('**/payment?key=*');
    await expect(page.getByText(t('cards.confirmTitle'))).toBeVisible();
    await expect(page.locator(`iframe[title="${t('cards.entry.title')}"]`)).toHaveCount(0);
    await expectAccessible(page);
    await expectNoReload(page, async () => {
      await sender.api.confirmAddress();
      await knowRecipient(page, t);
      await enterCard(page, t);
    });
    await expect(page.getByText(t('cards.confirmTitle'))).toHaveCount(0);
    await pay(page, t);
    await page.waitForURL('**/transactions/*');
  },
);

test(
  'a failed payout is explained, everything is refunded, and the corrected handle gets it',
  { tag: '@once' },
  async ({ page, t, flip, sender, signInAs }) => {
    await signInAs(sender);
    const failing = { platform: 'PayPal', handle: 'maya.simfail@mail.example' };
    const number = newDebitCard();
    const id = await sender.api.sendPaid(failing, flip.simulatorUrl, number);
    await page.goto(`/transactions/${id}`);
    const main = page.getByRole('main');
    await expectNoReload(page, async () => {
      await expect(main).toContainText(t('tx.back.returned', { card: `Visa •••• ${number.slice(-4)}` }));
    });
    const state = page.getByRole('status');
    await expect(state.getByText(t('tx.ending.wrong_handle.title', { platform: 'PayPal' }))).toBeVisible();
    await expect(main).toContainText('−$21.90');
    await expectAccessible(page);
    await page.getByRole('link', { name: t('tx.next.correct_handle') }).click();
    await page.waitForURL('**/dashboard');
    const handle = page.getByLabel(t('quick.handle'));
    await expect(handle).toBeFocused();
    await expect(handle).toHaveValue(failing.handle);
    await handle.fill('maya@mail.example');
    await page.getByRole('button', { name: t('quick.send') }).click();
    await page.waitForURL('**/payment?key=*');
    await knowRecipient(page, t);
    await enterCard(page, t, number);
    await pay(page, t);
    await page.waitForURL('**/transactions/*');
    await expect(
      page.getByText(t('tx.state.delivered.title', { duration: t('tx.underMinute') })),
    ).toBeVisible();
  },
);

test('a transfer is cancelled in time by keyboard, with the exact amount to be returned', async ({
  page,
  t,
  flip,
  sender,
  signInAs,
}) => {
  await signInAs(sender);
  const byZelle = { platform: 'Zelle', handle: 'maya@mail.example' };
  const number = newDebitCard();
  const card = `Visa •••• ${number.slice(-4)}`;
  const id = await sender.api.sendPaid(byZelle, flip.simulatorUrl, number);
  await page.goto(`/transactions/${id}`);
  await expect(page.getByRole('main')).toContainText(t('tx.state.arrives', { when: '' }));
  await expectAccessible(page);
  const height = await boxHeight(page);
  await tabTo(page, page.getByRole('button', { name: t('tx.cancel.short') }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: t('tx.cancel.confirmTitle') });
  await expect(question).toContainText(
    t('tx.cancel.confirmText', { recipient: 'Maya', total: '$21.90', card }),
  );
  await expect(question).toContainText(t('tx.cancel.backTo', { card }));
  await tabTo(page, question.getByRole('button', { name: t('tx.cancel.button') }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('tx.cancel.done', { total: '$21.90' }))).toBeVisible();
  await expect(page.getByRole('status').getByText(t('tx.ending.cancelled.title'))).toBeVisible();
  expect(await boxHeight(page)).toBe(height);
});

/** Of the box with the transfer's state: the same in every state, so that nothing below it moves. */
const boxHeight = (page: Page) => page.locator('.state-box').evaluate((box) => box.clientHeight);

test('a transfer that an operator has claimed in the meantime is not cancelled, and shows since when', async ({
  page,
  t,
  flip,
  sender,
  signInAs,
  newOperator,
  provoked,
  language,
}) => {
  provoked.add(409).add(0);
  // The page is not notified.
  await page.route('**/api/events', (route) => route.abort());
  await signInAs(sender);
  const operator = await newOperator('Robin');
  const byZelle = { platform: 'Zelle', handle: 'maya@mail.example' };
  const id = await sender.api.sendPaid(byZelle, flip.simulatorUrl);
  await page.goto(`/transactions/${id}`);
  await page.getByRole('button', { name: t('tx.cancel.short') }).click();
  const cancel = page.getByRole('dialog').getByRole('button', { name: t('tx.cancel.button') });
  // The dialog has opened before the claim: a page that reads the new state closes it, so it reads no more.
  await cancel.click({ trial: true });
  await page.route(`**/api/transfers/${id}`, (route) => route.abort());
  expect((await operator.post(`/api/compliance/payouts/${id}/claim`)).status).toBe(204);
  await cancel.click();
  const tooLate = { en: 'It is too late to cancel: the money was sent at', es: 'Ya no se puede cancelar' };
  await expect(page.getByRole('alert')).toContainText(tooLate[language]);
  await expect(page.getByRole('alert')).toContainText(/\d{1,2}:\d{2}/);
  await expect(page.getByRole('button', { name: t('tx.cancel.short') })).toHaveCount(0);
});

test(
  'operators pay by hand, a large amount with two of them, while the sender watches',
  { tag: '@once' },
  async ({ page, t, flip, sender, signInAs, newOperator, openAs }) => {
    await signInAs(sender);
    const large = { platform: 'Zelle', handle: 'maya@mail.example', amount: '240.00' };
    const id = await sender.api.sendPaid(large, flip.simulatorUrl);
    await page.goto(`/transactions/${id}`);
    const main = page.getByRole('main');
    await expect(main).toContainText(t('tx.state.paid.title'));
    const height = await boxHeight(page);
    const task = `/compliance/payouts?task=${id}`;
    await expectNoReload(page, async () => {
      const first = await openAs(await newOperator('Robin'), task);
      const panel = first.getByRole('region', { name: 'Zelle', exact: true });
      await panel.getByRole('button', { name: t('desk.claim'), exact: true }).click();
      await expect(main).toContainText(t('tx.stepText.payout_submitted'));
      expect(await boxHeight(page)).toBe(height);
      await first.getByLabel(t('desk.reference', { platform: 'Zelle' })).fill('ZL-4471');
      await first.getByRole('button', { name: t('desk.delivered') }).click();
      await expect(first.getByText(t('desk.waitsForSecond'))).toBeVisible();
      await expectAccessible(first);
      const second = await openAs(await newOperator('Sasha'), task);
      const agree = second.getByRole('button', { name: t('desk.agree.delivered', { amount: '$240.00' }) });
      await expect(second.getByRole('heading', { name: t('desk.senderSees') })).toBeVisible();
      await expect(agree).toHaveCount(0);
      await second.getByRole('button', { name: t('desk.reveal') }).click();
      await expect(second.getByText(large.handle)).toBeVisible();
      await agree.click();
      await expect(second.getByText(t('desk.done.delivered', { amount: '$240.00' }))).toBeVisible();
      await expect(main).toContainText(
        t('tx.state.delivered.since', { recipient: 'Maya', amount: '$240.00', platform: 'Zelle', when: '' }),
      );
    });
    await expect(main).toContainText(t('tx.step.payout_sent', { platform: 'Zelle' }));
    expect(await boxHeight(page)).toBe(height);
    await expect(main).toContainText('ZL-4471');
  },
);

test(
  'a reported problem is answered at the desk, and its sender reads the answer',
  { tag: '@once' },
  async ({ page, t, flip, sender, signInAs, newOperator, openAs }) => {
    await signInAs(sender);
    const byVenmo = { platform: 'Venmo', handle: '@maya', amount: '20.00' };
    const id = await sender.api.sendPaid(byVenmo, flip.simulatorUrl);
    const text = 'Maya says nothing has arrived.';
    const { body } = await sender.api.post<{ number: string }>(
      `/api/transfers/${id}/problem`,
      { text },
      { 'idempotency-key': randomUUID() },
    );
    // An operator has no review queue.
    const desk = await openAs(await newOperator('Robin'), '/compliance');
    await desk.waitForURL('**/compliance/payouts');
    await desk.getByRole('searchbox').fill(body.number);
    await desk.getByRole('link', { name: t('desk.whats.problem') }).click();
    await expect(desk.getByText(text)).toBeVisible();
    await desk.getByRole('button', { name: t('desk.confirm.problem') }).click();
    await expect(desk.getByText(t('desk.answerRequired'))).toBeVisible();
    await desk.getByLabel(t('desk.answer')).fill('Venmo delivers it\nby tonight.');
    await desk.getByRole('button', { name: t('desk.confirm.problem') }).click();
    await expect(desk.getByText(t('desk.done.problem'))).toBeVisible();
    await expectAccessible(desk);
    await page.goto(`/transactions/${id}`);
    await expect(page.getByRole('main')).toContainText('Venmo delivers it by tonight.');
  },
);

test(
  'a handle similar to one already paid is pointed out, and replaced with one press',
  { tag: '@once' },
  async ({ page, t, flip, sender, signInAs }) => {
    await sender.api.sendPaid({}, flip.simulatorUrl);
    await signInAs(sender);
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: /Maya Okafor (via|por) / })).toBeVisible();
    await fillRecipient(page, t, { ...MAYA, handle: 'mayaokaf0r' });
    await page.getByLabel(t('quick.amount'), { exact: true }).fill('20.00');
    const send = page.getByRole('button', { name: t('quick.send') });
    await send.click();
    const warning = page
      .getByRole('alert')
      .filter({ hasText: t('recipients.alike.title', { handle: '$mayaokafor' }) });
    await expect(warning).toBeVisible();
    await expect(page).toHaveURL(/dashboard/);
    await warning.getByRole('button', { name: t('recipients.alike.use', { what: '$mayaokafor' }) }).click();
    await expect(warning).toHaveCount(0);
    await send.click();
    await page.waitForURL('**/payment?key=*');
    await expect(page.getByRole('main')).toContainText('$mayaokafor');
  },
);
