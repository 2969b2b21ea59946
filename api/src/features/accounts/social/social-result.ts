import { escaped } from '../../../http/contract/plain-page.js';
import { ownPath } from '../../../kernel/text/own-path.js';
import { type Locale, SOCIAL_MESSAGE, type SocialResult } from '../../../kernel/people/accounts.js';

/** Where a signed-in user goes by default. */
const HOME = '/dashboard';
/** The screen that was wanted; the dashboard for an address that is none of ours. */
export function wantedScreen(text: string | undefined): string {
  return ownPath(text) ?? HOME;
}

/** The screen that a finished attempt leads to, with the refusal, and the screen that is still wanted, in its query. */
export function screenAfter(
  result: SocialResult,
  { page, returnTo }: { readonly page: string; readonly returnTo: string },
): string {
  if (result.ok) return returnTo;
  if (result.code === 'social_link_required') return '/signin/link';
  const query = new URLSearchParams();
  const needsCode = result.code === 'second_factor_required';
  const { seconds } = result.params;
  if (!needsCode) query.set('social', result.code);
  if (typeof seconds === 'number') query.set('seconds', String(seconds));
  if (![HOME, page].includes(returnTo)) query.set('returnTo', returnTo);
  const screen = needsCode ? '/signin/code' : page;
  return query.size > 0 ? `${screen}?${query.toString()}` : screen;
}

/**
 * The page of a popup: its script reports the result to the window that opened it and closes it. Without such a window
 * it opens `next` itself.
 */
export function popupPage(
  result: SocialResult,
  { next, locale, text }: { readonly next: string; readonly locale: Locale; readonly text: string },
): string {
  const message = escaped(JSON.stringify({ type: SOCIAL_MESSAGE, result }));
  return `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>Flip</title>
    <script src="/social-popup.js" defer></script>
  </head>
  <body data-message="${message}" data-next="${escaped(next)}">
    <p><a href="${escaped(next)}">${escaped(text)}</a></p>
  </body>
</html>
`;
}
