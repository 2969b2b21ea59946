import { escaped, plainPage } from '../../http/contract/plain-page.js';
import type { Locale } from '../../kernel/people/accounts.js';

/** The texts of the page; `stop` is the label of its button, null once the mails have been stopped. */
interface UnsubscribePage {
  readonly locale: Locale;
  readonly title: string;
  readonly text: string;
  readonly stop: string | null;
  readonly profile: string;
}

/**
 * The page behind the link in a mail. Opening it changes nothing, since mail programs open links by themselves; its button
 * posts to its own address.
 */
export function unsubscribePage({ locale, title, text, stop, profile }: UnsubscribePage): string {
  const button = stop === null ? '' : `<form method="post"><button>${escaped(stop)}</button></form>`;
  const content = `<p role="status">${escaped(text)}</p>
      ${button}
      <a href="/profile">${escaped(profile)}</a>`;
  return plainPage({ locale, title, content });
}
