import { normalText } from '../text/normal-text.js';

/** Digits of the shortest and the longest card number in use (ISO/IEC 7812). */
const CARD_NUMBER_MIN_DIGITS = 13;
const CARD_NUMBER_MAX_DIGITS = 19;
/** Among so many numbers of a card's form that one is almost certainly right by chance, the search ends. */
const CANDIDATES_LIMIT = 64;
/** UUIDs have groups that may consist of digits alone. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Invisible characters, and marks on others, such as those that draw a digit as a key. */
const INVISIBLE = /[\p{Cf}\p{M}]/gu;
/** Every character that is a digit, or has one in its compatibility form, is a number or a symbol: ①, １, 𝟏, ㍙. */
const MAY_HAVE_DIGIT = /[\p{N}\p{So}]/u;
const NOT_ASCII = /[^\0-\x7f]/;
/** Decimal digits of other scripts, as ٤ or ४. */
const OTHER_DIGIT = /[^\P{Nd}0-9]/gu;
const DECIMAL = /^\p{Nd}$/u;
const DIGITS = /\d+/g;
/** Between groups of any sizes: what stands neither in dates, amounts nor between JSON's values. */
const PLAIN_GAP = /^[\s\p{Pd}\p{Pc}'’`*|~\\·•‧∙⋅・٬]{1,3}$/u;
/** Between groups of the sizes that cards print, or digits one by one or in pairs: also what separates dates and amounts. */
const ANY_GAP = /^[^\p{L}\p{N}"]{1,3}$/u;
const GAP_MAX_LENGTH = 3;
/** Sizes of the groups on cards: fours of 13 to 19 digits, four with six and five (American Express) or four (Diners). */
const PRINTED = /^(?:444[1-7]|46[45])$/;
const PRINTED_MAX_GROUPS = 4;

/**
 * The numbers of the card networks, by their first digits and lengths: Visa, Mastercard and Mir, American Express,
 * Diners Club, Discover, JCB, UnionPay, RuPay, Maestro.
 */
const NETWORKS: readonly (readonly [first: RegExp, others: RegExp])[] = [
  [/4\d{3}/, /\d{9}|\d{12}|\d{15}/],
  [/5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720|220[0-4]/, /\d{12}/],
  [/3[47]\d\d/, /\d{11}/],
  [/30[0-59]\d|3[689]\d\d/, /\d{10,15}/],
  [/6011|64[4-9]\d|65\d\d|352[89]|35[3-8]\d|(?:60|62|81|82)\d\d|508\d/, /\d{12,15}/],
  [/5018|5020|5038|5[678]\d\d|6304|67\d\d/, /\d{9,15}/],
];
const FIRST_FOUR = new RegExp(`^(?:${NETWORKS.map(([first]) => first.source).join('|')})`);
const NUMBER = new RegExp(
  `^(?:${NETWORKS.map(([first, others]) => `(?:${first.source})(?:${others.source})`).join('|')})$`,
);

/** Whether a number's check digit is right (ISO/IEC 7812, "Luhn"). `digits` has digits alone. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 1; place <= digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - place) - ZERO;
    const weighted = place % 2 === 0 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
const ZERO = 48;

/**
 * Whether a text has what may be a card number: as many digits of any script as a network's cards have, beginning as they
 * do, in one piece or in groups, with a right check digit. Digits of a UUID are not taken for one. Takes time linear in
 * the text.
 */
export function containsCardNumber(text: string): boolean {
  const groups = groupsOf(inAsciiDigits(text).replaceAll(UUID, ' # '));
  const digits = groups.map((group) => group.digits).join('');
  let start = 0;
  let candidates = 0;
  for (const [at, group] of groups.entries()) {
    const lengths = FIRST_FOUR.test(digits.slice(start, start + 4)) ? lengthsFrom(groups, at) : [];
    for (const length of lengths) {
      const number = digits.slice(start, start + length);
      if (!NUMBER.test(number)) continue;
      candidates += 1;
      if (passesLuhn(number) || candidates > CANDIDATES_LIMIT) return true;
    }
    start += group.digits.length;
  }
  return false;
}

/** A run of digits, and how many groups from it on may be one number: of any sizes, or of those that cards print. */
interface Group {
  readonly digits: string;
  /** The text between the group before it and itself. */
  readonly gap: string;
  plainRun: number;
  anyRun: number;
  sameRun: number;
}

function groupsOf(text: string): readonly Group[] {
  const groups: Group[] = [];
  let end = 0;
  for (const { 0: digits, index } of text.matchAll(DIGITS)) {
    groups.push({ digits, gap: text.slice(end, index), plainRun: 1, anyRun: 1, sameRun: 1 });
    end = index + digits.length;
  }
  for (let at = groups.length - 2; at >= 0; at -= 1) joinNext(groups, at);
  return groups;
}

function joinNext(groups: readonly Group[], at: number): void {
  const [group, next, afterNext] = [groups[at], groups[at + 1], groups[at + 2]];
  if (!group || !next || next.gap.length > GAP_MAX_LENGTH) return;
  if (PLAIN_GAP.test(next.gap)) group.plainRun += next.plainRun;
  if (ANY_GAP.test(next.gap)) group.anyRun += next.anyRun;
  group.sameRun += next.gap === afterNext?.gap ? next.sameRun : 1;
}

/**
 * How many digits numbers may have that begin with a group and end with it or a later one: an expiry date often follows a
 * number.
 */
function lengthsFrom(groups: readonly Group[], at: number): readonly number[] {
  const lengths: number[] = [];
  const first = groups[at];
  if (!first) return lengths;
  const longest = Math.max(first.plainRun, first.anyRun, first.sameRun);
  let length = 0;
  for (let count = 1; count <= longest && length < CARD_NUMBER_MAX_DIGITS; count += 1) {
    length += groups[at + count - 1]?.digits.length ?? 0;
    if (length < CARD_NUMBER_MIN_DIGITS) continue;
    if (count <= first.plainRun || isRegular(groups, { at, count, length })) lengths.push(length);
  }
  return lengths;
}

/** Whether some groups have the sizes of those on cards, or of digits that are written singly or in pairs. */
function isRegular(groups: readonly Group[], run: { at: number; count: number; length: number }): boolean {
  const { at, count, length } = run;
  if (length === count) return true;
  const arePairs = Math.ceil(length / 2) === count;
  if (count > PRINTED_MAX_GROUPS && !arePairs) return false;
  const sizes = groups.slice(at, at + count).map(({ digits }) => digits.length);
  return sizes.slice(0, -1).every((size) => size === 2) || PRINTED.test(sizes.join(''));
}

/** Without marks, compatibility forms (①, １, 𝟏) and digits of other scripts. */
function inAsciiDigits(text: string): string {
  if (!NOT_ASCII.test(text) || !MAY_HAVE_DIGIT.test(text)) return text;
  const values = new Map<string, string>();
  const valueOf = (digit: string): string => {
    const known = values.get(digit);
    if (known !== undefined) return known;
    const value = decimalOf(digit);
    values.set(digit, value);
    return value;
  };
  const plain = normalText(text.replaceAll(INVISIBLE, ''), 'NFKC').replaceAll(INVISIBLE, '');
  return plain.replaceAll(OTHER_DIGIT, valueOf);
}

/** The value of a decimal digit: every script has its ten in a row, from zero (The Unicode Standard, 4.6). */
function decimalOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (DECIMAL.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
