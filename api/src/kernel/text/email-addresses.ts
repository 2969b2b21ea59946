/** Longest part before the @, in UTF-16 units (RFC 5321, 4.5.3.1). */
const LOCAL_MAX_LENGTH = 64;
const ATOM = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+(?!\\p{N}+$)${LABEL}$`, 'u');
/** Names another host before the @, through which the mail would go: `maya%bank.example@relay.example`. */
const ROUTED = /[%!].*@/;

/**
 * Whether a text is an email address, with letters of any script: no quotation marks or comments, which mail servers and
 * libraries read differently, and a domain of at least two names. Its whole length is the field's own rule.
 */
export function isEmailAddress(text: string): boolean {
  return text.indexOf('@') <= LOCAL_MAX_LENGTH && EMAIL.test(text);
}

/** Whether it is one that an account can have: mail to it goes to its owner only. */
export function isOwnEmailAddress(text: string): boolean {
  return isEmailAddress(text) && !ROUTED.test(text);
}
