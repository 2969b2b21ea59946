import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from '@kernel/people/accounts';
import { isOwnEmailAddress } from '@kernel/text/email-addresses';
import { normalText } from '@kernel/text/normal-text';
import { codeText, pastedText } from '@kernel/text/pasted-text';
import { cleanText, codePointsOf, type TextCode } from '@kernel/text/texts';
import { FULL_NAME_MAX_LENGTH } from '@kernel/people/verification';

/** The numbers that the texts of these checks name. */
export const CHECK_PARAMS = { min: PASSWORD_MIN_LENGTH, max: PASSWORD_MAX_LENGTH, nameMax: NAME_MAX_LENGTH };

/** Requires an email address, as typed or pasted (specification §5). */
export function checkEmail(email: string): string | null {
  const address = pastedText(email);
  if (address === '') return 'auth.emailRequired';
  return isOwnEmailAddress(address) && address.length <= EMAIL_MAX_LENGTH ? null : 'auth.emailInvalid';
}

/** Signing in only requires a non-empty password. */
export function checkGivenPassword(password: string): string | null {
  return password === '' ? 'auth.passwordRequired' : null;
}

/** The current password, together with a new one. */
export function checkCurrentPassword(password: string): string | null {
  return password === '' ? 'profile.currentRequired' : null;
}

/** A password to set has the length of the policy (decision 30). */
export function checkNewPassword(password: string): string | null {
  if (password === '') return 'auth.newPasswordRequired';
  return hasPolicyLength(password) ? null : 'signup.weak';
}

/** Length is counted like on the server: normalized, in code points. */
export function hasPolicyLength(password: string): boolean {
  const length = codePointsOf(normalText(password, 'NFKC'));
  return length >= PASSWORD_MIN_LENGTH && length <= PASSWORD_MAX_LENGTH;
}

const NAME_TEXTS: Readonly<Record<TextCode, string>> = {
  text_required: 'signup.names_required',
  text_too_long: 'auth.nameTooLong',
  text_characters: 'auth.nameCharacters',
};

/** Requires a full name, under the same rule. */
export function checkFullName(name: string): string | null {
  const clean = cleanText(name, FULL_NAME_MAX_LENGTH);
  if (clean.ok) return null;
  return clean.code === 'text_required' ? 'kyc.nameRequired' : NAME_TEXTS[clean.code];
}

/** Requires a first or last name that fits and has no invisible characters. */
export function checkName(name: string): string | null {
  const clean = cleanText(name, NAME_MAX_LENGTH);
  return clean.ok ? null : NAME_TEXTS[clean.code];
}

/** Six digits of an authenticator app. */
export function checkCode(code: string): string | null {
  if (code === '') return 'factor.codeRequired';
  return /^\d{6}$/.test(code) ? null : 'factor.codeInvalid';
}

/** Twelve letters and digits, however they are grouped. */
export function checkRecoveryCode(code: string): string | null {
  const letters = codeText(code);
  if (letters === '') return 'factor.codeRequired';
  return /^[A-Z0-9]{12}$/.test(letters) ? null : 'factor.recoveryInvalid';
}
