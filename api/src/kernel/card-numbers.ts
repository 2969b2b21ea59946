/** Digits of the shortest and the longest card number (ISO/IEC 7812). */
const CARD_NUMBER_MIN_DIGITS = 13;
const CARD_NUMBER_MAX_DIGITS = 19;
/** UUIDs have groups that may consist of digits alone. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Characters that nobody sees, and marks on others, as those that draw a digit as a key. */
const INVISIBLE = /[\p{Cf}\p{M}]/gu;
/** Decimal digits of other scripts, as ٤ or ४. */
const OTHER_DIGIT = /[^\P{Nd}0-9]/gu;
/** Digits, also inside a word, in groups separated by what stands neither in dates, amounts nor between JSON's values. */
const DIGIT_GROUPS = /\d+(?:[\s\p{Pd}\p{Pc}'’`*|~\\·•‧∙⋅・٬]{1,3}\d+)*/gu;
/** In groups as cards print them, whatever separates them; other separators also stand in dates and amounts. */
const PRINTED_GROUPS = /(?<!\d)(?:\d{4}(\D{1,3})\d{4}\1\d{4}\1\d{1,7}|\d{4}(\D{1,3})\d{6}\2\d{4,5})(?!\d)/g;
/** The same with several separators. */
const MIXED_GROUPS =
  /(?<!\d)\d{4}(?:[^\p{L}\p{N}"]{1,3}(?:\d{4}[^\p{L}\p{N}"]{1,3}\d{4}[^\p{L}\p{N}"]{1,3}\d{1,7}|\d{6}[^\p{L}\p{N}"]{1,3}\d{4,5}))(?!\d)/gu;
const ENOUGH_DIGITS = /\d(?:\D{0,6}\d){12}/;

/** Whether a number's check digit is right (ISO/IEC 7812, "Luhn"). `digits` has digits alone. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 1; place <= digits.length; place += 1) {
    const digit = Number(digits.at(-place));
    const weighted = place % 2 === 0 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/**
 * Whether a text has what may be a card number: 13 to 19 digits of any script, in one piece or in groups, with a right
 * check digit. Digits of a UUID are not taken for one; a reference of the processor has as many in a row only by chance.
 */
export function containsCardNumber(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(OTHER_DIGIT, valueOf);
  if (!ENOUGH_DIGITS.test(plain)) return false;
  const searched = plain.replaceAll(UUID, ' # ');
  return [DIGIT_GROUPS, PRINTED_GROUPS, MIXED_GROUPS]
    .flatMap((groups) => [...searched.matchAll(groups)])
    .some(([run]) => isCardNumber(run));
}

/** The value of a decimal digit: every script has its ten in a row, from zero (The Unicode Standard, 4.6). */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (DECIMAL.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
const DECIMAL = /^\p{Nd}$/u;

/** Any neighboring groups may be the number: an expiry date often follows it. */
function isCardNumber(run: string): boolean {
  const groups = run.split(/\D+/);
  return groups.some((_, from) => {
    let digits = '';
    for (const group of groups.slice(from, from + CARD_NUMBER_MAX_DIGITS)) {
      digits += group;
      if (digits.length > CARD_NUMBER_MAX_DIGITS) return false;
      if (digits.length >= CARD_NUMBER_MIN_DIGITS && passesLuhn(digits)) return true;
    }
    return false;
  });
}
