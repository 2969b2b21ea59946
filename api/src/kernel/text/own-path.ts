/** Only resolves paths; never requested. */
const BASE = 'http://flip.invalid';

/** `text` as a path of this application's screens; null for anything else, so that no link leads to another site. */
export function ownPath(text: string): string | null {
  const url = urlOf(text);
  if (url?.origin !== BASE) return null;
  // The path of "/.//evil.example" is "//evil.example", which names another host.
  const isOwn = !url.pathname.startsWith('//') && !url.pathname.startsWith('/api/');
  return isOwn ? `${url.pathname}${url.search}` : null;
}

/** As `URL.parse`, which browsers of two years ago lack. */
function urlOf(text: string): URL | null {
  try {
    return new URL(text, BASE);
  } catch {
    return null;
  }
}
