import type { Page } from '@playwright/test';
import { DEMO_USERS, type DemoUser } from '../../api/src/demo/demo-users.js';
import { authenticator } from '../support/authenticator.js';

/** Signs a demo person in by the form, with the code of a second factor where there is one. */
export async function signInByForm(page: Page, url: string, role: DemoUser['role']): Promise<void> {
  const user = DEMO_USERS.find((one) => one.role === role);
  if (!user) throw new Error(`No demo person is ${role}`);
  await page.goto(`${url}/signin`);
  await page.locator('input[type=email]').fill(user.email);
  await page.locator('input[type=password]').fill(user.password);
  await page.locator('form button[type=submit]').click();
  if (user.totpSecret === undefined) return;
  await page.waitForURL('**/signin/code');
  await page.locator('.code-field input').fill(await authenticator.codeOf(user.email, url));
}
