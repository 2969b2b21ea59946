import type { StaffRole } from '../../api/src/kernel/accounts.js';
import type { Browser, Credentials } from './browser.js';
import { ops, type OperatedOn } from './ops.js';

/** A running server, of this test or shared. */
interface StaffedServer extends OperatedOn {
  browser(): Browser;
}

/** A new staff member with a role, signed in with a second factor. */
export async function newStaff(
  server: StaffedServer,
  role: StaffRole,
  person: { readonly firstName?: string; readonly lastName?: string } = {},
): Promise<{ readonly browser: Browser; readonly credentials: Credentials }> {
  const browser = server.browser();
  const credentials = await browser.signUp(person);
  const { code, output } = await ops(server, 'grant', credentials.email, role);
  if (code !== 0) throw new Error(`Not granted: ${output}`);
  // A session keeps the roles that it started with.
  browser.cookies.clear();
  await browser.signIn(credentials);
  await browser.enrolSecondFactor(credentials);
  return { browser, credentials };
}
