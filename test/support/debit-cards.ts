import { passesLuhn } from '../../api/src/kernel/money/card-numbers.js';

/** Debit cards of the simulator that pay (docs/providers.md). */
const PREFIX = '400005665566';
/** Numbers of 19 digits: a million cards. */
const PLACES = 6;
const CHECK_DIGITS = [...'0123456789'];

let entered = Math.floor(Math.random() * 10 ** PLACES);

/** Another card each time: one serves only two unverified accounts in a week. */
export function newDebitCard(): string {
  entered = (entered + 1) % 10 ** PLACES;
  const digits = PREFIX + String(entered).padStart(PLACES, '0');
  const check = CHECK_DIGITS.find((digit) => passesLuhn(digits + digit));
  return digits + String(check);
}
