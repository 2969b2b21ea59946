import { domainToASCII, domainToUnicode } from 'node:url';
import { blindIndex } from '../../engine/vault/blind-index.js';
import type { Secrets } from '../../config/runtime.js';
import { EMAIL_MAX_LENGTH } from '../../kernel/people/accounts.js';
import { normalText } from '../../kernel/text/normal-text.js';
import { hasUnseenCharacters } from '../../kernel/text/texts.js';

type IndexKey = Pick<Secrets, 'blindIndexKey'>;

/**
 * The normalized form of an address for storing and finding accounts. The domain is written as mail servers resolve it, so
 * that two spellings of one domain are not two accounts.
 */
export function normalEmail(email: string): string {
  return withDomain(normalText(email.trim(), 'NFC').toLowerCase(), domainToASCII);
}

/** The blind index of an address, the id of its claim's stream and of its attempt counters. */
export function emailIndex(email: string, { blindIndexKey }: IndexKey): string {
  return blindIndex(blindIndexKey, 'email', normalEmail(email));
}

/** The index under which an address with an international domain was claimed before; null for all others. */
export function earlierIndex(email: string, { blindIndexKey }: IndexKey): string | null {
  const normal = normalEmail(email);
  const earlier = withDomain(normal, domainToUnicode);
  return earlier === normal ? null : blindIndex(blindIndexKey, 'email', earlier);
}

/** Text that is no address, or contains invisible characters, is unchanged, for the validation to refuse. */
function withDomain(text: string, written: (domain: string) => string): string {
  const at = text.lastIndexOf('@');
  const isRefused = at < 0 || text.length > EMAIL_MAX_LENGTH || hasUnseenCharacters(text);
  const domain = isRefused ? '' : written(text.slice(at + 1));
  return domain === '' ? text : `${text.slice(0, at + 1)}${domain}`;
}
