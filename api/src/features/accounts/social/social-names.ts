import { NAME_MAX_LENGTH } from '../../../kernel/people/accounts.js';
import { cleanText, hasUnseenCharacters } from '../../../kernel/text/texts.js';
import type { SocialIdentity } from './social-providers.js';

/**
 * The names of a new account, by the rules of a typed name: the provider's given and family name, else its full name, of
 * which the first word is the first name, else the part of the address before the @. The last name may be empty.
 */
export function namesOf(identity: Pick<SocialIdentity, 'firstName' | 'lastName' | 'name' | 'email'>): {
  readonly firstName: string;
  readonly lastName: string;
} {
  const given = clean(identity.firstName);
  if (given !== '') return { firstName: given, lastName: clean(identity.lastName) };
  const [first = '', ...rest] = clean(identity.name).split(' ');
  if (first !== '') return { firstName: first, lastName: rest.join(' ') };
  return { firstName: clean(identity.email.split('@')[0]) || identity.email, lastName: '' };
}

/** Cut, not refused: what the provider sends cannot be corrected. */
function clean(text = ''): string {
  const seen = hasUnseenCharacters(text) ? text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '') : text;
  const result = cleanText(Array.from(seen).slice(0, NAME_MAX_LENGTH).join(''), NAME_MAX_LENGTH);
  return result.ok ? result.value : '';
}
