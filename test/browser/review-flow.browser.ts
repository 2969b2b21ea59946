import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Transaction } from '../../api/src/kernel/money/transfers.js';
import { PASSWORD, type Browser } from '../support/browser.js';
import { newDebitCard } from '../support/debit-cards.js';
import { FlipServer } from '../support/flip-server.js';
import { mailsTo } from '../support/mailbox.js';
import { ops } from '../support/ops.js';
import { newStaff } from '../support/staff.js';
import { waitFor } from '../support/wait-for.js';
import { expectAccessible } from './accessible.js';
import { signInByForm } from './demo-sign-in.js';
import { expect, rememberLanguage, takeSession, test as flipTest } from './flip-test.js';
import { enterCard, quickSend, type Texts } from './quick-send.js';

const CARL = { firstName: 'Carl', lastName: 'Beck', email: 'carl.beck@people.example', password: PASSWORD };
const FIRST_REASON = 'Three sends within minutes.';
const RETURNED = 'Compare the times before this goes out.';
const SECOND_REASON = 'Three sends within minutes, as recorded and as it happened.';
const REPORT = 'BSA-31000009175524';
const STEP_MS = 30_000;
/** Words that would reveal a review to its sender, in both languages. */
const TELLING =
  /\breview|suspicio|complian|investigat|\balert\b|\brule\b|fraud|Robin|Irene|\bC-[0-9a-f]{8}\b|revisión|revisad|sospech|cumplimiento|investiga|alerta|fraude/i;

interface FlowFixtures {
  /** A server of this test, with only the demo people. */
  readonly own: FlipServer;
  /** A browser of another person. */
  readonly newPage: () => Promise<Page>;
}

const test = flipTest.extend<FlowFixtures>({
  own: async ({}, use) => {
    const server = await FlipServer.start({ env: { RATE_LIMIT: 'off' } });
    await fetch(`${server.simulatorUrl}/control/desk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ auto: false }),
    });
    await use(server);
    await server.dispose();
  },
  newPage: async ({ browser, own, language, viewport }, use) => {
    const pages: Page[] = [];
    await use(async () => {
      const page = await browser.newPage({ baseURL: own.url, viewport, acceptDownloads: true });
      // A step that waits in vain is named before the test's time is over.
      page.setDefaultTimeout(STEP_MS);
      pages.push(page);
      await rememberLanguage(page, language);
      return page;
    });
    for (const page of pages) await page.close();
  },
});

interface Flow {
  readonly t: Texts;
  readonly own: FlipServer;
}

test('three quick sends become a case, a proposal, a pause, a report and a proven export, and the sender learns nothing', async ({
  own,
  newPage,
  t,
}) => {
  const flow = { t, own };
  const carl = own.browser();
  await carl.signUp(CARL);
  const sender = await newPage();
  const lastId = await sendThree(sender, carl, flow);

  const robin = await newPage();
  await signInByForm(robin, own.url, 'analyst');
  await robin.waitForURL('**/compliance');
  await openOnlyCase(robin, flow, t('compliance.lists.open'));
  await readCase(robin, flow, lastId);
  await compareTimes(robin, flow);
  await propose(robin, flow, FIRST_REASON);
  await expect(robin.getByText(t('compliance.waitsForLead'))).toBeVisible();
  await expect(robin.getByRole('button', { name: t('compliance.approve') })).toHaveCount(0);

  const irene = await newPage();
  await signInByForm(irene, own.url, 'lead');
  await irene.waitForURL('**/compliance');
  await openOnlyCase(irene, flow, t('compliance.lists.proposed'));
  await giveReason(irene, t('compliance.steps.return.button'), RETURNED);
  await expect(irene.getByText(t('compliance.steps.return.done')).first()).toBeVisible();

  await openOnlyCase(robin, flow, t('compliance.lists.mine'));
  await expect(robin.getByText(t('compliance.statuses.returned')).first()).toBeVisible();
  await expect(robin.getByText(RETURNED)).toBeVisible();
  await propose(robin, flow, SECOND_REASON);

  await openOnlyCase(irene, flow, t('compliance.lists.proposed'));
  await expect(irene.getByText(SECOND_REASON).first()).toBeVisible();
  await expectAccessible(irene);
  await irene.getByRole('button', { name: t('compliance.approve') }).click();
  await expect(irene.getByText(t('compliance.reviewSaved')).last()).toBeVisible();

  await expectPaused(sender, flow, lastId);
  await expectNothingTold(sender, carl, lastId);
  await fileReport(robin, flow);
  await exportAudit(await newPage(), flow);
});

test('a lead cannot approve what she proposed herself', { tag: '@once' }, async ({ own, newPage, t }) => {
  const sender = own.browser();
  await sender.signUp();
  for (const amount of ['20.00', '30.00', '40.00']) await sender.send({ amount });
  const irene = await newPage();
  await signInByForm(irene, own.url, 'lead');
  await irene.waitForURL('**/compliance');
  await openOnlyCase(irene, { t, own }, t('compliance.lists.open'));
  await propose(irene, { t, own }, FIRST_REASON);
  await expect(irene.getByText(t('compliance.waitsForLead'))).toBeVisible();
  await expect(irene.getByRole('button', { name: t('compliance.approve') })).toHaveCount(0);
  const path = `/api/compliance/cases/${irene.url().split('/').at(-1) ?? ''}`;
  const { position } = (await (await irene.request.get(path)).json()) as { position: string };
  const refused = await irene.request.post(`${path}/approve`, {
    data: { seen: position },
    headers: { 'x-flip-request': '1', origin: own.url },
  });
  expect(await refused.json()).toMatchObject({ status: 403, type: 'urn:flip:problem:needs_second_person' });
});

test(
  'what an analyst writes stays when a lead proposes first, and becomes a note',
  { tag: '@once' },
  async ({ own, newPage, t }) => {
    const sender = own.browser();
    await sender.signUp();
    for (const amount of ['20.00', '30.00', '40.00']) await sender.send({ amount });
    const flow = { t, own };
    const [robin, irene] = [await newPage(), await newPage()];
    for (const [page, role] of [
      [robin, 'analyst'],
      [irene, 'lead'],
    ] as const) {
      await signInByForm(page, own.url, role);
      await page.waitForURL('**/compliance');
      await openOnlyCase(page, flow, t('compliance.lists.open'));
    }
    // By keys alone: an outcome, then the reason, which is missing.
    await robin.keyboard.press('2');
    await robin.keyboard.press('p');
    await robin.keyboard.type(SECOND_REASON);
    await propose(irene, flow, FIRST_REASON);
    const mine = robin.getByRole('alert').filter({ hasText: SECOND_REASON });
    await expect(mine).toContainText('Irene');
    await expect(robin.getByText(FIRST_REASON).first()).toBeVisible();
    await expectAccessible(robin);
    await mine.getByRole('button', { name: t('compliance.drafts.asNote') }).click();
    await expect(mine).toHaveCount(0);
    await expect(irene.getByRole('region', { name: t('compliance.log') })).toContainText(SECOND_REASON);
  },
);

/** Two sends as the product's own client makes them, and the third by hand. Returns its id. */
async function sendThree(page: Page, carl: Browser, { t, own }: Flow): Promise<string> {
  const number = newDebitCard();
  for (const amount of ['20.00', '30.00']) await carl.sendPaid({ amount }, own.simulatorUrl, number);
  await takeSession(page, carl);
  await page.goto('/dashboard');
  await quickSend(page, t, '40.00');
  await page.waitForURL('**/payment?key=*');
  await enterCard(page, t, number);
  await page.getByRole('button', { name: t('payment.pay', { total: '$' }) }).click();
  await page.waitForURL('**/transactions/*');
  const id = page.url().split('/').at(-1) ?? '';
  await waitFor('the charge', async () => {
    const { body } = await carl.get<Transaction>(`/api/transfers/${id}`);
    return body.payment?.state === 'captured' || null;
  });
  return id;
}

/** Opens the queue by the navigation, where the number of open cases follows its name as soon as it has loaded. */
async function openQueue(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).filter({ visible: true }).first().click();
}

/** Opens the one case of a list by the queue. */
async function openOnlyCase(page: Page, { t }: Flow, list: string): Promise<void> {
  await openQueue(page, t('compliance.queue'));
  await page
    .getByRole('navigation', { name: t('compliance.show') })
    .getByRole('link', { name: list })
    .click();
  const cases = page.locator('.queue-table tbody tr');
  await expect(cases).toHaveCount(1);
  await cases.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t('compliance.rules.velocity'));
}

/** Why the rule alerted, in words and in a picture, and the replay of the last transfer. */
async function readCase(page: Page, { t }: Flow, transferId: string): Promise<void> {
  await expect(page.getByText(t('compliance.attempts_other', { count: 3 })).last()).toBeVisible();
  const picture = page.getByRole('img', { name: t('compliance.plot.label', { attempts: '' }) });
  for (const amount of ['$20.00', '$30.00', '$40.00'])
    await expect(picture).toHaveAccessibleName(new RegExp(amount.replace('$', String.raw`\$`)));
  await expectAccessible(page);
  const attempts = page.getByRole('group', { name: t('compliance.behind') });
  await attempts
    .getByRole('link', { name: transferId.slice(0, 8) })
    .filter({ visible: true })
    .click();
  await page.waitForURL('**/compliance/replay/transfers/*');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(transferId.slice(0, 8));
  const events = page.getByRole('region', { name: t('replay.events') });
  await page.getByRole('slider').press('Home');
  await expect(events.locator('[aria-current]')).toContainText(t('replay.eventNames.TransferRequested'));
  await page.goBack();
}

/** The sender at the instant of the last event, in both orders. */
async function compareTimes(page: Page, { t }: Flow): Promise<void> {
  await page.getByRole('link', { name: t('senderAt.open') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('C•••• B••••');
  const transfers = page.getByRole('region', { name: t('senderAt.transfers') });
  await expect(transfers.getByRole('row')).not.toHaveCount(0);
  const asRecorded = await transfers.getByRole('row').count();
  await page.locator('label', { hasText: t('senderAt.bases.happened') }).click();
  await page.waitForURL('**basis=happened*');
  await expect(page.getByText(t('senderAt.lead.happened', { at: '' }).trim())).toBeVisible();
  await expect(transfers.getByRole('row')).toHaveCount(asRecorded);
  await expectAccessible(page);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t('compliance.rules.velocity'));
}

async function propose(page: Page, { t }: Flow, reason: string): Promise<void> {
  await page.getByRole('radio', { name: t('compliance.outcomeTexts.suspicious') }).click();
  await page.getByRole('checkbox', { name: t('compliance.pauseToo') }).check();
  await page.getByLabel(t('compliance.note'), { exact: true }).fill(reason);
  await page.getByRole('button', { name: t('compliance.propose') }).click();
  await expect(page.getByText(t('compliance.outcomeSaved')).last()).toBeVisible();
}

/** Takes a step that asks for a text. */
async function giveReason(page: Page, button: string, text: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

/** What was not paid out has ended like any transfer that we stop, and the next send reads the text of any pause. */
async function expectPaused(page: Page, { t, own }: Flow, lastId: string): Promise<void> {
  await expect(page.getByRole('status').getByText(t('tx.ending.not_completed.title'))).toBeVisible();
  expect(page.url()).toContain(lastId);
  await page.goto('/dashboard');
  await quickSend(page, t, '20.00');
  const language = (await page.locator('html').getAttribute('lang')) ?? 'en';
  const texts = JSON.parse(readFileSync(`api/src/i18n/${language}/errors.json`, 'utf8')) as object;
  const { sending_paused: text } = texts as { readonly sending_paused: string };
  await expect(page.getByText(text).first()).toBeVisible();
  expect(new URL(page.url()).origin).toBe(own.url);
}

/** No page that the sender opens and no mail tells them anything. */
async function expectNothingTold(page: Page, carl: Browser, lastId: string): Promise<void> {
  for (const path of [
    '/dashboard',
    '/transactions',
    `/transactions/${lastId}`,
    '/verification',
    '/profile',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.getByRole('main').innerText(), path).not.toMatch(TELLING);
  }
  const mails = await mailsTo(carl, CARL.email);
  expect(mails.length).toBeGreaterThan(2);
  for (const { subject, text } of mails) expect(`${subject}\n${text}`).not.toMatch(TELLING);
}

async function fileReport(page: Page, flow: Flow): Promise<void> {
  const { t } = flow;
  await openOnlyCase(page, flow, t('compliance.lists.reports'));
  await giveReason(page, t('compliance.steps.report.button'), REPORT);
  await expect(page.getByText(t('compliance.steps.report.done'))).toBeVisible();
  await expect(page.getByText(REPORT)).toBeVisible();
  await openQueue(page, t('compliance.queue'));
  await page
    .getByRole('navigation', { name: t('compliance.show') })
    .getByRole('link', { name: t('compliance.lists.reports') })
    .click();
  await expect(page.getByText(t('compliance.empty.reports'))).toBeVisible();
}

/** The file of everything that was done is found complete by the operations team, while the server runs. */
async function exportAudit(page: Page, { t, own }: Flow): Promise<void> {
  const { browser } = await newStaff(own, 'auditor', { firstName: 'Ada', lastName: 'Quist' });
  await takeSession(page, browser);
  await page.goto('/compliance/audit');
  await expect(page.getByText(t('audit.names.ReportFiled')).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('audit.export') }).click();
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('audit.exportGo'), exact: true })
    .click();
  const path = await (await downloading).path();
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  for (const action of [
    'HistoryReplayed',
    'OutcomeProposed',
    'ProposalReturned',
    'CaseReviewed',
    'ReportFiled',
  ])
    expect(lines.filter((line) => line.includes(`"action":"${action}"`)).length, action).toBeGreaterThan(0);
  const proven = await ops(own.dataDir, 'verify-export', path);
  expect(proven.output).toContain('is complete and unchanged');
  expect(proven.code).toBe(0);
  const withoutOne = lines.filter((line) => !line.includes('"action":"ProposalReturned"'));
  writeFileSync(path, `${withoutOne.join('\n')}\n`);
  const cut = await ops(own.dataDir, 'verify-export', path);
  expect(cut.output).toContain('1 missing');
  expect(cut.code).toBe(1);
}
