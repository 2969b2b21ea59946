import { type Locale, SOCIAL_MESSAGE, type SocialResult } from '../../../kernel/people/accounts.js';

/** Where a signed-in user goes by default. */
const HOME = '/dashboard';
/** Only resolves paths; never requested. */
const BASE = 'http://flip.invalid';

/** `text` when it is a path of this application's screens, else the dashboard, so that no link redirects to another site. */
export function ownPath(text: string | undefined): string {
  if (text === undefined || !URL.canParse(text, BASE)) return HOME;
  const { origin, pathname, search } = new URL(text, BASE);
  // The path of "/.//evil.example" is "//evil.example", which names another host.
  const isOwn = origin === BASE && !pathname.startsWith('//') && !pathname.startsWith('/api/');
  return isOwn ? `${pathname}${search}` : HOME;
}

/** The screen that a finished attempt leads to, with the refusal in its query. */
export function screenAfter(
  result: SocialResult,
  { page, returnTo }: { readonly page: string; readonly returnTo: string },
): string {
  if (result.ok) return returnTo;
  if (result.code === 'social_link_required') return '/signin/link';
  if (result.code === 'second_factor_required') return '/signin/code';
  const query = new URLSearchParams({ social: result.code });
  const { seconds } = result.params;
  if (typeof seconds === 'number') query.set('seconds', String(seconds));
  return `${page}?${query.toString()}`;
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

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
