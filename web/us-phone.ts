/** A phone number of the United States, as much of it as handles need (api/src/kernel/handles.ts). */
export interface UsPhone {
  readonly country: 'US';
  readonly number: string;
  readonly isValid: () => true;
}

/** Before the number: the code that calls abroad, the calling code and the prefix of long distance calls. */
const TYPED = /^(?:0111{1,2}|1{0,2})([2-9]\d{9})$/;
const INTERNATIONAL = /^1{1,2}([2-9]\d{9})$/;

/** The number in a text of digits and separators, if one of the patterns has it. */
export function usPhoneIn(text: string, pattern: RegExp): UsPhone | undefined {
  const digits = text.replace(/\D/g, '');
  const [, national = ''] = (text.startsWith('+') ? INTERNATIONAL : TYPED).exec(digits) ?? [];
  return pattern.test(national) ? { country: 'US', number: `+1${national}`, isValid: () => true } : undefined;
}
