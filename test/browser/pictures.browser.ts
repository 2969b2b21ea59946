import { expect, test } from './flip-test.js';
import { quickSend } from './quick-send.js';

/** `npm run pictures` keeps what the README shows; any other run leaves them with its results. */
const FOLDER = process.env.UPDATE_PICTURES === 'true' ? 'docs/images' : 'test-results/pictures';

const EARLIER = [
  { recipient: 'Rosa Jiménez', platform: 'Chime', handle: '$rosaj', amount: '35.00' },
  { recipient: 'Priya Nair', platform: 'PayPal', handle: 'priya@people.example', amount: '40.00' },
  { recipient: 'Luis Herrera', platform: 'Zelle', handle: 'luis@people.example', amount: '45.00' },
];

test('the pictures of the README show a dashboard and a payment in use', async ({
  page,
  t,
  sender,
  signInAs,
  language,
}, info) => {
  for (const draft of EARLIER) await sender.api.send(draft);
  await signInAs(sender);
  await expect(page.getByRole('link', { name: /Rosa Jiménez/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('$130');
  await expect(page.getByRole('button', { name: t('quick.send') })).toBeVisible();
  const picture = (name: string) =>
    `${FOLDER}/${info.project.name === 'en-wide' ? name : `${name}-${info.project.name}`}.png`;
  await page.screenshot({ path: picture('dashboard'), fullPage: true });
  await quickSend(page, t, '120.00', 'Dinner on Friday');
  await page.waitForURL('**/payment?key=*');
  await expect(page.getByRole('main')).toContainText('$126.90');
  await page.screenshot({ path: picture('payment'), fullPage: true });
  await expect(page.locator('html')).toHaveAttribute('lang', language);
});
