import type { StaffRole } from '../../api/src/kernel/accounts.js';
import { askServer } from '../../api/src/ops/operator-socket.js';
import type { Browser, Credentials } from './browser.js';

/** A running server, of this test or shared. */
interface StaffedServer {
  readonly dataDir: string;
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

/** As the operator's command line does it, without its process. */
export async function grant(
  { dataDir }: StaffedServer,
  { email }: Pick<Credentials, 'email'>,
  role: StaffRole,
): Promise<void> {
  const lines: string[] = [];
  const code = await askServer(dataDir, ['grant', email, role], (line) => void lines.push(line));
  if (code !== 0) throw new Error(`Not granted: ${lines.join(', ')}`);
}
