import { formatAmount, parseAmountCents } from '@kernel/money';

const GROUPED = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/;
const LEADING_ZEROS = /^0+(?=\d)/;

/**
 * Cents of what a person typed: "1,234.5", "$20", " 0020 ". A comma separates thousands only:
 * "12,50" could mean two amounts, and money is not guessed.
 */
export function centsOfTyped(text: string): number | null {
  const bare = text.replace(/[\s$]/g, '');
  const plain = GROUPED.test(bare) ? bare.replaceAll(',', '') : bare;
  const whole = plain.replace(/\.$/, '').replace(LEADING_ZEROS, '');
  return parseAmountCents(whole.startsWith('.') ? `0${whole}` : whole);
}

/** What the field shows once it is left: two decimals, or the text as it was when it is no amount. */
export function tidyTyped(text: string): string {
  const cents = centsOfTyped(text);
  return cents === null ? text : formatAmount(cents);
}
