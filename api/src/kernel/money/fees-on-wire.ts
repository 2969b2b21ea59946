import type { FeesCents } from './fees.js';
import { formatAmount } from './money.js';
import type { Fees } from './transfers.js';

/** Fees in the format of the API and the views. */
export function feesOnWire(fees: FeesCents): Fees {
  return {
    totalFee: formatAmount(fees.totalFeeCents),
    total: formatAmount(fees.totalCents),
    breakdown: {
      flipFee: formatAmount(fees.flipFeeCents),
      processingFee: formatAmount(fees.processingFeeCents),
    },
  };
}
