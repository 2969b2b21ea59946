import type { StaffRole } from '../../api/src/kernel/accounts.js';
import type { Browser, Credentials } from './browser.js';
import { type OperatedOn, ops, opsInServer } from './ops.js';

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
  await grant(server, credentials, role);
  // A session keeps the roles that it started with.
  browser.cookies.clear();
  await browser.signIn(credentials);
  await browser.enrolSecondFactor(credentials);
  return { browser, credentials };
}

/** As the operator does it; on servers of a deployment, that is a process of its own. */
export async function grant(
  { dataDir, env }: OperatedOn,
  { email }: Pick<Credentials, 'email'>,
  role: StaffRole,
): Promise<void> {
  const words = ['grant', email, role];
  const { code, output } = await (env ? ops({ dataDir, env }, ...words) : opsInServer(dataDir, ...words));
  if (code !== 0) throw new Error(`Not granted: ${output}`);
}
