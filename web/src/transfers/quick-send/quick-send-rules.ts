import { normalizeHandle, type NormalizedHandle } from '@kernel/text/handles';
import { centsOf, parseAmountCents } from '@kernel/money/money';
import { pastedText, plainText } from '@kernel/text/pasted-text';
import type { Platform } from '@kernel/money/platforms';
import type { Recipient } from '@kernel/people/recipients';
import { cleanText, type TextCode } from '@kernel/text/texts';
import {
  NOTE_MAX_LENGTH,
  RECIPIENT_MAX_LENGTH,
  type Amount,
  type FeeScheduleOverview,
  type TransferDraft,
} from '@kernel/money/transfers';
import { parseAmountInput } from '../../lib/format';

/** The form's values as typed. */
export type QuickSendValues = Required<Record<Exclude<keyof TransferDraft, 'platform'>, string>> & {
  platform: Platform | '';
};

/** Prefixes of names on their platforms. */
const HANDLE_PREFIXES: Readonly<Partial<Record<Platform, string>>> = {
  'Cash App': '$',
  Chime: '$',
  Venmo: '@',
};

const RECIPIENT_TEXTS: Readonly<Record<TextCode, string>> = {
  text_required: 'quick.recipientRequired',
  text_too_long: 'quick.recipientTooLong',
  text_characters: 'quick.recipientCharacters',
};

const NOTE_TEXTS: Readonly<Record<TextCode, string | null>> = {
  text_required: null,
  text_too_long: 'quick.noteTooLong',
  text_characters: 'quick.noteCharacters',
};

const NUMBER = /^[\d ().-]*$/;
const EMAIL_OR_PHONE = /^.+@|^\+?[\d ().-]{7,}$/;

/** Keys of the error texts of a recipient's fields, by the kernel's rules, which the API enforces too. */
export const RECIPIENT_CHECKS = {
  recipient: (recipient: string) => {
    const clean = cleanText(recipient, RECIPIENT_MAX_LENGTH);
    return clean.ok ? null : RECIPIENT_TEXTS[clean.code];
  },
  platform: (platform: Platform | '') => (platform === '' ? 'quick.platformRequired' : null),
  handle: (typed: string, { platform }: Pick<QuickSendValues, 'platform'>) => {
    const handle = readHandle(platform, typed);
    if (handle.ok) return null;
    const mayBeName = handle.code === 'handle_phone_invalid' && readHandle(platform, `@${typed}`).ok;
    return mayBeName ? `quick.digits.${platform}` : `errors:${handle.code}`;
  },
};

/** The same for all fields of Quick Send. */
export function checksOf(minimum: Amount) {
  return {
    ...RECIPIENT_CHECKS,
    amount: (typed: string) => {
      if (typed.trim() === '') return 'quick.amountRequired';
      const amount = readAmount(typed);
      if (amount === null)
        return parseAmountInput(typed) === null ? 'quick.amountInvalid' : 'quick.amountMaximum';
      return centsOf(amount) >= centsOf(minimum) ? null : 'quick.amountMinimum';
    },
    note: (typed: string) => {
      const clean = cleanText(typed, NOTE_MAX_LENGTH);
      return clean.ok ? null : NOTE_TEXTS[clean.code];
    },
  };
}

/** The form as the API accepts it, or null while a field is invalid. */
export function readDraft(values: QuickSendValues): TransferDraft | null {
  const typed = readRecipient(values);
  const recipient = cleanText(values.recipient, RECIPIENT_MAX_LENGTH);
  const amount = readAmount(values.amount);
  if (!recipient.ok || typed === null || amount === null) return null;
  const note = cleanText(values.note, NOTE_MAX_LENGTH);
  return {
    recipient: recipient.value,
    platform: typed.platform,
    handle: typed.handle,
    amount,
    ...(note.ok && { note: note.value }),
  };
}

/** The recipient in the form, under any name; null until platform and handle are valid. */
export function readRecipient({
  recipient,
  platform,
  handle,
}: Pick<QuickSendValues, 'recipient' | 'platform' | 'handle'>): Recipient | null {
  const read = readHandle(platform, handle);
  return platform !== '' && read.ok ? { name: recipient, platform, handle: read.value } : null;
}

/** The form filled in with a draft. */
export function valuesOf(draft: TransferDraft | null): QuickSendValues {
  if (!draft) return { recipient: '', platform: '', handle: '', amount: '', note: '' };
  return { note: '', ...draft, handle: withoutPrefix(draft.platform, draft.handle) };
}

/** The amount as the API accepts it, or null, also when it is longer than any amount. */
export function readAmount(typed: string): string | null {
  const amount = parseAmountInput(typed);
  return amount !== null && parseAmountCents(amount) !== null ? amount : null;
}

/** The amount, or null while no transfer can have it: its fees would mean nothing. */
export function sendableAmount(
  typed: string,
  { minimum, perTransferLimit }: Pick<FeeScheduleOverview, 'minimum' | 'perTransferLimit'>,
): string | null {
  const amount = readAmount(typed);
  if (amount === null || centsOf(amount) < centsOf(minimum)) return null;
  return centsOf(amount) <= centsOf(perTransferLimit) ? amount : null;
}

/** The symbol before the field; none while it contains an email address, a number or the symbol itself. */
export function prefixOf(platform: Platform | '', handle: string): string | undefined {
  const prefix = platform ? HANDLE_PREFIXES[platform] : undefined;
  const pasted = pastedText(handle);
  return prefix === undefined || pasted.startsWith(prefix) || EMAIL_OR_PHONE.test(pasted)
    ? undefined
    : prefix;
}

/**
 * A handle as the field contains it: without the symbol before the field, unless only digits follow. There the symbol
 * tells a username from a phone number.
 */
export function withoutPrefix(platform: Platform | '', handle: string): string {
  const prefix = platform ? HANDLE_PREFIXES[platform] : undefined;
  const plain = plainText(handle).trimStart();
  if (prefix === undefined || !plain.startsWith(prefix)) return handle;
  const name = plain.slice(prefix.length);
  return NUMBER.test(name) ? handle : name;
}

/** Whether the form has a platform and a handle. */
export const isFilledIn = (
  { platform, handle }: Pick<TransferDraft, 'platform' | 'handle'>,
  values: Pick<QuickSendValues, 'platform' | 'handle'>,
): boolean => values.platform === platform && values.handle === withoutPrefix(platform, handle);

/** Without a platform only an empty handle is known to be wrong. */
function readHandle(platform: Platform | '', handle: string): NormalizedHandle {
  if (platform) return normalizeHandle(platform, handle);
  if (handle.trim() === '') return { ok: false, code: 'handle_required' };
  return { ok: true, value: handle, kind: 'tag' };
}
