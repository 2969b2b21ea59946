import { normaliseHandle, type NormalisedHandle } from '@kernel/handles';
import { centsOf, parseAmountCents } from '@kernel/money';
import type { Platform } from '@kernel/platforms';
import { cleanText } from '@kernel/texts';
import { RECIPIENT_MAX_LENGTH, type TransferDraft } from '@kernel/transfers';
import { parseAmountInput } from '../lib/format';

/** What stands in the form, as typed. */
export interface QuickSendValues {
  readonly recipient: string;
  readonly platform: Platform | null;
  readonly handle: string;
  readonly amount: string;
}

export type QuickSendField = keyof QuickSendValues;

/** A text of the language files and what fills it; amounts stay "20.00" until they are shown. */
export interface FieldRefusal {
  readonly text: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

export type QuickSendRefusals = Readonly<Partial<Record<QuickSendField, FieldRefusal>>>;

/** A form that can be asked about, or what is wrong with which field. */
export type ReadQuickSend =
  | { readonly draft: TransferDraft; readonly refusals: null }
  | { readonly draft: null; readonly refusals: QuickSendRefusals };

export const FIELDS: readonly QuickSendField[] = ['recipient', 'platform', 'handle', 'amount'];

/** Symbols that stand before a name on its platform. */
const HANDLE_PREFIXES: Readonly<Partial<Record<Platform, string>>> = {
  'Cash App': '$',
  Chime: '$',
  Venmo: '@',
};

const EMAIL_OR_PHONE = /^.+@|^\+?[\d ().-]{7,}$/;

/** Reads the form by the kernel's rules: the same that the API holds. */
export function readQuickSend(values: QuickSendValues, minimum: string): ReadQuickSend {
  const { platform } = values;
  const recipient = cleanText(values.recipient, RECIPIENT_MAX_LENGTH);
  const handle = readHandle(platform, values.handle);
  const amount = readAmount(values.amount);
  const refusals: QuickSendRefusals = {
    ...(!recipient.ok && { recipient: recipientRefusal(recipient.code) }),
    ...(!platform && { platform: { text: 'quick.platformRequired' } }),
    ...(!handle.ok && { handle: { text: `errors:${handle.code}` } }),
    ...amountRefusal(values.amount, amount, minimum),
  };
  if (!recipient.ok || !platform || !handle.ok || amount === null || refusals.amount) {
    return { draft: null, refusals };
  }
  return { draft: { recipient: recipient.value, platform, handle: handle.value, amount }, refusals: null };
}

/** The amount as the API takes it, or null: also when it is longer than any amount. */
export function readAmount(typed: string): string | null {
  const amount = parseAmountInput(typed);
  return amount !== null && parseAmountCents(amount) !== null ? amount : null;
}

/** The symbol before the field; none while an e-mail address or a number is typed. */
export function prefixOf(platform: Platform | null, handle: string): string | undefined {
  if (!platform || EMAIL_OR_PHONE.test(handle)) return undefined;
  return HANDLE_PREFIXES[platform];
}

/** A handle as the field holds it: without the symbol that stands before the field. */
export function withoutPrefix(platform: Platform | null, handle: string): string {
  const prefix = platform ? HANDLE_PREFIXES[platform] : undefined;
  return prefix !== undefined && handle.startsWith(prefix) ? handle.slice(prefix.length) : handle;
}

function recipientRefusal(code: string): FieldRefusal {
  if (code === 'text_required') return { text: 'quick.recipientRequired' };
  if (code === 'text_too_long')
    return { text: 'quick.recipientTooLong', params: { max: RECIPIENT_MAX_LENGTH } };
  return { text: 'quick.recipientCharacters' };
}

/** Without a platform only an empty handle is known to be wrong. */
function readHandle(platform: Platform | null, handle: string): NormalisedHandle {
  if (platform) return normaliseHandle(platform, handle);
  if (handle.trim() === '') return { ok: false, code: 'handle_required' };
  return { ok: true, value: handle, kind: 'tag' };
}

function amountRefusal(typed: string, amount: string | null, minimum: string): QuickSendRefusals {
  if (typed.trim() === '') return { amount: { text: 'quick.amountRequired' } };
  if (amount === null) return { amount: { text: 'quick.amountInvalid' } };
  if (centsOf(amount) >= centsOf(minimum)) return {};
  return { amount: { text: 'quick.amountMinimum', params: { limit: minimum } } };
}
