import type { Locale } from '../../kernel/people/accounts.js';
import { type Config, publicUrl } from '../../config/config.js';
import { macFor } from '../../engine/vault/mac.js';
import type { Secrets } from '../../config/runtime.js';

/** Route of the page and of one-click unsubscription (RFC 8058). */
export const OPT_OUT_ROUTE = '/api/mail/unsubscribe';

/** The format of a token: a uid and its MAC, which may name its key. */
export const OPT_OUT_TOKEN_PATTERN = /^[0-9a-f-]{36}\.([1-9]\d{0,5}\.)?[A-Za-z0-9_-]{43}$/;

/**
 * The link in a mail that turns "Receive important emails" off without a sign-in. It stays valid until its key is forgotten,
 * since old mails have one too, and it can do nothing else (docs/security.md).
 */
export function optOutUrl(
  config: Config,
  secrets: Secrets,
  { uid, locale }: { readonly uid: string; readonly locale: Locale },
): string {
  const url = new URL(OPT_OUT_ROUTE, publicUrl(config));
  url.search = new URLSearchParams({ token: optOutToken(uid, secrets), lng: locale }).toString();
  return url.href;
}

/** The uid of a token that we made; null for any other text. */
export function uidOfOptOut(token: string, secrets: Secrets): string | null {
  const [uid = ''] = token.split('.', 1);
  return macFor(secrets, 'mail-opt-out').isOf(token.slice(uid.length + 1), uid) ? uid : null;
}

function optOutToken(uid: string, secrets: Secrets): string {
  return `${uid}.${macFor(secrets, 'mail-opt-out').of(uid)}`;
}
