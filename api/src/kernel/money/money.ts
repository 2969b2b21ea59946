/** A dollar amount in a request: "20", "20.5", "20.00", at most 999999.99. */
export const AMOUNT_PATTERN = /^(0|[1-9]\d{0,5})(\.\d{1,2})?$/;

/** A total in a request: an amount with its fees can have one more digit. */
export const TOTAL_PATTERN = /^(0|[1-9]\d{0,6})(\.\d{1,2})?$/;

/** The whole cents of an amount text, or null when it is not an amount. */
export function parseAmountCents(text: string, pattern: RegExp = AMOUNT_PATTERN): number | null {
  if (!pattern.test(text)) return null;
  const point = text.indexOf('.');
  if (point < 0) return Number(text) * 100;
  return Number(text.slice(0, point)) * 100 + Number(text.slice(point + 1).padEnd(2, '0'));
}

/** The whole cents of an amount or total written by formatAmount. @throws Error for any other text */
export function centsOf(text: string): number {
  const cents = parseAmountCents(text, TOTAL_PATTERN);
  if (cents === null) throw new Error(`Not an amount: ${text}`);
  return cents;
}

/** "20.00" for 2000: the only format of money in responses. */
export function formatAmount(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new Error(`Not an amount of cents: ${String(cents)}`);
  return `${String(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}
