import { feesOf, type FeeScheduleName } from '../../kernel/fees.js';
import { feesOnWire } from '../../kernel/fees-on-wire.js';
import { formatAmount } from '../../kernel/money.js';
import type { FeeQuote } from '../../kernel/transfers.js';

/** The cost of sending an amount under a schedule. */
export function feeQuoteOf(amountCents: number, schedule: FeeScheduleName): FeeQuote {
  return { amount: formatAmount(amountCents), fees: feesOnWire(feesOf(amountCents, schedule)), schedule };
}
