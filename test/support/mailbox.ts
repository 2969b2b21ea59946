import { waitFor } from './wait-for.js';

/** A client of the server that sends the mails. */
interface Client {
  get(path: string): Promise<{ readonly body: unknown }>;
}

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** All mails to an address, newest first, as shown in the simulator's /outbox. */
export async function mailsTo(browser: Client, email: string): Promise<readonly Mail[]> {
  const { outboxUrl } = (await browser.get('/api/config')).body as { readonly outboxUrl: string };
  const listed = (await (await fetch(`${outboxUrl}.json`)).json()) as { items: readonly Mail[] };
  return listed.items.filter(({ to }) => to.includes(email));
}

/** Waits for a mail with a link to `path` and resolves to the token of the newest one. */
export function mailedToken(browser: Client, email: string, path: MailedPath): Promise<string> {
  return waitFor(`the mail with ${path}`, () => newestToken(browser, email, path));
}

/** The token of the newest mail with a link to `path`, if any has arrived. */
export async function newestToken(
  browser: Client,
  email: string,
  path: MailedPath,
): Promise<string | undefined> {
  const link = new RegExp(`${path}\\S*token=([\\w-]+)`);
  const found = (await mailsTo(browser, email)).map(({ text }) => link.exec(text)?.[1]);
  return found.find((token) => token !== undefined);
}

type MailedPath = '/confirm' | '/reset';
