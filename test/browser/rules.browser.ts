import type { CasePage } from '../../api/src/kernel/staff/compliance.js';
import { newStaff } from '../support/staff.js';
import { expectAccessible } from './accessible.js';
import { expect, test } from './flip-test.js';

test('a rule that an analyst tries on what happened is activated by a lead, and names its case', async ({
  page,
  t,
  flip,
  language,
  sender,
  signInAs,
}) => {
  // Of no other test, so that only these attempts meet the rule.
  const amount = language === 'en' ? '31.37' : '31.39';
  const above = language === 'en' ? '31.38' : '31.40';
  const name = `Odd cents ${language}`;
  const id = `odd-cents-${language}`;
  for (let sent = 0; sent < 2; sent += 1) await sender.api.send({ amount });
  const { body: me } = await sender.api.get<{ uid: string }>('/api/me');
  const robin = { firstName: 'Robin', lastName: 'Lindqvist' };
  const { credentials: analyst } = await newStaff(flip, 'analyst', robin);
  const irene = { firstName: 'Irene', lastName: 'Vasquez' };
  const { browser: desk, credentials: lead } = await newStaff(flip, 'lead', irene);

  await signInAs(analyst);
  await page.goto('/compliance/rules');
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: t('rules.new') }).click();
  await page.getByRole('textbox', { name: t('rules.parts.name') }).fill(name);
  await page.getByRole('textbox', { name: t('rules.parts.atLeast') }).fill('2');
  for (const [condition, value] of [
    ['from', amount],
    ['below', above],
  ] as const) {
    await page.getByRole('combobox', { name: t('rules.addCondition') }).click();
    await page.getByRole('option', { name: t(`rules.parts.${condition}`) }).click();
    await page.getByRole('textbox', { name: t(`rules.parts.${condition}`) }).fill(value);
  }
  const run = page.getByRole('button', { name: t('backtest.run') });
  await run.click();
  const alerts = page.getByRole('table', { name: t('backtest.alerts'), exact: true });
  await expect(alerts.getByRole('row')).toHaveCount(2);
  await expect(page.locator('.recharts-bar-rectangle').filter({ visible: true }).first()).toBeVisible();
  await expectAccessible(page);
  await alerts.getByRole('button').click();
  const attempts = page
    .getByRole('dialog')
    .getByRole('row')
    .filter({ hasText: `$${amount}` });
  await expect(attempts).toHaveCount(2);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('rules.saveDraft') }).click();
  await page.waitForURL(`**/compliance/rules/${id}?backtest=*`);
  await expect(page.getByText(t('rules.waitsForLead'))).toBeVisible();
  await expect(alerts.getByRole('row')).toHaveCount(2);

  await signInAs(lead);
  await page.goto(`/compliance/rules/${id}`);
  await page.getByRole('button', { name: t('rules.activate', { version: 1 }) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await expectAccessible(page);
  // The tests that ran before decide whether these attempts are more than a tenth.
  const sure = dialog.getByRole('checkbox', { name: t('rules.trial.sure') });
  if (await sure.isVisible()) await sure.check();
  await dialog.getByRole('button', { name: t('rules.activate', { version: 1 }) }).click();
  await expect(page.getByText(t('rules.statuses.active', { version: 1 })).first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expectAccessible(page);

  await sender.api.send({ amount });
  await expect
    .poll(async () => {
      const { body } = await desk.get<CasePage>(`/api/compliance/cases?status=open&rule=${id}&limit=10`);
      return body.items.map(({ uid }) => uid);
    })
    .toEqual([me.uid]);
  await page.goto(`/compliance/cases?rule=${id}`);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  const why = page.getByRole('region', { name: t('compliance.why') });
  await expect(why).toContainText(t('rules.words.between', { from: `$${amount}`, to: `$${amount}` }));
  await expect(why.getByRole('link', { name: `${name} v1` })).toBeVisible();
  await expectAccessible(page);
});
