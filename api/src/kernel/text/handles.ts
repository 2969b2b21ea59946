import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isEmailAddress } from './email-addresses.js';
import { pastedText } from './pasted-text.js';
import { payoutRouteOf, type Platform } from '../money/platforms.js';

/** Longest handle, in UTF-16 units: an email address of maximum length. */
export const HANDLE_MAX_LENGTH = 254;
/** Longest receiver that PayPal's Payouts API takes (developer.paypal.com/docs/api/payments.payouts-batch, `receiver`). */
const PAYPAL_RECEIVER_MAX_LENGTH = 127;

/** Why a handle is impossible on its platform; also the key of its text in the language files. */
export const HANDLE_CODES = [
  'handle_required',
  'handle_too_long',
  'handle_email_invalid',
  'handle_phone_invalid',
  'handle_email_or_phone',
  'handle_cash_app_tag',
  'handle_venmo_tag',
  'handle_chime_tag',
  'handle_paypal_me',
] as const;
export type HandleCode = (typeof HANDLE_CODES)[number];

export type NormalizedHandle =
  | { readonly ok: true; readonly value: string; readonly kind: 'email' | 'phone' | 'tag' }
  | { readonly ok: false; readonly code: HandleCode };

interface TagRule {
  readonly symbol: '$' | '@';
  readonly pattern: RegExp;
  readonly code: HandleCode;
  /** The platform's own links, removed before the name is checked; a profile's leaves its name, the group. */
  readonly link: RegExp | null;
  readonly lowerCase: boolean;
}

/** Platforms that have usernames; the others take only an email address or a US phone number. */
const tagRules: Readonly<Record<Platform, TagRule | null>> = {
  'Cash App': {
    symbol: '$',
    pattern: /^(?=\d*[a-z])[a-z\d]{1,20}$/i,
    code: 'handle_cash_app_tag',
    link: /^(?:https?:\/\/)?(?:www\.)?cash\.app\/(?:(?:\$|%24)([a-z\d]+)(?:[/?#].*)?$)?/i,
    lowerCase: true,
  },
  Venmo: {
    symbol: '@',
    pattern: /^[-\w]{1,50}$/,
    code: 'handle_venmo_tag',
    link: /^(?:https?:\/\/)?(?:www\.|account\.)?venmo\.com\/(?:u\/(?:([-\w]+)(?:[/?#].*)?$)?)?/i,
    lowerCase: false,
  },
  Chime: {
    symbol: '$',
    pattern: /^[-a-z\d]{2,32}$/i,
    code: 'handle_chime_tag',
    link: null,
    lowerCase: false,
  },
  Zelle: null,
  PayPal: null,
  'Apple Pay': null,
};

const PAYPAL_LINK = /^(?:https?:\/\/)?(?:www\.)?(?:paypal\.me\/|paypal\.com\/paypalme\/)/i;
const ASCII = /^[\x21-\x7e]+$/;
const PHONE_CHARACTERS = /^\+?[\d ().-]+$/;
const PHONE_MIN_DIGITS = 7;

/**
 * Normalizes a recipient's handle on a platform, or says why it is impossible there (providers §3). Email addresses in
 * lower case, phone numbers as +1 E.164, usernames with their symbol: `$maria`, `@maria`.
 */
export function normalizeHandle(platform: Platform, text: string): NormalizedHandle {
  if (text.length > HANDLE_MAX_LENGTH) return refused('handle_too_long');
  const normal = normalized(platform, text);
  const isPaidByPayPal = payoutRouteOf(platform) === 'paypal';
  return isPaidByPayPal && normal.ok && normal.value.length > PAYPAL_RECEIVER_MAX_LENGTH
    ? refused('handle_too_long')
    : normal;
}

function normalized(platform: Platform, text: string): NormalizedHandle {
  const typed = pastedText(text);
  if (platform === 'PayPal' && PAYPAL_LINK.test(typed)) return refused('handle_paypal_me');
  const rule = tagRules[platform];
  const unlinked = withoutLink(typed, rule);
  const bare = unlinked.replace(/^[$@]/, '');
  if (bare === '') return refused('handle_required');
  if (bare.includes('@')) return emailHandle(unlinked.toLowerCase());
  if (bare === typed && isPhoneLike(bare)) return phoneHandle(bare);
  return rule ? tagHandle(rule, bare) : refused('handle_email_or_phone');
}

function withoutLink(typed: string, rule: TagRule | null): string {
  return rule?.link ? typed.replace(rule.link, (_, name = '') => String(name)).replace(/\/$/, '') : typed;
}

function isPhoneLike(text: string): boolean {
  if (text.startsWith('+')) return true;
  return PHONE_CHARACTERS.test(text) && text.replace(/\D/g, '').length >= PHONE_MIN_DIGITS;
}

function emailHandle(value: string): NormalizedHandle {
  if (!ASCII.test(value) || !isEmailAddress(value)) return refused('handle_email_invalid');
  return { ok: true, value, kind: 'email' };
}

function phoneHandle(text: string): NormalizedHandle {
  const phone = PHONE_CHARACTERS.test(text) ? parsePhoneNumberFromString(text, 'US') : undefined;
  if (phone?.country !== 'US' || !phone.isValid()) return refused('handle_phone_invalid');
  return { ok: true, value: phone.number, kind: 'phone' };
}

function tagHandle(rule: TagRule, name: string): NormalizedHandle {
  if (!rule.pattern.test(name)) return refused(rule.code);
  return { ok: true, value: rule.symbol + (rule.lowerCase ? name.toLowerCase() : name), kind: 'tag' };
}

function refused(code: HandleCode): NormalizedHandle {
  return { ok: false, code };
}
