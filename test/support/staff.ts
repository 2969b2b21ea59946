import type { StaffRole } from '../../api/src/kernel/people/accounts.js';
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
  const proof = await grant(server, credentials, role);
  // A session keeps the roles that it started with.
  browser.cookies.clear();
  await browser.signIn(credentials);
  await browser.enrolSecondFactor(credentials, proof);
  return { browser, credentials };
}

/**
 * As the operator does it; on servers of a deployment, that is a separate process. Returns the enrolment code, '' for who
 * has a second factor.
 */
export async function grant(
  { dataDir, env }: OperatedOn,
  { email }: Pick<Credentials, 'email'>,
  role: StaffRole,
): Promise<string> {
  const words = ['grant', email, role];
  const { code, output } = await (env ? ops({ dataDir, env }, ...words) : opsInServer(dataDir, ...words));
  if (code !== 0) throw new Error(`Not granted: ${output}`);
  return enrolmentCodeIn(output);
}

/** The code that `ops grant` and `ops reset-second-factor` print. */
export function enrolmentCodeIn(output: string): string {
  return /(?:[2-9A-Z]{4}-){2}[2-9A-Z]{4}/.exec(output)?.[0] ?? '';
}
