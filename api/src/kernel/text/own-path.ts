/** Only resolves paths; never requested. */
const BASE = 'http://flip.invalid';

/** `text` as a path of this application's screens; undefined for anything else, so that no link leads to another site. */
export function ownPath(text: string | null | undefined): string | undefined {
  const url = text ? urlOf(text) : undefined;
  if (url?.origin !== BASE) return undefined;
  // The path of "/.//evil.example" is "//evil.example", which names another host.
  const isOwn = !url.pathname.startsWith('//') && !url.pathname.startsWith('/api/');
  return isOwn ? `${url.pathname}${url.search}` : undefined;
}

/** As `URL.parse`, which browsers of two years ago lack. */
function urlOf(text: string): URL | undefined {
  try {
    return new URL(text, BASE);
  } catch {
    return undefined;
  }
}
