import type { CaseItem, CasePage } from '../../api/src/kernel/staff/compliance.js';
import type { Browser } from '../support/browser.js';
import { newStaff } from '../support/staff.js';
import { expectAccessible } from './accessible.js';
import { expect, test } from './flip-test.js';

/** The one case about a sender. */
async function caseOf(desk: Browser, uid: string): Promise<CaseItem> {
  const { items } = (await desk.get<CasePage>('/api/compliance/cases?status=open&sort=created&limit=100'))
    .body;
  const [found, ...others] = items.filter((item) => item.uid === uid);
  if (!found || others.length > 0) throw new Error(`${String(others.length)} more cases than one`);
  return found;
}

test('three attempts open one case, which an analyst reviews and replays', async ({
  page,
  t,
  flip,
  sender,
  signInAs,
}) => {
  for (const amount of ['20.00', '251.00', '20.00']) await sender.api.send({ amount });
  const robin = { firstName: 'Robin', lastName: 'Lindqvist' };
  const { browser: desk, credentials: analyst } = await newStaff(flip, 'analyst', robin);
  const { body: me } = await sender.api.get<{ uid: string }>('/api/me');
  await signInAs(analyst);
  await page.goto('/compliance');
  await expect(page.getByRole('table', { name: t('overview.alerts') })).toBeAttached();
  await expect(page.locator('.recharts-bar-rectangle').filter({ visible: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/compliance/verifications');
  await expect(page.getByRole('heading', { level: 1, name: t('checks.title') })).toBeVisible();
  await expect(page.getByRole('status').first()).toBeVisible();
  await expectAccessible(page);
  const { number } = await caseOf(desk, me.uid);
  await page.goto(`/compliance/cases?number=${number}`);
  const row = page.getByRole('row').filter({ hasText: number });
  await expect(row).toHaveCount(1);
  // No filter cuts off what it says.
  const filters = page.getByRole('search', { name: t('compliance.filters.label') }).locator('input');
  const cutTexts = (inputs: (HTMLElement | SVGElement)[]) =>
    inputs
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ outerHTML }) => outerHTML);
  expect(await filters.evaluateAll(cutTexts)).toEqual([]);
  await expectAccessible(page);
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(t('compliance.rules.velocity'));
  const attempts = page.getByRole('group', { name: t('compliance.behind') });
  await expect(attempts).toContainText(t('compliance.refusedShort'));
  // Nothing is cut off at the edge, even on a phone, with the widest time and amount that there can be.
  await attempts.evaluate((part) => {
    for (const time of part.querySelectorAll('time'))
      time.textContent = time.textContent.replace(/\d+:\d+/, '12:00').replace(/a(?=\.?m)/i, 'p');
    for (const amount of part.querySelectorAll('td.number')) amount.textContent = '$1,000.00';
  });
  const cutOff = (part: Element) =>
    [part, ...part.querySelectorAll('.mantine-Badge-label')].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ).length;
  expect(await attempts.evaluate(cutOff)).toBe(0);
  const caseAddress = page.url();
  await page.getByRole('link', { name: t('compliance.replayOpen') }).click();
  const slider = page.getByRole('slider');
  await expect(slider).toBeVisible();
  await slider.press('Home');
  const events = page.getByRole('region', { name: t('replay.events') });
  const shown = events.locator('[aria-current]');
  await expect(shown).toContainText(t('replay.eventNames.AccountRegistered'));
  await slider.press('End');
  await expect(events.getByText('TransferRequested', { exact: true }).first()).toBeVisible();
  // In a long history, the list scrolls to the selected event.
  const isInList = await events.locator('ol').evaluate((list) => {
    const edge = list.getBoundingClientRect().bottom + 1;
    return (list.querySelector('[aria-current]')?.getBoundingClientRect().bottom ?? Infinity) <= edge;
  });
  expect(isInList).toBe(true);
  await expectAccessible(page);
  await page.goto('/compliance/find');
  await page.getByRole('combobox', { name: t('find.by') }).click();
  await page.getByRole('option', { name: t('find.ways.uid') }).click();
  await page.getByRole('textbox', { name: t('find.ways.uid') }).fill(me.uid);
  await page.getByRole('textbox', { name: t('replay.reason.reference') }).fill('S-1182');
  await page.getByRole('button', { name: t('find.submit') }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByText('TransferRequested').first()).toBeVisible();
  await page.goto(caseAddress);
  await page.getByRole('radio', { name: t('compliance.outcomeTexts.cleared') }).click();
  await page.getByLabel(t('compliance.note'), { exact: true }).fill('Rent split among roommates.');
  await page.getByRole('button', { name: t('compliance.closeCase') }).click();
  await expect(page.getByText(t('compliance.outcomeSaved'))).toBeVisible();
  await page.goto(`/compliance/cases?number=${number}`);
  await expect(row).toContainText(t('compliance.outcomes.cleared'));
});

test(
  'a case that arrives hides no heading of the queue',
  { tag: '@once' },
  async ({ page, flip, signInAs }) => {
    const openCase = async () => {
      const sender = flip.browser();
      await sender.signUp();
      for (const amount of ['20.00', '30.00', '40.00']) await sender.send({ amount });
    };
    await openCase();
    await signInAs((await newStaff(flip, 'analyst')).credentials);
    await page.goto('/compliance/cases?sort=created');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await openCase();
    await expect(page.getByRole('button', { name: /new case/ })).toBeVisible();
    // A press has to reach it.
    for (const heading of await page.getByRole('columnheader').all()) await heading.click({ trial: true });
    await page.getByRole('button', { name: /new case/ }).click();
    await expect(page.getByRole('button', { name: /new case/ })).toHaveCount(0);
  },
);

test('the review desk does not exist for a sender', { tag: '@once' }, async ({ page, sender, signInAs }) => {
  await signInAs(sender);
  await page.goto('/compliance');
  await page.waitForURL(/\/$/);
});
