import type { Browser, Credentials } from '../support/browser.js';
import type { FlipServer } from '../support/flip-server.js';
import { waitFor } from '../support/wait-for.js';

const ANALYST = { email: 'analyst@demo.example', password: 'quiet-harbor-violin-74' };

interface Cases {
  /** Missing in a refusal while the view catches up. */
  readonly items?: readonly { readonly alert: { readonly txs: readonly string[] } }[];
}

/** Signs in as soon as the server, maybe still building its views, allows it. */
export async function signedIn(server: FlipServer, credentials: Credentials): Promise<Browser> {
  const browser = server.browser();
  await waitFor('the views', async () => {
    const { status, text } = await browser.post('/api/auth/sign-in', credentials);
    return status === 200 || text.includes('problem:second_factor_required') || null;
  });
  await browser.signIn(credentials);
  return browser;
}

/** Sends $2.00. */
export async function sendOne(sender: Browser): Promise<string> {
  const { status, body } = await sender.send<{ id: string }>({ amount: '2.00' });
  expect(status).toBe(201);
  return body.id;
}

/**
 * The sender's third transfer of the hour raises a case together with the two earlier ones, wherever log and vault were
 * moved: one case names all three. The only other case was raised by another sender's load.
 */
export async function expectThirdSendToRaise(
  server: FlipServer,
  credentials: Credentials,
  early: readonly string[],
): Promise<void> {
  const analyst = await signedIn(server, ANALYST);
  const openCases = async () =>
    (await analyst.get<Cases>('/api/compliance/cases?reviewed=false&limit=50')).body.items ?? [];
  await waitFor("the other sender's case", async () => (await openCases())[0]);
  expect(await openCases()).toHaveLength(1);
  const third = await sendOne(await signedIn(server, credentials));
  const raised = await waitFor('the case', async () =>
    (await openCases()).find(({ alert }) => alert.txs.includes(third)),
  );
  expect([...raised.alert.txs].sort()).toEqual([...early, third].sort());
  expect(await openCases()).toHaveLength(2);
}
