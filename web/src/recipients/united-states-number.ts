/** What handles read of a number (api/src/kernel/text/handles.ts), as libphonenumber-js names it. */
export interface PhoneNumber {
  readonly country: 'US';
  /** E.164: `+19195550177`. */
  readonly number: string;
  readonly isValid: () => true;
}

/** Before the country's number: its calling code, from abroad or after the prefix for calls to abroad. */
const INTERNATIONAL = /^(?:\+|011)1/;

/**
 * A number of the United States, or undefined: `national` matches its ten digits, the "1" before them is optional. Takes digits,
 * spaces and `().-` after an optional `+`, as handles do.
 */
export function numberOfUnitedStates(text: string, national: RegExp): PhoneNumber | undefined {
  const typed = text.replaceAll(/[^\d+]/g, '');
  const isInternational = INTERNATIONAL.test(typed);
  const rest = isInternational ? typed.replace(INTERNATIONAL, '') : typed;
  // libphonenumber removes the calling code and then the prefix for calls within the country, which is a "1" too.
  const prefixes = isInternational ? ['', '1'] : ['', '1', '11'];
  const found = prefixes
    .filter((prefix) => rest.startsWith(prefix))
    .map((prefix) => rest.slice(prefix.length))
    .find((digits) => national.test(digits));
  return found === undefined ? undefined : { country: 'US', number: `+1${found}`, isValid: () => true };
}
