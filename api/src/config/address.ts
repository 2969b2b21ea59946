import { z } from 'zod';

/** The parts that an address may have besides its host and port. */
type Part = 'user' | 'path' | 'query';

const PARTS: Readonly<Record<Part, (url: URL) => boolean>> = {
  user: ({ username, password }) => username !== '' || password !== '',
  path: ({ pathname }) => pathname !== '' && pathname !== '/',
  query: ({ search }) => search !== '',
};

/**
 * The one type of configured addresses: a protocol, a host, and only the parts that are allowed by name. Never a fragment.
 * In lower case up to the path and without a last slash, so that rules and callers can compare and extend it.
 */
export function address(protocols: readonly string[], allowed: readonly Part[] = []) {
  return z.string().transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const problem = url ? problemOf(url, protocols, allowed) : 'not an address';
    if (url && problem === null) return written(url, text, allowed);
    context.addIssue({ code: 'custom', message: problem ?? 'not an address' });
    return z.NEVER;
  });
}

function problemOf(url: URL, protocols: readonly string[], allowed: readonly Part[]): string | null {
  if (!protocols.includes(url.protocol) || url.hostname === '')
    return `an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  if (url.hash !== '') return 'an address without a fragment';
  const parts = Object.keys(PARTS) as Part[];
  const found = parts.find((part) => !allowed.includes(part) && PARTS[part](url));
  return found === undefined ? null : `an address without a ${found}`;
}

/** With a user or a query it stays as it was written, because a library reads it. */
function written({ protocol, host, pathname }: URL, text: string, allowed: readonly Part[]): string {
  if (allowed.includes('user') || allowed.includes('query')) return text;
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
}
