import type { Browser } from './browser.js';
import { waitFor } from './wait-for.js';

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** All mails to an address, newest first, as shown in the simulator's /outbox. */
export async function mailsTo(browser: Browser, email: string): Promise<readonly Mail[]> {
  const { body } = await browser.get<{ outboxUrl: string }>('/api/config');
  const listed = (await (await fetch(`${body.outboxUrl}.json`)).json()) as { items: readonly Mail[] };
  return listed.items.filter(({ to }) => to.includes(email));
}

/** Waits for a mail whose link leads to `path` and resolves to the token of the newest one. */
export function mailedToken(browser: Browser, email: string, path: '/confirm' | '/reset'): Promise<string> {
  const link = new RegExp(`${path}\\S*token=([\\w-]+)`);
  return waitFor(`the mail with ${path}`, async () => {
    const found = (await mailsTo(browser, email)).map(({ text }) => link.exec(text)?.[1]);
    return found.find((token) => token !== undefined);
  });
}
