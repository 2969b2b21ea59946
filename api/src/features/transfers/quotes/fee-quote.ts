import { feesOf, type FeeScheduleName } from '../../../kernel/money/fees.js';
import { feesOnWire } from '../../../kernel/money/fees-on-wire.js';
import { formatAmount } from '../../../kernel/money/money.js';
import type { FeeQuote } from '../../../kernel/money/transfers.js';

/** The cost of sending an amount under a schedule. */
export function feeQuoteOf(amountCents: number, schedule: FeeScheduleName): FeeQuote {
  return { amount: formatAmount(amountCents), fees: feesOnWire(feesOf(amountCents, schedule)), schedule };
}
